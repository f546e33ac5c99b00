# Walks every operation of the OpenAPI document that a running service gives out, and holds what is
# asked and answered against it:
#
#     openapi_walk.py BASE TOKEN CHECKIN SIGNATURE EVENT SHUT-OUT
#
# CHECKIN is one in progress, EVENT what the payment provider would say under SIGNATURE, SHUT-OUT an
# address to be let in again.
#
#   - each answer has the status and the members that the document names, of those types, no others;
#   - each member of a body that it names is taken, and refused (400) when it is of another type;
#   - whatever operation, member of a body or parameter is in the document was tried.
#
# Prints what does not fit, a line each; nothing when all does.
import json, sys, urllib.error, urllib.request

base, token, checkin, signature, event, shut_out = sys.argv[1:]
faults, tried = [], set()

def send(method, path, body, headers):
    data = None if body is None else json.dumps(body).encode()
    head = {"Authorization": "Bearer " + token, "Content-Type": "application/json", **headers}
    if isinstance(body, str):
        data = body.encode()
    request = urllib.request.Request(base + path, data, head, method=method)
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            stream = answer.headers["Content-Type"].startswith("text/event-stream")
            return answer.status, answer.readline() if stream else answer.read()
    except urllib.error.HTTPError as refusal:
        return refusal.code, refusal.read()

spec = json.loads(send("GET", "/openapi.json", None, {})[1])

def deref(node):
    while "$ref" in node:
        at = spec
        for part in node["$ref"].split("/")[1:]:
            at = at[part]
        node = at
    return node

kinds = {"string": str, "integer": int, "number": (int, float), "boolean": bool, "array": list,
         "object": dict}

def fits(value, schema, where):
    schema = deref(schema)
    for one in map(deref, schema.get("oneOf", [])):
        if isinstance(value, kinds[one["type"]]):
            schema = one
    if value is None and schema.get("nullable"):
        return
    kind = schema.get("type")
    if not isinstance(value, kinds[kind]) or (kind == "integer" and isinstance(value, bool)):
        faults.append(f"{where} is {json.dumps(value)[:40]}, no {kind}")
    elif "enum" in schema and value not in schema["enum"]:
        faults.append(f"{where} is {value}, none of {schema['enum']}")
    elif kind == "array":
        for item in value[:20]:
            fits(item, schema["items"], where + "[]")
    elif kind == "object" and "properties" in schema:
        members_fit(value, schema, where)

def members_fit(value, schema, where):
    for name in value:
        if name in schema["properties"]:
            fits(value[name], schema["properties"][name], f"{where}.{name}")
        else:
            faults.append(f"{where}.{name} is not in the document")
    for name in schema.get("required", []):
        if name not in value:
            faults.append(f"{where}.{name} is missing")

def check_answer(where, operation, status, text):
    response = deref(operation["responses"].get(str(status), {}))
    if not response:
        faults.append(f"{where} answers {status}: {text[:200]}")
        return
    for kind, content in response.get("content", {}).items():
        if kind == "application/json":
            fits(json.loads(text), content["schema"], where)
    if status < 300 and status != 204 and "content" not in response:
        faults.append(f"{where}: nothing is said of what it answers")

# Whatever a member may not be.
def wrong(schema):
    return "x" if deref(schema).get("type") != "string" else 5

def body_schema(operation):
    content = operation.get("requestBody", {}).get("content", {})
    return deref(content.get("application/json", {}).get("schema", {}))

def try_wrong(method, path, where, operation, body):
    known = body_schema(operation).get("properties", {})
    for name in body:
        if name not in known:
            faults.append(f"{where}: the document knows no {name}")
            continue
        status, text = send(method, path, {**body, name: wrong(known[name])}, {})
        if status != 400:
            faults.append(f"{where} takes {name} of another type: {status} {text[:80]}")
        tried.add(f"{where} {name}")

# ask("POST /api/holds", {"hold": ID}, {...}): the answer of an operation that has to succeed.
def ask(name, path_words=None, body=None, query="", key=None, headers=None, wrongly=True):
    method, template = name.split(" ")
    operation = spec["paths"][template][method.lower()]
    path = template
    for word, value in (path_words or {}).items():
        path = path.replace("{" + word + "}", value)
        tried.add(f"{name} {word}")
    if query:
        tried.add(f"{name} {query.split('=')[0]}")
    if isinstance(body, dict) and wrongly:
        try_wrong(method, path, name, operation, body)
    tried.add(name)
    head = {**({"Idempotency-Key": key} if key else {}), **(headers or {})}
    status, text = send(method, path + ("?" + query if query else ""), body, head)
    check_answer(name, operation, status, text)
    if status >= 300:
        faults.append(f"{name} is refused: {status} {text[:200]}")
    return json.loads(text) if text[:1] == b"{" else text

def seats(row, *numbers):
    return [f"Stalls-{row}-{number}" for number in numbers]

