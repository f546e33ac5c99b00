-- How fast somebody may ask (src/domain/pace.h, which says the same): judges one request of several
-- askers (an address, a token) at once and counts it.
-- KEYS: of each asker its burst, maps, requests, holds and lookups. ARGV: now, limits (burst, maps,
-- requests, holds, lookups; 0: none), whether it makes a hold, the map it looks at (0: none), whether
-- it guessed wrong at an order (then only that is counted).
-- Returns {verdict, retry_ms, asker, first}: the worst there was, 0 for none, and the oldest that
-- fills its window; a list keeps the last times, as many as are needed to know whether it is full.
local now, hold, map, wrong = tonumber(ARGV[1]), ARGV[7] == '1', ARGV[8], ARGV[9] == '1'
local burst, maps, requests, holds, lookups =
    tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4]), tonumber(ARGV[5]), tonumber(ARGV[6])
local REQUESTS, HOLDS, MAPS, BURST, LOOKUPS = 1, 2, 3, 4, 5
local KEPT_MS = 600000

-- What is of another kind than it should be was not made here.
local function ask(command, key, ...)
    local answer = redis.pcall(command, key, ...)
    if type(answer) == 'table' and answer.err then
        redis.call('DEL', key)
        return redis.call(command, key, ...)
    end
    return answer
end

local function add(key, room)
    ask('RPUSH', key, ARGV[1])
    redis.call('LTRIM', key, -room, -1)
    redis.call('PEXPIRE', key, KEPT_MS)
end

-- The time that was `back` times ago, if it is within the window.
local function within(key, back, window)
    local at = tonumber(ask('LINDEX', key, -back) or nil)
    return at and at > now - window and at
end

local function reads_out(key)
    if maps == 0 or map == '0' then return false end
    ask('ZADD', key, now, map)
    redis.call('ZREMRANGEBYSCORE', key, '-inf', string.format('%.0f', now - 2000))
    redis.call('PEXPIRE', key, KEPT_MS)
    local newest = redis.call('ZREVRANGE', key, maps, maps, 'WITHSCORES')
    return newest[2] and tonumber(newest[2])
end

local function room_in(key, limit)
    local first = limit > 0 and within(key, limit, 60000)
    return first and math.min(first + 60000 - now, 60000) or 0
end

-- The oldest of limit + 1, this one among them, if all fell into the window.
local function overflow(key, limit, window)
    if limit == 0 then return false end
    add(key, limit + 1)
    return within(key, limit + 1, window)
end

local function judge(i)
    if wrong then
        local first = overflow(KEYS[i + 4], lookups, 60000)
        return first and LOOKUPS or 0, 0, first or 0
    end
    local flood = overflow(KEYS[i], burst, 5000)
    local read_out = reads_out(KEYS[i + 1])
    local hold_wait = hold and room_in(KEYS[i + 3], holds) or 0
    local wait = room_in(KEYS[i + 2], requests)
    if flood then return BURST, 0, flood end
    if read_out then return MAPS, 0, read_out end
    if hold_wait > 0 then return HOLDS, hold_wait, now + hold_wait - 60000 end
    if wait > 0 then return REQUESTS, wait, now + wait - 60000 end
    if requests > 0 then add(KEYS[i + 2], requests) end
    if hold and holds > 0 then add(KEYS[i + 3], holds) end
    return 0, 0, 0
end

local worst, retry, whose, oldest = 0, 0, 0, 0
for i = 1, #KEYS, 5 do
    local verdict, wait, first = judge(i)
    if verdict > worst or (verdict == worst and wait > retry) then
        worst, retry, whose, oldest = verdict, wait, (i - 1) / 5, first
    end
end
return {worst, retry, whose, oldest}
