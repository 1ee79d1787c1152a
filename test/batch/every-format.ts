/** The same rows in each format, and their output in each format. */
import type { Operation } from "../../src/batch/options/conversion.ts";

/** JSON arrays contain the lines of ndjson. */
type LineFormat = "csv" | "tsv" | "ndjson" | "plain";
type Texts = Readonly<Record<LineFormat, readonly string[]>>;

/** Lines of each input: a point in the Netherlands, one at sea, and an error. */
export const INPUTS: Readonly<Record<Operation, Texts>> = {
  encode: {
    csv: ["id,lat,lon", "7,52.376514,4.908543", '"8, or 9",0,-30', "9,north,4.9"],
    tsv: ["id\tlat\tlon", "7\t52.376514\t4.908543", "8, or 9\t0\t-30", "9\tnorth\t4.9"],
    ndjson: [
      '{"id":7,"lat":52.376514,"lon":4.908543}',
      '{"id":"8, or 9", "lat":0, "lon":-30.0}',
      '{"id":9,"lat":"north","lon":4.9}',
    ],
    plain: ["52.376514 4.908543", "0,-30", "north 4.9"],
  },
  decode: {
    csv: ["id,territory,code", "7,NLD,49.4V", '"8, or 9",,VHXGB.1J9J', "9,NLD,49.4V.1"],
    tsv: ["id\tterritory\tcode", "7\tNLD\t49.4V", "8, or 9\t\tVHXGB.1J9J", "9\tNLD\t49.4V.1"],
    ndjson: [
      '{"id":7,"territory":"NLD","code":"49.4V"}',
      '{"id":"8, or 9","code":"VHXGB.1J9J"}',
      '{"id":9,"territory":"NLD","code":"49.4V.1"}',
    ],
    plain: ["NLD 49.4V\tharbour", "VHXGB.1J9J", "NLD 49.4V.1"],
  },
};

