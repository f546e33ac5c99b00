# Walks every operation of the OpenAPI document that a running service gives out, and holds what is
# asked and answered against it:
#
#     openapi_walk.py BASE TOKEN NOBODY PACED CHECKIN SECRET EVENT SHUT-OUT AWAY
#
# TOKEN may do everything, NOBODY's nothing, PACED's what TOKEN may but not as often as it likes.
# CHECKIN is one in progress, EVENT what the payment provider would say, signed with SECRET, SHUT-OUT
# the address we come from, to be let in again, and AWAY a command after which there is no house.
#
#   - no refusal names a command of the shell, which a web client does not have;
#   - each answer has the status and the members that the document names, of those types, no others;
#   - each member of a body that it names is taken, and refused (400) when it is of another type;
#   - a member of a body or a word of a query that it does not name is refused (400) with its name;
#   - the answer of each change names its Idempotency-Key, and the same key again is a repeat;
#   - whatever operation, member of a body or parameter is in the document was tried, and whatever
#     status it names was answered.
#
# Prints what does not fit, a line each; nothing when all does.
import hashlib, hmac, json, re, subprocess, sys, time, urllib.error, urllib.request

base, token, nobody, paced, checkin, secret, event, shut_out, away = sys.argv[1:]
faults, tried, asked, sent = [], set(), {}, {}

# What is answered elsewhere, and what only somebody who is quicker each time makes it answer.
sold = "POST /api/checkouts/{checkout}/cancel 409"  # service_pay.sh
raced = {name + " 409" for name in (
    "POST /api/shows/{show}/seats/{seat}/cancel", "POST /api/admin/seats/release",
    "POST /api/checkins/{checkin}/bag", "POST /api/checkins/{checkin}/pay",
    "POST /api/checkins/{checkin}/cancel", "POST /api/checkins/{checkin}/payment/cancel")}
used = "POST /api/sales/{code}/refund 422"  # service_customers.sh
elsewhere = {sold, used, *raced}

def signature(data):
    at = str(int(time.time())).encode()
    return f"t={at.decode()},v1=" + hmac.new(secret.encode(), at + b"." + data, hashlib.sha256).hexdigest()

def send(method, path, body, headers):
    data = None if body is None else json.dumps(body).encode()
    head = {"Authorization": "Bearer " + token, "Content-Type": "application/json", **headers}
    if isinstance(body, str):
        data = body.encode()
    if path == "/payments/webhook":
        head.setdefault("Payment-Signature", signature(data))
    request = urllib.request.Request(base + path, data, head, method=method)
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            sent["key"] = answer.headers["Idempotency-Key"]
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
        for item in value:
            fits(item, schema["items"], where + "[]")
    elif kind == "object":
        members_fit(value, schema, where)

# Only what says so has members that the document does not name.
def members_fit(value, schema, where):
    known = schema.get("properties", {})
    for name in value:
        if name in known:
            fits(value[name], known[name], f"{where}.{name}")
        elif not schema.get("additionalProperties"):
            faults.append(f"{where}.{name} is not in the document")
    for name in schema.get("required", []):
        if name not in value:
            faults.append(f"{where}.{name} is missing")

def check_answer(where, operation, status, text):
    response = deref(operation["responses"].get(str(status), {}))
    tried.add(f"{where} {status}")
    if status >= 400 and re.search(rb"[`\"'/]loge ", text):
        faults.append(f"{where} tells a web client to type a command: {text[:200]}")
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

def members_of(schema):
    schema = deref(schema)
    known = dict(schema.get("properties", {}))
    for one in schema.get("oneOf", []):
        known.update(members_of(one))
    return known

# Each member of a body, also of those within it: (its name, the body with a wrong one).
def wrong_bodies(where, body, schema, above=""):
    known = members_of(schema)
    for name, value in body.items():
        if name not in known:
            if not deref(schema).get("additionalProperties"):
                faults.append(f"{where}: the document knows no {above}{name}")
            yield above + name, {**body, name: "x" if isinstance(value, (int, dict)) else 5}
            continue
        yield above + name, {**body, name: wrong(known[name])}
        if isinstance(value, dict):
            for inner, worse in wrong_bodies(where, value, known[name], f"{above}{name}."):
                yield inner, {**body, name: worse}

def all_members(schema, above=""):
    for name, inner in members_of(schema).items():
        yield above + name
        yield from all_members(inner, f"{above}{name}.")

