\echo Use "CREATE EXTENSION mapcoded CASCADE" to load this file. \quit

-- PostgreSQL functions for mapcodes. They need the command `mapcoded`, in the PATH of the server or in npm's default
-- folder for commands. docs/engines.md has examples.
--
-- An update runs this file as well: mapcoded--OLD--NEW.sql is a copy of mapcoded--NEW.sql. So all its statements are
-- repeatable.

CREATE SCHEMA IF NOT EXISTS mapcoded;
GRANT USAGE ON SCHEMA mapcoded TO PUBLIC;

-- Defines GD["mapcoded"](operation, args, returns, rows) for the functions below, once in a session. It converts rows
-- by a process that lives as long as the session, as its start takes 0.2 s. Each row has one answer, a text or None.
-- Loading and waiting need subtransactions, and parallel queries allow none: the functions keep PARALLEL UNSAFE, the
-- default.
CREATE OR REPLACE FUNCTION mapcoded.load() RETURNS void LANGUAGE plpython3u AS $python$
import os
import select
import subprocess
import time

TIMEOUT_SECONDS = 60
# The maximum delay of a cancellation while a statement waits for a process.
CANCEL_SECONDS = 0.1
# Debian's pg_ctlcluster starts servers without npm's folder for commands in the PATH.
COMMON_PATH = "/usr/local/bin:/usr/bin:/bin"
ESCAPES = str.maketrans({"\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r"})

processes = {}

def start(operation, args, returns):
    path = ":".join(filter(None, [os.environ.get("PATH"), COMMON_PATH]))
    command = ["mapcoded", "udf", operation, "--args", args, "--returns", returns]
    try:
        # In its own session, as canceling a query interrupts all processes of the server's session.
        return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True,
                                env={**os.environ, "PATH": path})
    except OSError as error:
        plpy.error(f"The command mapcoded cannot be started: {error.strerror}. It was looked for in {path}.",
                   hint="Install it where the user of the server may read it, or add its folder to that PATH.")

def exchange(process, request, count):
    """Writes rows and reads their answers. All answers must fit into a pipe, to avoid a deadlock."""
    process.stdin.write(request)
    process.stdin.flush()
    answers, deadline = b"", time.monotonic() + TIMEOUT_SECONDS
    while answers.count(b"\n") < count:
        if select.select([process.stdout], [], [], CANCEL_SECONDS)[0]:
            block = os.read(process.stdout.fileno(), 1 << 16)
            if not block:
                raise EOFError("its process has ended")
            answers += block
        elif time.monotonic() > deadline:
            raise TimeoutError(f"no answer within {TIMEOUT_SECONDS} seconds")
        else:
            plpy.execute("SELECT")  # A canceled statement ends here, with its own error.
    return answers.decode().split("\n")[:-1]

def field(value):
    if value is None:
        return "\\N"
    return value.translate(ESCAPES) if isinstance(value, str) else repr(value)

def convert(operation, args, returns, rows):
    function = (operation, args, returns)
    request = "".join("\t".join(map(field, row)) + "\n" for row in rows).encode()
    # A process may be killed at any time, also after `poll`. A new one converts its rows again, once.
    for may_retry in (True, False):
        process = processes.get(function)
        if process is None or process.poll() is not None:
            process = processes[function] = start(*function)
        try:
            lines = exchange(process, request, len(rows))
            return [None if line == "\\N" else line for line in lines]
        except BaseException as error:
            # Its late answers would be taken for answers to later rows.
            del processes[function]
            process.kill()
            process.wait()
            if isinstance(error, plpy.SPIError):
                raise
            if not (may_retry and isinstance(error, (EOFError, BrokenPipeError))):
                plpy.error(f"mapcoded does not answer: {error}.")

GD["mapcoded"] = convert
$python$;

