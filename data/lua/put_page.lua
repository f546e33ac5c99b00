-- Keeps a page unless a newer one is there. KEYS: page. ARGV: its age in ms, page, ms to keep.
-- When it was taken is told by this server's clock alone: those who write and read it have others.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local taken = now - tonumber(ARGV[1])
local old = redis.pcall('HGET', KEYS[1], 'taken')
local known = type(old) == 'string' and tonumber(old)
if known and known > taken and known <= now then return 0 end
redis.call('DEL', KEYS[1])
redis.call('HSET', KEYS[1], 'taken', string.format('%.0f', taken), 'page', ARGV[2])
redis.call('PEXPIRE', KEYS[1], ARGV[3])
return 1
