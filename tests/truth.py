"""truth.py: compare what the tool shows of a capture with what its maker says is in it."""
import json
import subprocess
import sys


def differences(got, true, where):
    """Where what the tool shows is not what the truth says; the truth may say less."""
    for key, value in true.items():
        if key not in got:
            yield f'{where}: {key} is missing'
        else:
            yield from compare(got[key], value, f'{where}: {key}')


def compare(got, value, where):
    if isinstance(value, dict):
        yield from differences(got, value, where)
    elif isinstance(value, list):
        if len(got) != len(value):
            yield f'{where}: {len(got)} entries, not {len(value)}'
        for index, (one, other) in enumerate(zip(got, value)):
            yield from compare(one, other, f'{where}[{index}]')
    elif isinstance(value, str) and not isinstance(got, str):
        if got != value:
            yield f'{where}: {got}, not {value}'
    elif got != value or isinstance(got, bool) != isinstance(value, bool):
        yield f'{where}: {got!r}, not {value!r}'


class Seconds(str):
    """Intervals stay as they are written."""


def record_differences(record, true, form, where):
    head = {key: true[key] for key in ('type', 'domain', 'record', 'length', 'tod', 'time')}
    head['offset'] = true['off_' + form]
    head['dataset'] = true['dataset'] + 1
    yield from differences(record, head, where)
    fields = true['fields']
    number = (true['domain'], true['record'])
    if fields is None:
        return
    if number == (10, 2):
        yield from compare(record['fields']['APLSDT_USERID'], fields['user'], where)
        payload = {key: value for key, value in fields.items() if key != 'user'}
        yield from differences(record['fields']['LINUXMEM'], payload, where)
    elif number == (0, 23):
        yield from differences(record['fields'], fields, where)


def main():
    base, form, *tool = sys.argv[1:]
    run = subprocess.run(tool + ['-a', '-f', 'json', f'{base}.{form}'], capture_output=True, check=False)
    records = [json.loads(line, parse_float=Seconds) for line in run.stdout.splitlines()]
    with open(base + '.truth.jsonl', encoding='utf-8') as file:
        truth = [json.loads(line) for line in file]
    faults = [run.stderr.decode()] if run.stderr else []
    if run.returncode:
        faults.append(f'exit status {run.returncode}')
    if len(records) != len(truth):
        faults.append(f'{len(records)} records, not {len(truth)}')
    for line, (record, true) in enumerate(zip(records, truth), 1):
        faults.extend(record_differences(record, true, form, f'line {line}'))
    for fault in faults[:20]:
        print('#', fault)
    return 1 if faults else 0


sys.exit(main())