-- mapcode(lat, lon): 'NLD 49.4V', the local mapcode by borders; NULL where no territory has one
CREATE OR REPLACE FUNCTION mapcode(
  lat double precision, lon double precision, territory text DEFAULT NULL, extra_digits integer DEFAULT NULL
) RETURNS text LANGUAGE plpython3u IMMUTABLE COST 10000 AS $python$
if "mapcoded" not in GD: plpy.execute("SELECT mapcoded.load()")
return GD["mapcoded"]("encode", "lat,lon,territory,precision", "local", [(lat, lon, territory, extra_digits)])[0]
$python$;

-- mapcode_array(lats, lons): like mapcode, for many points at once
CREATE OR REPLACE FUNCTION mapcode_array(lats double precision[], lons double precision[])
RETURNS text[] LANGUAGE plpython3u IMMUTABLE STRICT COST 100000 AS $python$
if "mapcoded" not in GD: plpy.execute("SELECT mapcoded.load()")
if len(lats) != len(lons):
    plpy.error(f"There are {len(lats)} latitudes and {len(lons)} longitudes. Give as many of each.")
points = list(zip(lats, lons))
blocks = [points[at:at + 500] for at in range(0, len(points), 500)]
return [code for block in blocks for code in GD["mapcoded"]("encode", "lat,lon", "local", block)]
$python$;

-- mapcode_international(lat, lon): 'VHXGB.1J9J'
CREATE OR REPLACE FUNCTION mapcode_international(
  lat double precision, lon double precision, extra_digits integer DEFAULT NULL
) RETURNS text LANGUAGE plpython3u IMMUTABLE COST 10000 AS $python$
if "mapcoded" not in GD: plpy.execute("SELECT mapcoded.load()")
return GD["mapcoded"]("encode", "lat,lon,precision", "international", [(lat, lon, extra_digits)])[0]
$python$;

-- mapcodes(lat, lon): {"NLD 49.4V",...,"AAA VHXGB.1J9J"}, all mapcodes; NULL if the point has none
CREATE OR REPLACE FUNCTION mapcodes(
  lat double precision, lon double precision, territory text DEFAULT NULL, extra_digits integer DEFAULT NULL
) RETURNS text[] LANGUAGE plpython3u IMMUTABLE COST 10000 AS $python$
if "mapcoded" not in GD: plpy.execute("SELECT mapcoded.load()")
codes = GD["mapcoded"]("encode", "lat,lon,territory,precision", "all", [(lat, lon, territory, extra_digits)])[0]
return None if codes == "[]" else codes[2:-2].split("','")
$python$;

-- mapcode_to_point(code, context): (52.37651400000124,4.908543375); context: the territory of codes without one
CREATE OR REPLACE FUNCTION mapcode_to_point(
  code text, context text DEFAULT NULL, OUT lat double precision, OUT lon double precision
) LANGUAGE plpython3u IMMUTABLE COST 10000 AS $python$
if "mapcoded" not in GD: plpy.execute("SELECT mapcoded.load()")
degrees = GD["mapcoded"]("decode", "code,context", "lat,lon", [(code, context)])[0].split("\t")
return [None if text == "\\N" else float(text) for text in degrees]
$python$;

-- mapcode_to_points(codes): ({52.37651400000124,...},{4.908543375,...}), like mapcode_to_point, for many codes at once
CREATE OR REPLACE FUNCTION mapcode_to_points(
  codes text[], context text DEFAULT NULL, OUT lats double precision[], OUT lons double precision[]
) LANGUAGE plpython3u IMMUTABLE COST 100000 AS $python$
if codes is None: return [None, None]
if "mapcoded" not in GD: plpy.execute("SELECT mapcoded.load()")
blocks = [codes[at:at + 500] for at in range(0, len(codes), 500)]
answers = [line.split("\t") for block in blocks
           for line in GD["mapcoded"]("decode", "code,context", "lat,lon", [(code, context) for code in block])]
return [[None if answer[axis] == "\\N" else float(answer[axis]) for answer in answers] for axis in (0, 1)]
$python$;
