/*
 * Times the published C library, with which peers.ts compiles it: c-library POINTS TEXTS ROUNDS CHECKED.
 * POINTS: pairs of latitude and longitude, doubles. TEXTS: one mapcode for each point, each on a line.
 * Prints JSON: the least CPU nanoseconds per point of ROUNDS runs, and the answers for the first CHECKED points.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "mapcoder.h"

static double *points, sum;
static char **texts;
static long count;
static Mapcodes mapcodes;

static void *readAll(const char *path, long *size) {
  FILE *file = fopen(path, "rb");
  if (!file || fseek(file, 0, SEEK_END)) exit(2);
  *size = ftell(file);
  rewind(file);
  char *bytes = malloc(*size + 1);
  if (fread(bytes, 1, *size, file) != (size_t)*size) exit(2);
  fclose(file);
  bytes[*size] = 0;
  return bytes;
}

static void encodeOne(long index) {
  sum += encodeLatLonToMapcodes(&mapcodes, points[2 * index], points[2 * index + 1], 0, 0);
}

static void decodeOne(long index) {
  double lat, lon;
  if (decodeMapcodeToLatLonUtf8(&lat, &lon, texts[index], 0, NULL)) exit(4); /* The territory is in the text. */
  sum = lat + lon;
}

static double leastOf(int rounds, void (*one)(long)) {
  double least = 1e300;
  for (int round = 0; round < rounds; round++) {
    const clock_t start = clock();
    for (long index = 0; index < count; index++) one(index);
    const double ns = 1e9 * (clock() - start) / CLOCKS_PER_SEC / count;
    if (ns < least) least = ns;
  }
  return least;
}

int main(int argumentCount, char **args) {
  if (argumentCount != 5) return 1;
  long bytes;
  points = readAll(args[1], &bytes);
  count = bytes / 16;
  char *text = strtok(readAll(args[2], &bytes), "\n");
  texts = malloc(count * sizeof *texts);
  for (long index = 0; index < count; index++, text = strtok(NULL, "\n")) texts[index] = text;
  const int rounds = atoi(args[3]), checked = atoi(args[4]);
  printf("{\"codes\":[");
  for (long index = 0; index < checked; index++) {
    encodeOne(index);
    printf("%s[", index ? "," : "");
    for (int code = 0; code < mapcodes.count; code++) printf("%s\"%s\"", code ? "," : "", mapcodes.mapcode[code]);
    printf("]");
  }
  printf("],\"points\":[");
  for (long index = 0; index < checked; index++) {
    double lat, lon;
    decodeMapcodeToLatLonUtf8(&lat, &lon, texts[index], 0, NULL);
    printf("%s[%.9f,%.9f]", index ? "," : "", lat, lon);
  }
  printf("],\"ns\":[%.1f,%.1f]}\n", leastOf(rounds, encodeOne), leastOf(rounds, decodeOne));
  return sum == 0;
}
