/*
 * Times the published C library. peers.ts compiles this file with it. Usage: c-library POINTS TEXTS ROUNDS CHECKED.
 * POINTS: pairs of latitude and longitude, doubles. TEXTS: one mapcode for each point, each on a line.
 * Prints JSON: the least CPU nanoseconds per point of ROUNDS runs, and the answers for the first CHECKED points.
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include "mapcoder.h"

enum { MAX_POINTS = 1 << 17 };
static double points[MAX_POINTS][2], lat, lon;
static char texts[MAX_POINTS][32];
static long count;
static Mapcodes mapcodes;

static void encodeOne(long index) {
  encodeLatLonToMapcodes(&mapcodes, points[index][0], points[index][1], 0, 0);
}

static void decodeOne(long index) {
  if (decodeMapcodeToLatLonUtf8(&lat, &lon, texts[index], 0, NULL)) exit(4); /* The territory is in the text. */
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
  FILE *pointFile = argumentCount == 5 ? fopen(args[1], "rb") : NULL;
  FILE *textFile = argumentCount == 5 ? fopen(args[2], "r") : NULL;
  if (!pointFile || !textFile) return 2;
  count = fread(points, sizeof *points, MAX_POINTS, pointFile);
  for (long index = 0; index < count; index++)
    if (fscanf(textFile, "%31[^\n]\n", texts[index]) != 1) return 2;
  const int rounds = atoi(args[3]), checked = atoi(args[4]);
  printf("{\"codes\":[");
  for (long index = 0; index < checked; index++) {
    encodeOne(index);
    for (int code = 0; code < mapcodes.count; code++)
      printf("%s\"%s\"", code ? "," : index ? ",[" : "[", mapcodes.mapcode[code]);
    printf("]");
  }
  printf("],\"points\":[");
  for (long index = 0; index < checked; index++) {
    decodeOne(index);
    printf("%s[%.9f,%.9f]", index ? "," : "", lat, lon);
  }
  printf("],\"ns\":[%.1f,%.1f]}\n", leastOf(rounds, encodeOne), leastOf(rounds, decodeOne));
}
