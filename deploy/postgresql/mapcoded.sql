-- Functions of PostgreSQL for mapcodes. Run this file once in each database, as a superuser:
--
--   psql --dbname=places --file=deploy/postgresql/mapcoded.sql
--
-- It needs PL/Python (Debian: postgresql-plpython3-15) and the command `mapcoded` in the PATH of the server.
-- If the database has PostGIS, the functions take and return geometry, too. docs/engines.md has examples.

\set ON_ERROR_STOP on

BEGIN;

CREATE EXTENSION IF NOT EXISTS plpython3u;

-- For foreign tables whose rows are the answers of a program.
CREATE EXTENSION IF NOT EXISTS file_fdw;
CREATE SERVER IF NOT EXISTS mapcoded FOREIGN DATA WRAPPER file_fdw;

CREATE SCHEMA IF NOT EXISTS mapcoded;

-- Defines what the functions below share, once in a session: GD["mapcoded"](operation, args, returns, rows) converts
-- rows by a process that stays with the session, as starting one takes 0.2 s. Each row has one answer, a text or None.
-- Loading needs a subtransaction, which workers of parallel queries refuse: the functions are PARALLEL RESTRICTED.
-- A process that fails to answer all rows is ended, so that no answer can be taken for that of a later row.
CREATE OR REPLACE FUNCTION mapcoded.load() RETURNS void LANGUAGE plpython3u AS $python$
import os
import selectors
import subprocess

TIMEOUT_SECONDS = 60
PIPE_BYTES = 1 << 16
NULL = "\\N"
ESCAPES = str.maketrans({"\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r"})

processes = {}

def start(operation, args, returns):
    command = ["mapcoded", "udf", operation, "--args", args, "--returns", returns, "--format", "COPY"]
    # In a session of its own, as canceling a query interrupts all processes of the server's session.
    process = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0, start_new_session=True)
    for pipe in (process.stdin, process.stdout):
        os.set_blocking(pipe.fileno(), False)
    return process

def end(process):
    process.kill()
    process.stdin.close()
    process.stdout.close()
    process.wait()

def exchange(process, request, count):
    """Writes and reads in turns, as the process reads no more while its answers are not read."""
    blocks, missing = [], count
    unsent = memoryview(request)
    with selectors.DefaultSelector() as selector:
        selector.register(process.stdout, selectors.EVENT_READ)
        selector.register(process.stdin, selectors.EVENT_WRITE)
        while missing > 0:
            ready = selector.select(TIMEOUT_SECONDS)
            if not ready:
                raise TimeoutError(f"no answer within {TIMEOUT_SECONDS} seconds")
            for key, _ in ready:
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
        process = None
        try:
            process = processes.pop(function, None) or start(*function)
            lines = exchange(process, request, count)
        except BaseException as error:
            if process is not None:
                end(process)
            if is_last or not isinstance(error, (BrokenPipeError, EOFError)):
                plpy.error(f"mapcoded does not answer: {error}.")
        else:
            processes[function] = process
            return lines

def field(value):
    if value is None:
        return NULL
    return value.translate(ESCAPES) if isinstance(value, str) else repr(value)

def answers(operation, args, returns, rows):
    request = "".join("\t".join(map(field, row)) + "\n" for row in rows).encode()
    lines = answer_lines((operation, args, returns), request, len(rows))
    return [None if line == NULL else line for line in lines]

GD["mapcoded"] = answers
$python$;

-- mapcode(lat, lon): 'NLD 49.4V', the shortest local mapcode; NULL where no territory has one
CREATE OR REPLACE FUNCTION mapcode(
  lat double precision, lon double precision, territory text DEFAULT NULL, "precision" integer DEFAULT NULL
) RETURNS text LANGUAGE plpython3u IMMUTABLE PARALLEL RESTRICTED COST 10000 AS $python$
if "mapcoded" not in GD:
    plpy.execute("SELECT mapcoded.load()")
row = (lat, lon, territory, precision)
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
  lat double precision, lon double precision, "precision" integer DEFAULT NULL
) RETURNS text LANGUAGE plpython3u IMMUTABLE PARALLEL RESTRICTED COST 10000 AS $python$
if "mapcoded" not in GD:
    plpy.execute("SELECT mapcoded.load()")
row = (lat, lon, precision)
return GD["mapcoded"]("encode", "lat,lon,precision", "international", [row])[0]
$python$;

-- mapcodes(lat, lon): {"NLD 49.4V",...,"AAA VHXGB.1J9J"}, all mapcodes; NULL if the point has none
CREATE OR REPLACE FUNCTION mapcodes(
  lat double precision, lon double precision, territory text DEFAULT NULL, "precision" integer DEFAULT NULL
) RETURNS text[] LANGUAGE plpython3u IMMUTABLE PARALLEL RESTRICTED COST 10000 AS $python$
if "mapcoded" not in GD:
    plpy.execute("SELECT mapcoded.load()")
row = (lat, lon, territory, precision)
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

-- Geometry. Points in another reference system than WGS 84 (4326) are transformed; without one, they count as degrees.
SELECT EXISTS (SELECT FROM pg_extension WHERE extname = 'postgis') AS has_postgis \gset
\if :has_postgis
  CREATE OR REPLACE FUNCTION mapcode(
    point geometry, territory text DEFAULT NULL, "precision" integer DEFAULT NULL
  ) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL RESTRICTED COST 10000
  BEGIN ATOMIC
    SELECT mapcode(ST_Y(wgs84), ST_X(wgs84), territory, "precision")
    FROM (SELECT CASE WHEN ST_SRID(point) IN (0, 4326) THEN point ELSE ST_Transform(point, 4326) END) AS t(wgs84);
  END;

  CREATE OR REPLACE FUNCTION mapcode_to_geometry(code text, context text DEFAULT NULL)
  RETURNS geometry(Point, 4326) LANGUAGE sql IMMUTABLE PARALLEL RESTRICTED COST 10000
  BEGIN ATOMIC
    SELECT ST_SetSRID(ST_MakePoint(lon, lat), 4326) FROM mapcode_to_point(code, context);
  END;
\endif

COMMIT;