# Of what the provider says the house reads some, which is in the document, and not the rest.
read_of_events = {"id", "data", "data.object", "data.object.id", "data.object.status",
    "data.object.amount", "data.object.amount_refunded", "data.object.latest_charge.amount_refunded"}

def try_wrong(name, path, operation, body):
    lenient = name == "POST /payments/webhook"
    known = set(all_members(body_schema(operation)))
    for member, worse in wrong_bodies(name, body, body_schema(operation)):
        status, text = send(name.split(" ")[0], path, worse, {})
        check_answer(name, operation, status, text)
        if status != 400 and not (lenient and member not in read_of_events):
            faults.append(f"{name} takes {member} of another type: {status} {text[:80]}")
        if status == 400 and member not in known:
            faults.append(f"{name} reads {member}, which is not in the document")
        tried.add(f"{name} {member}")

# Each object of a body with a member that nobody knows: (its name, the body).
def strange_bodies(body, above=""):
    yield above + "nonesuch", {**body, "nonesuch": 1}
    for name, value in body.items():
        if isinstance(value, dict):
            for inner, worse in strange_bodies(value, f"{above}{name}."):
                yield inner, {**body, name: worse}

def refused_by_name(name, path, word, body):
    status, text = answer(name, path, body, {})
    if status != 400 or json.loads(text)["error"]["message"].find(f'"{word}"') < 0:
        faults.append(f"{name} takes {word}, which is not in the document: {status} {text[:80]}")

def try_strange(name, path, body):
    refused_by_name(name, path + "?nonesuch=1", "nonesuch", body)
    if name == "POST /payments/webhook":  # the provider's own
        return
    for word, worse in strange_bodies(body or {}):
        refused_by_name(name, path, word, worse)

def check_key(name, key):
    keyed = any(deref(one)["name"] == "Idempotency-Key" for one in operation_of(name).get("parameters", []))
    if keyed != bool(sent["key"]) or (key and sent["key"] != key):
        faults.append(f"{name} says that its key is {sent['key']}, and it was asked with {key}")

def operation_of(name):
    method, template = name.split(" ")
    return spec["paths"][template][method.lower()]

def path_of(name, words):
    path = name.split(" ")[1]
    for word, value in words.items():
        path = path.replace("{" + word + "}", value)
    return path

# ask("POST /api/holds", {"hold": ID}, {...}): the answer of an operation that has to succeed.
def ask(name, words=None, body=None, query="", key=None, wrongly=True):
    path = path_of(name, words or {})
    tried.update(f"{name} {word}" for word in words or {})
    if query:
        tried.add(f"{name} {query.split('=')[0]}")
    if body and wrongly:
        try_wrong(name, path, operation_of(name), body)
    if wrongly:
        try_strange(name, path, body)
    tried.add(name)
    asked[name] = (words or {}, body)
    status, text = answer(name, path + ("?" + query if query else ""), body,
                          {"Idempotency-Key": key} if key else {})
    if status >= 300:
        faults.append(f"{name} is refused: {status} {text[:200]}")
    check_key(name, key)
    return json.loads(text) if text[:1] == b"{" else text

def answer(name, path, body, headers):
    status, text = send(name.split(" ")[0], path, body, headers)
    check_answer(name, operation_of(name), status, text)
    return status, text

