"""Archives of PCP, read by PCP's own library, and what pmrep prints of them.

values ARCHIVE DIR MONREAD...: each number of the tables in DIR (--split, CSV) is in the archive once, with its time, and
    nothing else is; MONREAD... is the command that describes tables.
"""
import csv
import datetime
import glob
import json
import os
import subprocess
import sys
from collections import Counter
from fractions import Fraction

SECOND = 1000000
FACTORS = {'128 microseconds': 128}


def micros(text):
    when = datetime.datetime.strptime(text[:19], '%Y-%m-%dT%H:%M:%S').replace(tzinfo=datetime.timezone.utc)
    return int(when.timestamp()) * SECOND + int(text[20:26])


def archive_values(name):
    """(metric, time) to how often it has which value, and what each metric is."""
    import cpmapi as c_api
    from pcp import pmapi
    context = pmapi.pmContext(c_api.PM_CONTEXT_ARCHIVE, name)
    context.pmSetMode(c_api.PM_MODE_FORW, context.pmGetArchiveLabel().start, 0)
    names = {}
    context.pmTraversePMNS('zvm', lambda n: names.update({n: None}))
    pmids = context.pmLookupName(tuple(names))
    names = dict(zip(list(pmids), names))
    descs = {p: context.pmLookupDesc(p) for p in names}
    found = {}
    marks = []
    while True:
        try:
            result = context.pmFetchArchive()
        except pmapi.pmErr as error:
            if error.code == c_api.PM_ERR_EOL:
                break
            raise
        stamp = result.contents.timestamp
        us = stamp.tv_sec * SECOND + stamp.tv_usec
        if result.contents.numpmid == 0:
            marks.append(us)
        for i in range(result.contents.numpmid):
            pmid = result.contents.get_pmid(i)
            kind = descs[pmid].contents.type
            seen = set()
            for j in range(result.contents.get_numval(i)):
                inst = result.contents.get_inst(i, j)
                assert inst not in seen, 'two values of an instance: ' + names[pmid]
                seen.add(inst)
                atom = context.pmExtractValue(result.contents.get_valfmt(i), result.contents.get_vlist(i, j), kind, kind)
                value = atom.dref(kind)
                if kind == c_api.PM_TYPE_DOUBLE:
                    value = Fraction(round(value * SECOND), SECOND)
                found.setdefault((names[pmid], us), Counter())[Fraction(value)] += 1
        context.pmFreeResult(result)
    counters = {names[p] for p, d in descs.items() if d.contents.sem == c_api.PM_SEM_COUNTER}
    return found, counters, marks


def columns_of(table, command):
    out = subprocess.run(command + ['--describe=' + table.split('__')[0], '-f', 'json'], check=True,
                         stdout=subprocess.PIPE).stdout
    tables = [json.loads(line) for line in out.decode().splitlines()]
    return {c['name']: c for t in tables if t['name'] == table for c in t['columns']}


def cells(column, text):
    """The numbers of a cell, as its metric has them."""
    if text == '':
        return []
    if text.startswith('['):
        return [n for one in json.loads(text, parse_float=str, parse_int=str) for n in cells(column, str(one))]
    try:
        if column['kind'] == 'time' or text[4:5] == '-' and text.endswith('Z'):
            return [Fraction(micros(text))]
        value = Fraction(text)
    except ValueError:
        return []
    if column['type'] == 'REAL' and column['unit'] == 'seconds' or '.' in text and column['unit'] == 'seconds':
        return [value * SECOND]
    return [value * FACTORS.get(column['unit'], 1)]


def values(archive, directory, command):
    found, counters, _ = archive_values(archive)
    expected = {}
    for path in glob.glob(os.path.join(directory, '*.csv')):
        name = os.path.basename(path)[:-4]
        columns = columns_of(name, command)
        with open(path, newline='', encoding='utf-8') as f:
            for row in csv.DictReader(f):
                us = micros(row['interval'] or row['time'])
                for key, text in row.items():
                    column = columns.get(key)
                    if not column or column['kind'] in ('key', 'text') or column['offset'] is None:
                        continue
                    metric = 'zvm.%s.%s' % (name, key)
                    for value in cells(column, text):
                        expected.setdefault((metric, us), Counter())[value] += 1
    bad = 0
    for key in sorted(set(expected) | set(found)):
        has, wants = found.get(key, Counter()), expected.get(key, Counter())
        if key[0] in counters:
            has, wants = sum(has.values()), sum(wants.values())
        if has != wants:
            bad += 1
            if bad < 10:
                print('# %s at %d: has %s, expected %s' % (key[0], key[1], has, wants))
    print('# %d values of %d metrics' % (sum(sum(c.values()) for c in found.values()), len({k[0] for k in found})))
    return bad or not found


if __name__ == '__main__':
    sys.exit(1 if values(sys.argv[2], sys.argv[3], sys.argv[4:]) else 0)
