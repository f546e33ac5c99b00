-- Publishes a message that goes on where the last one ended, so that each comes once and in order,
-- whichever service sends it. KEYS: told, the last event that was published. ARGV: the event the
-- message goes on from ("": it is the first), the event it ends with, ms to remember that, channel,
-- message. Returns the last event that was published by now; "": none, or it was forgotten.
local told = redis.pcall('GET', KEYS[1])
if type(told) ~= 'string' then told = '' end
if told ~= ARGV[1] then return told end
redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3])
redis.call('PUBLISH', ARGV[4], ARGV[5])
return ARGV[2]