# refused(409, "POST /api/holds", {}, {...}): what has to be answered so.
def refused(want, name, words, body=None, query="", headers=None):
    status, text = answer(name, path_of(name, words) + query, body, headers or {})
    if status != want:
        faults.append(f"{name} answers {status} and not {want}: {text[:200]}")

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
    ask("POST /api/shows/{show}/seats/{seat}/cancel", one, {
        "customerEmail": "bo@example.org", "reason": "mind", "notes": "changed it"})
    ask("POST /api/holds", body={"showId": "play", "customerEmail": "eve@example.org",
        "ttlSeconds": 600, "showSeatIds": seats("A", 1, 2)}, key="one")
    best = ask("POST /api/holds", body={"showId": "play", "customerEmail": "eve@example.org",
               "best": {"count": 2, "class": "Stalls", "section": "Stalls", "accessible": 0,
                        "aisle": False, "together": True, "strict": False}})["hold"]["id"]
    ask("GET /api/holds/{hold}", {"hold": best})
    ask("POST /api/holds/{hold}/extend", {"hold": best}, {"seconds": 60})
    ask("POST /api/holds/{hold}/transfer", {"hold": best}, {
        "customerEmail": "flo@example.org", "reason": "gift", "notes": "of a friend"})
    ask("DELETE /api/holds/{hold}", {"hold": best}, {"reason": "mind", "notes": "changed it"})
    sold = ask("POST /api/holds/{hold}/confirm", {"hold": hold("B", 1, 2)},
               {"name": "Eve Example", "voucher": "TENTH", "payment": {"auth": "PAID1234", "amount": 7560}})["sale"]
    later = {"hold": hold("B", 3, 4)}
    due = ask("POST /api/holds/{hold}/confirm", later, {"name": "Eve Example", "due": True})["sale"]
    refused(409, "GET /api/sales/{code}/tickets.pdf", {"code": due["code"]})
    ask("GET /api/sales/{code}", {"code": sold["code"]})
    ask("GET /api/sales/{code}/tickets.pdf", {"code": sold["code"]})
    back = "POST /api/sales/{code}/refund"
    ask(back, {"code": sold["code"]}, {"showSeatIds": seats("B", 2), "reason": "ill", "notes": "of it"})
    refused(409, back, {"code": sold["code"]}, {"showSeatIds": seats("B", 2)})
    ask("POST /api/lookup", body={"code": sold["code"], "lastName": "Example"})

def walk_checkouts():
    start = "POST /api/checkouts"
    first = ask(start, body={"holdIds": [hold("C", 1, 2)], "name": "Eve", "types": ["adult", "child"],
                "voucher": "TENTH", "customerEmail": "eve@example.org"}, key="pay")["checkout"]["id"]
    ask("GET /api/checkouts/{checkout}", {"checkout": first})
    ask("POST /api/checkouts/{checkout}/cancel", {"checkout": first},
        {"reason": "mind", "notes": "changed it"})
    said = json.loads(event)
    said["data"]["object"].update(amount_refunded=0, latest_charge={"amount_refunded": 0},
                                  last_payment_error={})
    ask("POST /payments/webhook", body=said)

def walk_waiting():
    entry = ask("POST /api/shows/{show}/waitlist", {"show": "play"}, {
        "customerEmail": "di@example.org", "name": "Di", "phone": "020", "party": 2,
        "class": "Stalls", "section": "Stalls", "accessible": 0, "aisle": False,
        "together": True})["waiter"]["id"]
    ask("GET /api/shows/{show}/waitlist/{entry}", {"show": "play", "entry": entry})
    ask("DELETE /api/shows/{show}/waitlist/{entry}", {"show": "play", "entry": entry},
        {"reason": "mind", "notes": "changed it"})

def walk_door():
    one = {"checkin": checkin}
    ask("GET /api/checkins/{checkin}", one)
    ask("POST /api/checkins/{checkin}/bag", one, {"weightKg": 30.5})
    ask("POST /api/checkins/{checkin}/cancel", one, {"reason": "no money", "notes": "none"})
    ask("POST /api/checkins/{checkin}/bag", one, {"weightKg": 30}, wrongly=False)
    ask("POST /api/checkins/{checkin}/payment", one)
    ask("GET /api/checkins/{checkin}/payment", one)
    ask("POST /api/checkins/{checkin}/payment/cancel", one)
    ask("POST /api/checkins/{checkin}/pay", one, {"payment": {"auth": "BAG12345", "amount": 5000}})

def walk_office():
    named = {"showId": "play", "showSeatIds": seats("D", 1, 2), "reason": "test", "notes": "of it"}
    ask("POST /api/admin/seats/block", body=named)
    ask("POST /api/admin/seats/unblock", body=named)
    ask("POST /api/admin/seats/release", body=named)
    ask("POST /api/admin/seats/release", body={"holdIds": [hold("D", 1, 2)], "reason": "test"})
    ask("GET /api/admin/status")
    ask("POST /api/admin/reconcile")
    ask("GET /admin/abuse/recent")

# ---- refusals ------------------------------------------------------------------------------------

def operations():
    for path, methods in spec["paths"].items():
        for method, operation in methods.items():
            yield f"{method.upper()} {path}", operation

def documents(operation, status):
    return str(status) in operation["responses"]

# Each operation asked as it was when it succeeded: those that name the status answer so, others as
# they say.
def refuse_all(status, headers=None, break_it=lambda words, body: (words, body)):
    for name, operation in operations():
        words, body = break_it(*asked[name])
        if documents(operation, status):
            refused(status, name, words, body, headers=headers)
        else:
            answer(name, path_of(name, words), body, headers or {})

