/*
 * Times the published C library in process. c-library.ts compiles and runs it:
 *   cc -O2 c-library.c -ldl -o c-library && ./c-library LIBRARY POINTS TEXTS
 * LIBRARY: a shared object with the published interface of the C library, version 2.2 or later.
 * POINTS: pairs of latitude and longitude, doubles. TEXTS: one mapcode for each point, each ended by a zero byte.
 * Prints the least CPU time of 15 runs for each case, in nanoseconds per point.
 */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static int (*encode)(void *, double, double, int, int);
static int (*decode)(double *, double *, const char *, int, void *);
static double *points, sum, mapcodes[4096]; /* Larger than the results of any version. */
static char *texts, *nextText;
static long pointBytes, textBytes;

static void *readAll(const char *path, long *size) {
  FILE *file = fopen(path, "rb");
  if (!file || fseek(file, 0, SEEK_END)) exit(2);
  *size = ftell(file);
  rewind(file);
  void *bytes = malloc(*size + 1);
  if (fread(bytes, 1, *size, file) != (size_t)*size) exit(2);
  fclose(file);
  return bytes;
}

static void convert(long index, int territory, int digits) {
  double lat, lon;
  if (digits >= 0) sum += encode(mapcodes, points[2 * index], points[2 * index + 1], territory, digits);
  else {
    if (decode(&lat, &lon, nextText, 0, NULL)) exit(4); /* The territory is in the text. */
    sum += lat;
    while (*nextText++) continue;
  }
}

static void measure(const char *name, int territory, int digits) {
  const long count = pointBytes / 16;
  double least = 1e300;
  for (int run = 0; run < 15; run++) {
    const clock_t start = clock();
    nextText = texts;
    for (long index = 0; index < count; index++) convert(index, territory, digits);
    const double ns = 1e9 * (clock() - start) / CLOCKS_PER_SEC / count;
    if (ns < least) least = ns;
  }
  printf("%s %.1f\n", name, least);
}

int main(int count, char **args) {
  void *library = count == 4 ? dlopen(args[1], RTLD_NOW) : NULL;
  if (!library) return fprintf(stderr, "%s\n", count == 4 ? dlerror() : "LIBRARY POINTS TEXTS"), 2;
  *(void **)&encode = dlsym(library, "encodeLatLonToMapcodes");
  *(void **)&decode = dlsym(library, "decodeMapcodeToLatLonUtf8");
  if (!decode) *(void **)&decode = dlsym(library, "decodeMapcodeToLatLon");
  int (*territoryOf)(const char *, int);
  *(void **)&territoryOf = dlsym(library, "getTerritoryCode");
  if (!encode || !decode || !territoryOf) return fprintf(stderr, "No mapcode library.\n"), 3;
  points = readAll(args[2], &pointBytes);
  texts = readAll(args[3], &textBytes);
  measure("encode-0", 0, 0);
  measure("encode-8", 0, 8);
  measure("international", territoryOf("AAA", 0), 0);
  measure("decode", 0, -1);
  return sum == 0;
}
