-- How fast somebody may ask (src/domain/pace.h, which says the same): judges one request of several
-- askers (an address, a token) at once and counts it.
-- KEYS: of each asker its burst, maps, requests and holds. ARGV: now, limits (burst, maps, requests,
-- holds; 0: none), whether it makes a hold, the map it looks at (0: none).
-- Returns {verdict, retry_ms, asker}: the worst there was, 0 for none; a list keeps the last times,
-- as many as are needed to know whether the window is full.
local now, hold, map = tonumber(ARGV[1]), ARGV[6] == '1', ARGV[7]
local burst, maps, requests, holds =
    tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4]), tonumber(ARGV[5])
local REQUESTS, HOLDS, MAPS, BURST = 1, 2, 3, 4
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
    return redis.call('ZCARD', key) > maps
end

local function room_in(key, limit)
    local first = limit > 0 and within(key, limit, 60000)
    return first and math.min(first + 60000 - now, 60000) or 0
end

local function judge(i)
    local flood = false
    if burst > 0 then
        add(KEYS[i], burst + 1)
        flood = within(KEYS[i], burst + 1, 5000)
    end
    local read_out = reads_out(KEYS[i + 1])
    local hold_wait = hold and room_in(KEYS[i + 3], holds) or 0
    local wait = room_in(KEYS[i + 2], requests)
    if flood then return BURST, 0 end
    if read_out then return MAPS, 0 end
    if hold_wait > 0 then return HOLDS, hold_wait end
    if wait > 0 then return REQUESTS, wait end
    if requests > 0 then add(KEYS[i + 2], requests) end
    if hold and holds > 0 then add(KEYS[i + 3], holds) end
    return 0, 0
end

local worst, retry, whose = 0, 0, 0
for i = 1, #KEYS, 4 do
    local verdict, wait = judge(i)
    if verdict > worst or (verdict == worst and wait > retry) then
        worst, retry, whose = verdict, wait, (i - 1) / 4
    end
end
return {worst, retry, whose}
