\echo Use "CREATE EXTENSION mapcoded CASCADE" to load this file. \quit

-- Functions of PostgreSQL for mapcodes. They need the command `mapcoded`, in the PATH of the server or where npm
-- installs commands by default. docs/engines.md has examples.
--
-- An update runs this file as well: mapcoded--OLD--NEW.sql is a copy of mapcoded--NEW.sql. So everything is made by
-- statements that can be repeated.

CREATE SCHEMA IF NOT EXISTS mapcoded;
GRANT USAGE ON SCHEMA mapcoded TO PUBLIC;

-- Defines what the functions below share, once in a session: GD["mapcoded"](operation, args, returns, rows) converts
-- rows by a process that stays with the session, as starting one takes 0.2 s. Each row has one answer, a text or None.
-- Loading needs a subtransaction, which workers of parallel queries refuse: the functions are PARALLEL RESTRICTED.
-- A process that fails to answer all rows is ended, so that no answer can be taken for that of a later row.
CREATE OR REPLACE FUNCTION mapcoded.load() RETURNS void LANGUAGE plpython3u AS $python$
import os
import re
import selectors
import subprocess
import tempfile
import time

TIMEOUT_SECONDS = 60
# How soon a canceled statement ends while it waits for a process.
CANCEL_SECONDS = 0.1
# Debian's pg_ctlcluster starts servers without the folder that npm installs commands to.
COMMON_PATH = "/usr/local/bin:/usr/bin:/bin"
LAST_WORDS_BYTES = 500
PIPE_BYTES = 1 << 16
NULL = "\\N"
ESCAPES = str.maketrans({"\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r"})
CONTROLS = dict(zip("bfnrtv", "\b\f\n\r\t\v"))

processes = {}

def start(operation, args, returns):
    command = ["mapcoded", "udf", operation, "--args", args, "--returns", returns, "--format", "COPY"]
    path = ":".join(filter(None, [os.environ.get("PATH"), COMMON_PATH]))
    last_words = tempfile.TemporaryFile()
    try:
        # In a session of its own, as canceling a query interrupts all processes of the server's session.
        process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=last_words, bufsize=0,
            start_new_session=True, env={**os.environ, "PATH": path})
    except OSError as error:
        last_words.close()
        plpy.error(
            f"The command mapcoded cannot be started: {error.strerror}.", detail=f"It was looked for in {path}.",
            hint="Install it where the user of the server may read it, or add its folder to the PATH of the server.")
    for pipe in (process.stdin, process.stdout):
        os.set_blocking(pipe.fileno(), False)
    process.last_words = last_words
    return process

def end(process):
    """Ends a process. Returns the end of what it wrote to standard error."""
    process.kill()
    process.stdin.close()
    process.stdout.close()
    process.wait()
    with process.last_words as file:
        file.seek(max(0, file.seek(0, os.SEEK_END) - LAST_WORDS_BYTES))
        return file.read().decode(errors="replace").strip()

def wait(selector, deadline):
    """Waits for a pipe. A statement that is canceled meanwhile, or takes too long, ends with its own error."""
    while True:
        ready = selector.select(CANCEL_SECONDS)
        if ready:
            return ready
        plpy.execute("SELECT")
        if time.monotonic() > deadline:
            raise TimeoutError(f"no answer within {TIMEOUT_SECONDS} seconds")

def exchange(process, request, count):
    """Writes and reads in turns, as the process reads no more while its answers are not read."""
    blocks, missing = [], count
    unsent = memoryview(request)
    with selectors.DefaultSelector() as selector:
        selector.register(process.stdout, selectors.EVENT_READ)
        selector.register(process.stdin, selectors.EVENT_WRITE)
        while missing > 0:
            for key, _ in wait(selector, time.monotonic() + TIMEOUT_SECONDS):
                if key.fileobj is process.stdin:
                    unsent = unsent[os.write(key.fd, unsent[:PIPE_BYTES]):]
                    if not unsent:
                        selector.unregister(process.stdin)
                    continue
                block = os.read(key.fd, PIPE_BYTES)
                if not block:
                    raise EOFError("the process has ended")
                blocks.append(block)
                missing -= block.count(b"\n")
    lines = b"".join(blocks).decode().split("\n")
    if len(lines) != count + 1 or lines[-1] != "":
        raise ValueError(f"{len(lines) - 1} answers to {count} rows")
    return lines[:-1]

def answer_lines(function, request, count):
    # A process that was killed is replaced once. Rows have the same answers in any process.
    for is_last in (False, True):
        process = processes.pop(function, None) or start(*function)
        try:
            lines = exchange(process, request, count)
        except BaseException as error:
            last_words = end(process)
            if isinstance(error, plpy.SPIError):
                raise
            if is_last or not isinstance(error, (BrokenPipeError, EOFError)):
                plpy.error(f"mapcoded does not answer: {error}.", detail=last_words or None)
        else:
            processes[function] = process
            return lines

def field(value):
    if value is None:
        return NULL
    return value.translate(ESCAPES) if isinstance(value, str) else repr(value)

