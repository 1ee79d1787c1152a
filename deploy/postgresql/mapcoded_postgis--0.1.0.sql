\echo Use "CREATE EXTENSION mapcoded_postgis CASCADE" to load this file. \quit

-- Points of PostGIS, transformed from other reference systems to WGS 84 (4326). Without a system (0), points are
-- degrees. Lines and areas give NULL.

CREATE OR REPLACE FUNCTION mapcode(
  point geometry, territory text DEFAULT NULL, extra_digits integer DEFAULT NULL
) RETURNS text LANGUAGE sql IMMUTABLE COST 10000
BEGIN ATOMIC
  SELECT mapcode(ST_Y(wgs84), ST_X(wgs84), territory, extra_digits)
  FROM (SELECT CASE
    WHEN ST_GeometryType(point) <> 'ST_Point' THEN NULL
    WHEN ST_SRID(point) IN (0, 4326) THEN point
    ELSE ST_Transform(point, 4326)
  END) AS t(wgs84);
END;

CREATE OR REPLACE FUNCTION mapcode(
  point geography, territory text DEFAULT NULL, extra_digits integer DEFAULT NULL
) RETURNS text LANGUAGE sql IMMUTABLE COST 10000
BEGIN ATOMIC
  SELECT mapcode(point::geometry, territory, extra_digits);
END;

CREATE OR REPLACE FUNCTION mapcode_to_geometry(code text, context text DEFAULT NULL)
RETURNS geometry(Point, 4326) LANGUAGE sql IMMUTABLE COST 10000
BEGIN ATOMIC
  SELECT ST_SetSRID(ST_MakePoint(lon, lat), 4326) FROM mapcode_to_point(code, context);
END;
