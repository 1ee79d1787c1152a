/*
 * Times the published C library in process. peers.ts compiles and runs it:
 *   cc -O2 c-library.c -ldl -o c-library && ./c-library LIBRARY POINTS TEXTS ROUNDS CHECKED
 * LIBRARY: a shared object with the published interface of the C library, version 2.2 or later.
 * POINTS: pairs of latitude and longitude, doubles. TEXTS: one mapcode for each point, each on a line.
 * Prints JSON: the least CPU nanoseconds per point of ROUNDS runs, and the answers for the first CHECKED points.
 */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MAX_CODES = 22 };
static int (*encode)(void *, double, double, int, int);
static int (*decode)(double *, double *, const char *, int, void *);
/* The texts follow the count at a distance that depends on the version; room for the largest. */
static struct { int count; char texts[32768]; } mapcodes;
static double *points, sum;
static char **texts;
static long count;

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

static void encodeOne(long index, int territory) {
  sum += encode(&mapcodes, points[2 * index], points[2 * index + 1], territory, 0);
}

static void decodeOne(long index, double *lat, double *lon) {
  if (decode(lat, lon, texts[index], 0, NULL)) exit(4); /* The territory is in the text. */
  sum += *lat;
}

/* A negative territory stands for decoding. */
static double leastOf(int rounds, int territory) {
  double least = 1e300, lat, lon;
  for (int round = 0; round < rounds; round++) {
    const clock_t start = clock();
    for (long index = 0; index < count; index++) {
      if (territory >= 0) encodeOne(index, territory);
      else decodeOne(index, &lat, &lon);
    }
    const double ns = 1e9 * (clock() - start) / CLOCKS_PER_SEC / count;
    if (ns < least) least = ns;
  }
  return least;
}

/* Texts are at equal distances, which follow from the first two texts of a point with several. */
static long distanceOfTexts(void) {
  const char *second = mapcodes.texts + strlen(mapcodes.texts);
  while (!*second) second++;
  return second - mapcodes.texts;
}

static void printCodes(long checked) {
  long distance = 0;
  for (long index = 0; index < checked; index++) {
    memset(&mapcodes, 0, sizeof mapcodes);
    encodeOne(index, 0);
    if (mapcodes.count > 1) distance = distanceOfTexts();
    printf("%s[", index ? "," : "");
    for (int code = 0; code < mapcodes.count && code < MAX_CODES; code++)
      printf("%s\"%s\"", code ? "," : "", mapcodes.texts + code * distance);
    printf("]");
  }
}

int main(int argumentCount, char **args) {
  void *library = argumentCount == 6 ? dlopen(args[1], RTLD_NOW) : NULL;
  if (!library) return fprintf(stderr, "%s\n", argumentCount == 6 ? dlerror() : "Five arguments."), 2;
  *(void **)&encode = dlsym(library, "encodeLatLonToMapcodes");
  *(void **)&decode = dlsym(library, "decodeMapcodeToLatLonUtf8");
  int (*territoryOf)(const char *, int);
  *(void **)&territoryOf = dlsym(library, "getTerritoryCode");
  if (!encode || !decode || !territoryOf) return fprintf(stderr, "No mapcode library.\n"), 3;
  long bytes;
  points = readAll(args[2], &bytes);
  count = bytes / 16;
  char *text = strtok(readAll(args[3], &bytes), "\n");
  texts = malloc(count * sizeof *texts);
  for (long index = 0; index < count; index++, text = strtok(NULL, "\n")) texts[index] = text;
  const int rounds = atoi(args[4]), checked = atoi(args[5]);
  printf("{\"codes\":[");
  printCodes(checked);
  printf("],\"points\":[");
  for (long index = 0; index < checked; index++) {
    double lat, lon;
    decodeOne(index, &lat, &lon);
    printf("%s[%.9f,%.9f]", index ? "," : "", lat, lon);
  }
  printf("],\"ns\":[%.1f,%.1f,%.1f]}\n", leastOf(rounds, 0), leastOf(rounds, -1), leastOf(rounds, territoryOf("AAA", 0)));
  return sum == 0;
}