unknown = "018f0000-0000-7000-8000-000000000001"

# Asked as when it succeeded, but of what is not there.
def refuse_unknown():
    missing = {"show": "none", "hold": unknown, "checkout": unknown, "checkin": unknown, "code": "B-NOTHING",
               "seat": "Stalls-Z-9", "ip": "192.0.2.1"}
    within = {"showId": "none", "holdIds": [unknown], "code": "B-NOTHING"}
    for name, operation in operations():
        words, body = asked[name]
        words = {word: missing.get(word, value) for word, value in words.items()}
        body = body and {member: within.get(member, value) for member, value in body.items()}
        if documents(operation, 404) and name != "POST /api/admin/seats/release":  # hold by hold
            refused(404, name, words, body)

def refuse_others():  # and what is changed by nobody
    adam = {"customerEmail": "adam@example.org"}
    eve = {"customerEmail": "eve@example.org", "showId": "play"}
    gone, mine = {"hold": hold("C", 9, 10)}, {"show": "play", "seat": "Stalls-B-10"}
    taken, alone = {"show": "play", "seat": "Stalls-A-1"}, {"show": "play", "seat": "Stalls-A-4"}
    touch, new = "POST /api/shows/{show}/seats/{seat}/hold", "POST /api/holds"
    map_of = "GET /api/shows/{show}/seats"
    send("DELETE", "/api/holds/" + gone["hold"], None, {})
    refused(201, touch, mine, adam)
    refused(200, touch, mine, adam)
    refused(409, touch, taken, adam)
    refused(422, touch, alone, adam)
    refused(200, new, {}, {**eve, "showSeatIds": seats("A", 1, 2)})
    refused(409, new, {}, {**adam, "showId": "play", "showSeatIds": seats("A", 1, 2)})
    refused(422, new, {}, {**adam, "showId": "play", "showSeatIds": seats("A", 4)})
    refused(409, "POST /api/holds/{hold}/extend", gone, {})
    refused(409, "POST /api/holds/{hold}/transfer", gone, adam)
    refused(409, "POST /api/holds/{hold}/confirm", gone, {"due": True})
    refused(409, "POST /api/checkouts", {}, {"holdIds": [gone["hold"]]})
    for act in ("block", "unblock"):
        refused(409, "POST /api/admin/seats/" + act, {},
                {"showId": "play", "showSeatIds": seats("B", 1), "reason": "test"})
    refused(404, "POST /api/admin/seats/release", {},
            {"showId": "none", "showSeatIds": seats("B", 1), "reason": "test"})
    refused(304, map_of, {"show": "play"}, headers={"If-None-Match": "*"})

# What is known of a moment ago is told for a moment.
def until_gone():
    until = time.monotonic() + 30
    for path in ("/ready", "/api/shows/play/seats"):
        while send("GET", path, None, {})[0] != 503 and time.monotonic() < until:
            time.sleep(0.05)

def without_sense(words, body):
    return {word: "%2e%2e" for word in words}, "{"

def too_large(words, body):
    return words, body if body is None else json.dumps({**body, "reason": "x" * 400000})

def check_tried():
    for name, operation in operations():
        parameters = [deref(one) for one in operation.get("parameters", [])]
        wanted = [name] + [f"{name} {one['name']}" for one in parameters if one["in"] != "header"]
        wanted += [f"{name} {one}" for one in all_members(body_schema(operation))]
        wanted += [f"{name} {status}" for status in operation["responses"]]
        faults.extend(f"{one} was not tried" for one in wanted
                      if one not in tried and one not in elsewhere)

for walk in (walk_shows, walk_holds, walk_checkouts, walk_waiting, walk_door, walk_office):
    walk()
asked["POST /admin/abuse/unblock/{ip}"] = {"ip": shut_out}, None
refuse_others()
refuse_all(429, {"Authorization": "Bearer " + paced})
ask("POST /admin/abuse/unblock/{ip}", {"ip": shut_out})
refuse_unknown()
refuse_all(400, break_it=without_sense)
refuse_all(401, {"Authorization": "Bearer nobody", "Payment-Signature": "t=1,v1=00"})
refuse_all(403, {"Authorization": "Bearer " + nobody})
refuse_all(413, break_it=too_large)
subprocess.run([away], check=True)
until_gone()
refuse_all(503)
check_tried()
print("\n".join(dict.fromkeys(faults)), end="\n" if faults else "")
