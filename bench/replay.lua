-- Sends the requests of a file in a loop, and prints the figures as one line of JSON at the end.
-- Each line of the file has method, path, token and body, separated by tabs; the last two may be empty.

local requests = {}
local sent = 0

local function parse(line)
    local method, path, token, body = line:match("^(%S+)\t(%S+)\t(%S*)\t(.*)$")
    local headers = { Accept = wrk.headers.Accept }
    if token ~= "" then headers.Authorization = "Bearer " .. token end
    if body == "" then return wrk.format(method, path, headers) end
    headers["Content-Type"] = "application/json"
    return wrk.format(method, path, headers, body)
end

function init(args)
    for line in io.lines(args[1]) do requests[#requests + 1] = parse(line) end
end

function request()
    sent = sent + 1
    return requests[(sent - 1) % #requests + 1]
end

function done(summary, latency)
    local errors = summary.errors
    print(string.format(
        '{"micros":%d,"requests":%d,"bytes":%d,"p50":%d,"p99":%d,"status_errors":%d,"connection_errors":%d}',
        summary.duration, summary.requests, summary.bytes, latency:percentile(50), latency:percentile(99),
        errors.status, errors.connect + errors.read + errors.write + errors.timeout))
end