def hold(row, *numbers):
    return ask("POST /api/holds", body={"showId": "play", "customerEmail": "eve@example.org",
               "showSeatIds": seats(row, *numbers), "ttlSeconds": 600}, wrongly=False)["hold"]["id"]

def walk_shows():
    show = {"show": "play"}
    for name in ("/health", "/ready", "/metrics", "/openapi.json", "/api/shows"):
        ask("GET " + name)
    seen = ask("GET /api/shows/{show}/seats", show)
    since = f"since={seen['last_event']}"
    ask("GET /api/shows/{show}/seats", show, query=since)
    ask("GET /api/shows/{show}/events", show, query=since)
    ask("GET /api/shows/{show}/occupancy", show)

def walk_holds():
    one = {"show": "play", "seat": "Stalls-A-1"}
    ask("POST /api/shows/{show}/seats/{seat}/hold", one, {"customerEmail": "bo@example.org"})
    ask("POST /api/shows/{show}/seats/{seat}/cancel", one, {"customerEmail": "bo@example.org"})
    ask("POST /api/holds", body={"showId": "play", "customerEmail": "eve@example.org",
        "ttlSeconds": 600, "showSeatIds": seats("A", 1, 2)}, key="one")
    best = ask("POST /api/holds", body={"showId": "play", "customerEmail": "eve@example.org",
               "best": {"count": 2}})["hold"]["id"]
    ask("GET /api/holds/{hold}", {"hold": best})
    ask("POST /api/holds/{hold}/extend", {"hold": best}, {"seconds": 60})
    ask("DELETE /api/holds/{hold}", {"hold": best})
    sold = ask("POST /api/holds/{hold}/confirm", {"hold": hold("B", 1, 2)},
               {"name": "Eve Example", "voucher": "TENTH", "payment": {"auth": "PAID1234"}})["sale"]
    later = {"hold": hold("B", 3, 4)}
    ask("POST /api/holds/{hold}/confirm", later, {"name": "Eve Example", "due": True})
    ask("POST /api/lookup", body={"code": sold["code"], "lastName": "Example"})

def walk_checkouts():
    start = "POST /api/checkouts"
    first = ask(start, body={"holdIds": [hold("C", 1, 2)], "name": "Eve", "types": ["adult", "child"],
                "voucher": "TENTH", "customerEmail": "eve@example.org"}, key="pay")["checkout"]["id"]
    ask("GET /api/checkouts/{checkout}", {"checkout": first})
    ask("POST /api/checkouts/{checkout}/cancel", {"checkout": first},
        {"reason": "mind", "notes": "changed it"})
    ask("POST /payments/webhook", body=event, headers={"Payment-Signature": signature})

def walk_waiting():
    entry = ask("POST /api/shows/{show}/waitlist", {"show": "play"}, {
        "customerEmail": "di@example.org", "name": "Di", "phone": "020", "party": 2,
        "class": "Stalls", "section": "Stalls", "accessible": 0, "aisle": False,
        "together": True})["waiter"]["id"]
    ask("GET /api/shows/{show}/waitlist/{entry}", {"show": "play", "entry": entry})
    ask("DELETE /api/shows/{show}/waitlist/{entry}", {"show": "play", "entry": entry})

def walk_door():
    one = {"checkin": checkin}
    ask("GET /api/checkins/{checkin}", one)
    ask("POST /api/checkins/{checkin}/bag", one, {"weightKg": 30.5})
    ask("POST /api/checkins/{checkin}/cancel", one, {"reason": "no money"})
    ask("POST /api/checkins/{checkin}/bag", one, {"weightKg": 30}, wrongly=False)
    ask("POST /api/checkins/{checkin}/pay", one, {"payment": {"auth": "BAG12345"}})

def walk_office():
    named = {"showId": "play", "showSeatIds": seats("D", 1, 2), "reason": "test", "notes": "of it"}
    ask("POST /api/admin/seats/block", body=named)
    ask("POST /api/admin/seats/unblock", body=named)
    ask("POST /api/admin/seats/release", body=named)
    ask("POST /api/admin/seats/release", body={"holdIds": [hold("D", 1, 2)], "reason": "test"})
    ask("GET /api/admin/status")
    ask("POST /api/admin/reconcile")
    ask("GET /admin/abuse/recent")

def check_tried():
    for path, operations in spec["paths"].items():
        for method, operation in operations.items():
            name = f"{method.upper()} {path}"
            parameters = [deref(one) for one in operation.get("parameters", [])]
            wanted = [name] + [f"{name} {one['name']}" for one in parameters if one["in"] != "header"]
            if name != "POST /payments/webhook":
                wanted += [f"{name} {one}" for one in body_schema(operation).get("properties", {})]
            faults.extend(f"{one} was not tried" for one in wanted if one not in tried)

for walk in (walk_shows, walk_holds, walk_checkouts, walk_waiting, walk_door, walk_office):
    walk()
ask("POST /admin/abuse/unblock/{ip}", {"ip": shut_out})
check_tried()
print("\n".join(dict.fromkeys(faults)), end="\n" if faults else "")
