"""sbom.py FILE PROGRAM...: is FILE a CycloneDX 1.5 document in JSON, about these programs and libraries?
What the schema asks of the parts that monread uses; with the package cyclonedx-python-lib[json-validation] also the
schema itself."""
import json
import re
import sys

TYPES = {"application", "framework", "library", "container", "platform", "operating-system", "device", "device-driver",
         "firmware", "file", "machine-learning-model", "data"}


def fail(text):
    sys.exit(f"{sys.argv[1]}: {text}")


def keys(what, where, required, allowed):
    if not isinstance(what, dict):
        fail(f"{where}: no object")
    if required - what.keys():
        fail(f"{where}: {sorted(required - what.keys())} missing")
    if what.keys() - required - allowed:
        fail(f"{where}: {sorted(what.keys() - required - allowed)} unknown")


def component(c, where, refs):
    keys(c, where, {"type", "name"}, {"bom-ref", "version", "purl", "scope", "hashes", "licenses"})
    if c["type"] not in TYPES:
        fail(f"{where}: type {c['type']}")
    if c.get("scope", "required") not in ("required", "optional", "excluded"):
        fail(f"{where}: scope {c['scope']}")
    if "purl" in c and not re.fullmatch(r"pkg:[a-z]+/[a-z0-9/.+-]+@[^@?:+]+(\?arch=[a-z0-9_]+)?", c["purl"]):
        fail(f"{where}: purl {c['purl']}")
    for h in c.get("hashes", []):
        if h["alg"] != "SHA-256" or not re.fullmatch("[0-9a-f]{64}", h["content"]):
            fail(f"{where}: hash {h}")
    for text in (c.get("name"), c.get("version", "-"), c.get("bom-ref", "-")):
        if not isinstance(text, str) or not text:
            fail(f"{where}: empty")
    if c["bom-ref"] in refs:
        fail(f"{where}: bom-ref {c['bom-ref']} twice")
    refs.add(c["bom-ref"])


def main():
    with open(sys.argv[1], encoding="utf-8") as f:
        text = f.read()
    bom = json.loads(text)
    keys(bom, "document", {"bomFormat", "specVersion"}, {"version", "metadata", "components", "dependencies"})
    if (bom["bomFormat"], bom["specVersion"], bom["version"]) != ("CycloneDX", "1.5", 1):
        fail("not of CycloneDX 1.5")
    if not re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", bom["metadata"]["timestamp"]):
        fail("timestamp")
    refs = set()
    component(bom["metadata"]["component"], "metadata.component", refs)
    for c in bom["components"]:
        component(c, c.get("name", "?"), refs)
    seen = set()
    for d in bom["dependencies"]:
        keys(d, "dependency", {"ref"}, {"dependsOn"})
        if d["ref"] in seen or len(set(d["dependsOn"])) != len(d["dependsOn"]):
            fail(f"{d['ref']}: twice")
        seen.add(d["ref"])
        for ref in [d["ref"], *d["dependsOn"]]:
            if ref not in refs:
                fail(f"{ref}: no such component")
    for name in sys.argv[2:]:
        if name not in seen:
            fail(f"{name} is missing")
    try:
        from cyclonedx.schema import SchemaVersion
        from cyclonedx.validation.json import JsonStrictValidator
    except ImportError:
        return
    error = JsonStrictValidator(SchemaVersion.V1_5).validate_str(text)
    if error:
        fail(error)
    print("valid by its schema")


main()