/** Lines of each output, by operation, input format and output format. */
export const OUTPUTS: Readonly<Record<Operation, Readonly<Record<LineFormat, Texts>>>> = {
  encode: {
    csv: {
      csv: [
        "id,lat,lon,territory,mapcode,international,error",
        "7,52.376514,4.908543,NLD,49.4V,VHXGB.1J9J,",
        '"8, or 9",0,-30,,,HDX7Y.F0MG,',
        "9,north,4.9,,,,The latitude (column lat) 'north' is not a decimal number of degrees.",
      ],
      tsv: [
        "id\tlat\tlon\tterritory\tmapcode\tinternational\terror",
        "7\t52.376514\t4.908543\tNLD\t49.4V\tVHXGB.1J9J\t",
        "8, or 9\t0\t-30\t\t\tHDX7Y.F0MG\t",
        "9\tnorth\t4.9\t\t\t\tThe latitude (column lat) 'north' is not a decimal number of degrees.",
      ],
      ndjson: [
        '{"id":"7","lat":"52.376514","lon":"4.908543","territory":"NLD","mapcode":"49.4V","international":"VHXGB.1J9J"}',
        '{"id":"8, or 9","lat":"0","lon":"-30","territory":null,"mapcode":null,"international":"HDX7Y.F0MG"}',
        '{"id":"9","lat":"north","lon":"4.9","territory":null,"mapcode":null,"international":null,"error":"The latitude (column lat) \'north\' is not a decimal number of degrees."}',
      ],
      plain: [
        "7,52.376514,4.908543\tNLD\t49.4V\tVHXGB.1J9J",
        '"8, or 9",0,-30\t\t\tHDX7Y.F0MG',
        "9,north,4.9\t\t\t\tThe latitude (column lat) 'north' is not a decimal number of degrees.",
      ],
    },
    tsv: {
      csv: [
        "id,lat,lon,territory,mapcode,international,error",
        "7,52.376514,4.908543,NLD,49.4V,VHXGB.1J9J,",
        '"8, or 9",0,-30,,,HDX7Y.F0MG,',
        "9,north,4.9,,,,The latitude (column lat) 'north' is not a decimal number of degrees.",
      ],
      tsv: [
        "id\tlat\tlon\tterritory\tmapcode\tinternational\terror",
        "7\t52.376514\t4.908543\tNLD\t49.4V\tVHXGB.1J9J\t",
        "8, or 9\t0\t-30\t\t\tHDX7Y.F0MG\t",
        "9\tnorth\t4.9\t\t\t\tThe latitude (column lat) 'north' is not a decimal number of degrees.",
      ],
      ndjson: [
        '{"id":"7","lat":"52.376514","lon":"4.908543","territory":"NLD","mapcode":"49.4V","international":"VHXGB.1J9J"}',
        '{"id":"8, or 9","lat":"0","lon":"-30","territory":null,"mapcode":null,"international":"HDX7Y.F0MG"}',
        '{"id":"9","lat":"north","lon":"4.9","territory":null,"mapcode":null,"international":null,"error":"The latitude (column lat) \'north\' is not a decimal number of degrees."}',
      ],
      plain: [
        "7\t52.376514\t4.908543\tNLD\t49.4V\tVHXGB.1J9J",
        "8, or 9\t0\t-30\t\t\tHDX7Y.F0MG",
        "9\tnorth\t4.9\t\t\t\tThe latitude (column lat) 'north' is not a decimal number of degrees.",
      ],
    },
    ndjson: {
      csv: [
        "id,lat,lon,territory,mapcode,international,error",
        "7,52.376514,4.908543,NLD,49.4V,VHXGB.1J9J,",
        '"8, or 9",0,-30.0,,,HDX7Y.F0MG,',
        "9,north,4.9,,,,The latitude (column lat) 'north' is not a decimal number of degrees.",
      ],
      tsv: [
        "id\tlat\tlon\tterritory\tmapcode\tinternational\terror",
        "7\t52.376514\t4.908543\tNLD\t49.4V\tVHXGB.1J9J\t",
        "8, or 9\t0\t-30.0\t\t\tHDX7Y.F0MG\t",
        "9\tnorth\t4.9\t\t\t\tThe latitude (column lat) 'north' is not a decimal number of degrees.",
      ],
      ndjson: [
        '{"id":7,"lat":52.376514,"lon":4.908543,"territory":"NLD","mapcode":"49.4V","international":"VHXGB.1J9J"}',
        '{"id":"8, or 9", "lat":0, "lon":-30.0,"territory":null,"mapcode":null,"international":"HDX7Y.F0MG"}',
        '{"id":9,"lat":"north","lon":4.9,"territory":null,"mapcode":null,"international":null,"error":"The latitude (column lat) \'north\' is not a decimal number of degrees."}',
      ],
      plain: [
        '{"id":7,"lat":52.376514,"lon":4.908543}\tNLD\t49.4V\tVHXGB.1J9J',
        '{"id":"8, or 9", "lat":0, "lon":-30.0}\t\t\tHDX7Y.F0MG',
        '{"id":9,"lat":"north","lon":4.9}\t\t\t\tThe latitude (column lat) \'north\' is not a decimal number of degrees.',
      ],
    },
    plain: {
      csv: [
        "input,territory,mapcode,international,error",
        "52.376514 4.908543,NLD,49.4V,VHXGB.1J9J,",
        '"0,-30",,,HDX7Y.F0MG,',
        "north 4.9,,,,The latitude 'north' is not a decimal number of degrees.",
      ],
      tsv: [
        "input\tterritory\tmapcode\tinternational\terror",
        "52.376514 4.908543\tNLD\t49.4V\tVHXGB.1J9J\t",
        "0,-30\t\t\tHDX7Y.F0MG\t",
        "north 4.9\t\t\t\tThe latitude 'north' is not a decimal number of degrees.",
      ],
      ndjson: [
        '{"input":"52.376514 4.908543","territory":"NLD","mapcode":"49.4V","international":"VHXGB.1J9J"}',
        '{"input":"0,-30","territory":null,"mapcode":null,"international":"HDX7Y.F0MG"}',
        '{"input":"north 4.9","territory":null,"mapcode":null,"international":null,"error":"The latitude \'north\' is not a decimal number of degrees."}',
      ],
      plain: [
        "52.376514 4.908543\tNLD\t49.4V\tVHXGB.1J9J",
        "0,-30\t\t\tHDX7Y.F0MG",
        "north 4.9\t\t\t\tThe latitude 'north' is not a decimal number of degrees.",
      ],
    },
  },
  decode: {
    csv: {
      csv: [
        "id,territory,code,latitude,longitude,error",
        "7,NLD,49.4V,52.37651400000124,4.908543375,",
        '"8, or 9",,VHXGB.1J9J,52.376504,4.908535499999999,',
        "9,NLD,49.4V.1,,,\"The mapcode '49.4V.1' is not of the form [TERRITORY ]PREFIX.SUFFIX[-EXTENSION], such as 'NLD 49.4V'.\"",
      ],
      tsv: [
        "id\tterritory\tcode\tlatitude\tlongitude\terror",
        "7\tNLD\t49.4V\t52.37651400000124\t4.908543375\t",
        "8, or 9\t\tVHXGB.1J9J\t52.376504\t4.908535499999999\t",
        "9\tNLD\t49.4V.1\t\t\tThe mapcode '49.4V.1' is not of the form [TERRITORY ]PREFIX.SUFFIX[-EXTENSION], such as 'NLD 49.4V'.",
      ],
      ndjson: [
        '{"id":"7","territory":"NLD","code":"49.4V","latitude":52.37651400000124,"longitude":4.908543375}',
        '{"id":"8, or 9","territory":"","code":"VHXGB.1J9J","latitude":52.376504,"longitude":4.908535499999999}',
        '{"id":"9","territory":"NLD","code":"49.4V.1","latitude":null,"longitude":null,"error":"The mapcode \'49.4V.1\' is not of the form [TERRITORY ]PREFIX.SUFFIX[-EXTENSION], such as \'NLD 49.4V\'."}',
      ],
      plain: [
        "7,NLD,49.4V\t52.37651400000124\t4.908543375",
        '"8, or 9",,VHXGB.1J9J\t52.376504\t4.908535499999999',
        "9,NLD,49.4V.1\t\t\tThe mapcode '49.4V.1' is not of the form [TERRITORY ]PREFIX.SUFFIX[-EXTENSION], such as 'NLD 49.4V'.",
      ],
    },
    tsv: {
      csv: [
        "id,territory,code,latitude,longitude,error",
        "7,NLD,49.4V,52.37651400000124,4.908543375,",
        '"8, or 9",,VHXGB.1J9J,52.376504,4.908535499999999,',
        "9,NLD,49.4V.1,,,\"The mapcode '49.4V.1' is not of the form [TERRITORY ]PREFIX.SUFFIX[-EXTENSION], such as 'NLD 49.4V'.\"",
      ],
      tsv: [
        "id\tterritory\tcode\tlatitude\tlongitude\terror",
        "7\tNLD\t49.4V\t52.37651400000124\t4.908543375\t",
        "8, or 9\t\tVHXGB.1J9J\t52.376504\t4.908535499999999\t",
        "9\tNLD\t49.4V.1\t\t\tThe mapcode '49.4V.1' is not of the form [TERRITORY ]PREFIX.SUFFIX[-EXTENSION], such as 'NLD 49.4V'.",
      ],
      ndjson: [
        '{"id":"7","territory":"NLD","code":"49.4V","latitude":52.37651400000124,"longitude":4.908543375}',
        '{"id":"8, or 9","territory":"","code":"VHXGB.1J9J","latitude":52.376504,"longitude":4.908535499999999}',
        '{"id":"9","territory":"NLD","code":"49.4V.1","latitude":null,"longitude":null,"error":"The mapcode \'49.4V.1\' is not of the form [TERRITORY ]PREFIX.SUFFIX[-EXTENSION], such as \'NLD 49.4V\'."}',
      ],
      plain: [
        "7\tNLD\t49.4V\t52.37651400000124\t4.908543375",
        "8, or 9\t\tVHXGB.1J9J\t52.376504\t4.908535499999999",
        "9\tNLD\t49.4V.1\t\t\tThe mapcode '49.4V.1' is not of the form [TERRITORY ]PREFIX.SUFFIX[-EXTENSION], such as 'NLD 49.4V'.",
      ],
    },
    ndjson: {
      csv: [
        "id,territory,code,latitude,longitude,error",
        "7,NLD,49.4V,52.37651400000124,4.908543375,",
        '"8, or 9",,VHXGB.1J9J,52.376504,4.908535499999999,',
        "9,NLD,49.4V.1,,,\"The mapcode '49.4V.1' is not of the form [TERRITORY ]PREFIX.SUFFIX[-EXTENSION], such as 'NLD 49.4V'.\"",
      ],
      tsv: [
        "id\tterritory\tcode\tlatitude\tlongitude\terror",
        "7\tNLD\t49.4V\t52.37651400000124\t4.908543375\t",
        "8, or 9\t\tVHXGB.1J9J\t52.376504\t4.908535499999999\t",
        "9\tNLD\t49.4V.1\t\t\tThe mapcode '49.4V.1' is not of the form [TERRITORY ]PREFIX.SUFFIX[-EXTENSION], such as 'NLD 49.4V'.",
      ],
      ndjson: [
        '{"id":7,"territory":"NLD","code":"49.4V","latitude":52.37651400000124,"longitude":4.908543375}',
        '{"id":"8, or 9","code":"VHXGB.1J9J","latitude":52.376504,"longitude":4.908535499999999}',
        '{"id":9,"territory":"NLD","code":"49.4V.1","latitude":null,"longitude":null,"error":"The mapcode \'49.4V.1\' is not of the form [TERRITORY ]PREFIX.SUFFIX[-EXTENSION], such as \'NLD 49.4V\'."}',
      ],
      plain: [
        '{"id":7,"territory":"NLD","code":"49.4V"}\t52.37651400000124\t4.908543375',
        '{"id":"8, or 9","code":"VHXGB.1J9J"}\t52.376504\t4.908535499999999',
        '{"id":9,"territory":"NLD","code":"49.4V.1"}\t\t\tThe mapcode \'49.4V.1\' is not of the form [TERRITORY ]PREFIX.SUFFIX[-EXTENSION], such as \'NLD 49.4V\'.',
      ],
    },
    plain: {
      csv: [
        "input,latitude,longitude,error",
        "NLD 49.4V\tharbour,52.37651400000124,4.908543375,",
        "VHXGB.1J9J,52.376504,4.908535499999999,",
        "NLD 49.4V.1,,,\"The mapcode 'NLD 49.4V.1' is not of the form [TERRITORY ]PREFIX.SUFFIX[-EXTENSION], such as 'NLD 49.4V'.\"",
      ],
      tsv: [
        "input\tlatitude\tlongitude\terror",
        '"NLD 49.4V\tharbour"\t52.37651400000124\t4.908543375\t',
        "VHXGB.1J9J\t52.376504\t4.908535499999999\t",
        "NLD 49.4V.1\t\t\tThe mapcode 'NLD 49.4V.1' is not of the form [TERRITORY ]PREFIX.SUFFIX[-EXTENSION], such as 'NLD 49.4V'.",
      ],
      ndjson: [
        '{"input":"NLD 49.4V\\tharbour","latitude":52.37651400000124,"longitude":4.908543375}',
        '{"input":"VHXGB.1J9J","latitude":52.376504,"longitude":4.908535499999999}',
        '{"input":"NLD 49.4V.1","latitude":null,"longitude":null,"error":"The mapcode \'NLD 49.4V.1\' is not of the form [TERRITORY ]PREFIX.SUFFIX[-EXTENSION], such as \'NLD 49.4V\'."}',
      ],
      plain: [
        "NLD 49.4V\tharbour\t52.37651400000124\t4.908543375",
        "VHXGB.1J9J\t52.376504\t4.908535499999999",
        "NLD 49.4V.1\t\t\tThe mapcode 'NLD 49.4V.1' is not of the form [TERRITORY ]PREFIX.SUFFIX[-EXTENSION], such as 'NLD 49.4V'.",
      ],
    },
  },
};