def text(line):
    return re.sub(r"\\(.)", lambda escape: CONTROLS.get(escape[1], escape[1]), line)

def answers(operation, args, returns, rows):
    request = "".join("\t".join(map(field, row)) + "\n" for row in rows).encode()
    lines = answer_lines((operation, args, returns), request, len(rows))
    # Only errors can have escapes, as they repeat what users wrote.
    read = text if returns == "error" else str
    return [None if line == NULL else read(line) for line in lines]

GD["mapcoded"] = answers
$python$;

-- mapcode(lat, lon): 'NLD 49.4V', the shortest local mapcode; NULL where no territory has one
CREATE OR REPLACE FUNCTION mapcode(
  lat double precision, lon double precision, territory text DEFAULT NULL, extra_digits integer DEFAULT NULL
) RETURNS text LANGUAGE plpython3u IMMUTABLE PARALLEL RESTRICTED COST 10000 AS $python$
if "mapcoded" not in GD:
    plpy.execute("SELECT mapcoded.load()")
row = (lat, lon, territory, extra_digits)
return GD["mapcoded"]("encode", "lat,lon,territory,precision", "local", [row])[0]
$python$;

-- mapcode_array(lats, lons): as mapcode, for many points at once
CREATE OR REPLACE FUNCTION mapcode_array(lats double precision[], lons double precision[])
RETURNS text[] LANGUAGE plpython3u IMMUTABLE PARALLEL RESTRICTED STRICT COST 100000 AS $python$
if "mapcoded" not in GD:
    plpy.execute("SELECT mapcoded.load()")
if len(lats) != len(lons):
    plpy.error(f"There are {len(lats)} latitudes and {len(lons)} longitudes. Give as many of each.")
return GD["mapcoded"]("encode", "lat,lon", "local", list(zip(lats, lons)))
$python$;

-- mapcode_international(lat, lon): 'VHXGB.1J9J'
CREATE OR REPLACE FUNCTION mapcode_international(
  lat double precision, lon double precision, extra_digits integer DEFAULT NULL
) RETURNS text LANGUAGE plpython3u IMMUTABLE PARALLEL RESTRICTED COST 10000 AS $python$
if "mapcoded" not in GD:
    plpy.execute("SELECT mapcoded.load()")
row = (lat, lon, extra_digits)
return GD["mapcoded"]("encode", "lat,lon,precision", "international", [row])[0]
$python$;

-- mapcodes(lat, lon): {"NLD 49.4V",...,"AAA VHXGB.1J9J"}, all mapcodes; NULL if the point has none
CREATE OR REPLACE FUNCTION mapcodes(
  lat double precision, lon double precision, territory text DEFAULT NULL, extra_digits integer DEFAULT NULL
) RETURNS text[] LANGUAGE plpython3u IMMUTABLE PARALLEL RESTRICTED COST 10000 AS $python$
if "mapcoded" not in GD:
    plpy.execute("SELECT mapcoded.load()")
row = (lat, lon, territory, extra_digits)
literal = GD["mapcoded"]("encode", "lat,lon,territory,precision", "all", [row])[0]
# Mapcodes contain neither quotes nor backslashes.
return None if literal is None else literal.strip('{"}').split('","')
$python$;

-- mapcode_to_point(code, context): (52.37651400000124,4.908543375); the context is the territory of codes without one
CREATE OR REPLACE FUNCTION mapcode_to_point(
  code text, context text DEFAULT NULL, OUT lat double precision, OUT lon double precision
) LANGUAGE plpython3u IMMUTABLE PARALLEL RESTRICTED COST 10000 AS $python$
if "mapcoded" not in GD:
    plpy.execute("SELECT mapcoded.load()")
degrees = GD["mapcoded"]("decode", "code,context", "lat,lon", [(code, context)])[0].split("\t")
return [None if text == "\\N" else float(text) for text in degrees]
$python$;

-- mapcode_error(lat, lon): why mapcode and mapcodes have no result; NULL if the point has mapcodes
CREATE OR REPLACE FUNCTION mapcode_error(
  lat double precision, lon double precision, territory text DEFAULT NULL, extra_digits integer DEFAULT NULL
) RETURNS text LANGUAGE plpython3u IMMUTABLE PARALLEL RESTRICTED COST 10000 AS $python$
if "mapcoded" not in GD:
    plpy.execute("SELECT mapcoded.load()")
row = (lat, lon, territory, extra_digits)
return GD["mapcoded"]("encode", "lat,lon,territory,precision", "error", [row])[0]
$python$;

-- mapcode_to_point_error(code, context): why the code has no point; NULL if it has one
CREATE OR REPLACE FUNCTION mapcode_to_point_error(code text, context text DEFAULT NULL)
RETURNS text LANGUAGE plpython3u IMMUTABLE PARALLEL RESTRICTED COST 10000 AS $python$
if "mapcoded" not in GD:
    plpy.execute("SELECT mapcoded.load()")
return GD["mapcoded"]("decode", "code,context", "error", [(code, context)])[0]
$python$;
