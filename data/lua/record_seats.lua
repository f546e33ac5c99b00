-- Writes down how seats stand since a commit, each only if that is news, and lets go of the act's
-- work locks on them.
-- KEYS: ZSET of holds by their end, seat map, counts; then registry entry and lock of each seat.
-- ARGV: tag, token ("" for none), how many more seats are available, held, sold, blocked; then for
-- each seat: number, version, "instead of" version, hold ("" for none), end, ms to keep, entry,
-- 32 bytes for the map, and the fields of the hold: holder, held since, source and status ("" when
-- unknown: what is there stays), show.
-- An entry of a seat nobody holds stays for a while, so that older news does not come back.
-- Keys of holds are made from the tag: they are in the same slot, though not all known beforehand.
-- Returns how many seats were news.
local tag, token = ARGV[1], ARGV[2]
local HEAD, RECORD, FIELDS, FIXED = 32, 32, 13, 7

-- Whatever stands in the way under a name of ours is garbage.
local function force(command, key, ...)
    local answer = redis.pcall(command, key, ...)
    if type(answer) == 'table' and answer.err then
        redis.call('DEL', key)
        answer = redis.pcall(command, key, ...)
    end
    return answer
end

-- What could not have been written here is no entry, and makes way.
local function entry(key)
    local text = redis.pcall('GET', key)
    if type(text) ~= 'string' then return nil end
    local fine, found = pcall(cjson.decode, text)
    if not fine or type(found) ~= 'table' or type(found.version) ~= 'number'
        or found.version < 0 or found.version > 4294967295 then
        return nil
    end
    if found.hold and (type(found.hold) ~= 'string' or type(found.expires_at) ~= 'number') then
        return nil
    end
    return found
end

local function leave(hold, no)
    local key = tag .. ':hold:' .. hold
    redis.pcall('HDEL', key, 'seat:' .. no)
    local left = redis.pcall('HLEN', key)
    if type(left) ~= 'number' or left <= FIXED then
        redis.call('DEL', key)
        force('ZREM', KEYS[1], hold)
    end
end

local function join(at)
    local hold, key = ARGV[at + 3], tag .. ':hold:' .. ARGV[at + 3]
    -- A hold that has no end yet is new, whatever stands under its name.
    if type(redis.pcall('ZSCORE', KEYS[1], hold)) ~= 'string' then redis.call('DEL', key) end
    force('HSET', key, 'holder', ARGV[at + 8], 'held_at', ARGV[at + 9], 'expires_at', ARGV[at + 4],
        'token', token, 'show', ARGV[at + 12], 'seat:' .. ARGV[at], ARGV[at + 1])
    for field, value in pairs({source = ARGV[at + 10], status = ARGV[at + 11]}) do
        redis.call(value == '' and 'HSETNX' or 'HSET', key, field, value)
    end
    redis.call('PEXPIRE', key, ARGV[at + 5])
    force('ZADD', KEYS[1], ARGV[at + 4], hold)
end

local function number_at(text, from)
    local a, b, c, d = string.byte(text, from, from + 3)
    return ((a * 256 + b) * 256 + c) * 256 + d
end

local function draw(no, record)
    local size = redis.pcall('STRLEN', KEYS[2])
    if type(size) ~= 'number' or size == 0 then return end
    local at = HEAD + no * RECORD
    if at + RECORD > size then
        redis.call('DEL', KEYS[2])
    elseif number_at(redis.call('GETRANGE', KEYS[2], at, at + 3), 1) < number_at(record, 1) then
        redis.call('SETRANGE', KEYS[2], at, record)
    end
end

local news, at = 0, 7
for i = 1, (#KEYS - 3) / 2 do
    local key, lock = KEYS[2 * i + 2], KEYS[2 * i + 3]
    local no, version, instead_of = ARGV[at], tonumber(ARGV[at + 1]), tonumber(ARGV[at + 2])
    local found, hold = entry(key), ARGV[at + 3]
    if not found or found.version < version or found.version == instead_of then
        news = news + 1
        if found and type(found.hold) == 'string' and found.hold ~= hold then
            leave(found.hold, no)
        end
        if hold ~= '' then join(at) end
        redis.call('SET', key, ARGV[at + 6], 'PX', ARGV[at + 5])
        draw(tonumber(no), ARGV[at + 7])
    end
    if token ~= '' and redis.pcall('GET', lock) == token then redis.call('DEL', lock) end
    at = at + FIELDS
end

if news > 0 and redis.call('EXISTS', KEYS[3]) == 1 then
    local names = {'available', 'held', 'sold', 'blocked'}
    for i = 1, 4 do
        if ARGV[2 + i] ~= '0' then redis.pcall('HINCRBY', KEYS[3], names[i], ARGV[2 + i]) end
    end
end
return news
