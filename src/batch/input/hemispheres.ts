/** Decides whether a column beside the degrees has their hemispheres. */
import { quoted } from "../../messages.ts";
import { isBlank } from "../rows/values.ts";
import { type Message, sentence } from "../sentences.ts";
import { degreesIn, filledTexts } from "./columns.ts";
import * as Degrees from "./degrees-table.ts";
import * as Names from "./names.ts";
import { DECIDING_SHARE } from "./sample.ts";

type Axis = Names.Axis;
type DegreesTable = Degrees.DegreesTable;
const { AXES } = Names;

/** Both hemispheres in one text. Only the name of a column says that these are. */
const BOTH_HEMISPHERES = /^[ns][ ,/-]?[ewo]$/;
/** Signs: hemispheres by the name of their column, too. */
const SIGNS = /^(?:[-+−]|[-+−]?1)$/;

/** Digits before the dot that are degrees and minutes of NMEA: `5205.4438`. */
const NMEA = /^0*\d{3,5}\.\d+$/;

/** A text without the mark of bytes: pandas writes those of cameras as `b'S'`. */
function bareText(text: string): string {
  return text.replace(/^b'(\w)'$/, "$1");
}

/** The columns with hemispheres of an axis: whether their names say so, and else on which side of the degrees they are. */
function hemispheresOf(table: DegreesTable, axis: Axis) {
  const { bareNames, columns } = table;
  const pattern = Names.HEMISPHERES_OF_AXIS[axis];
  const affixes = Degrees.affixesOf(table, axis);
  return Degrees.otherColumns(table).flatMap((index) => {
    // The hemisphere of a zone of UTM.
    if ([index - 1, index + 1].some((beside) => /^(?:utm)?zone$/.test(bareNames[beside])))
      return [];
    const affix = affixes[index];
    const isKnownName = pattern.name.test(bareNames[index]);
    const side = affix === undefined ? index - columns[axis] : 0;
    if (!isKnownName && Math.abs(side) > 1) return [];
    const isSignName = /^s(?:ign|gn)$/.test(affix ?? bareNames[index]);
    const hasEnd = Names.HEMISPHERE_ENDS.has(affix ?? "");
    const isNamed = isKnownName || isSignName || hasEnd;
    const texts = filledTexts(table, index).map((text) => bareText(text).toLowerCase());
    // Codes may be 1, and a dash is a missing value.
    const areSigns = isSignName || texts.includes("-1");
    const isNamedWord = (text: string) =>
      BOTH_HEMISPHERES.test(text) || (areSigns && SIGNS.test(text));
    const words = texts.filter((text) => {
      return pattern.text.test(Names.lettersOf(text)) || (isNamed && isNamedWord(text));
    });
    const areMost = (some: readonly string[]) =>
      some.length > 0 && some.length >= DECIDING_SHARE * texts.length;
    // If no row has degrees yet, names decide alone.
    const isEmpty = isNamed && texts.length === 0 && !Degrees.hasDegrees(table);
    if (isEmpty || areMost(words)) return [{ index, isNamed, side, words }];
    const isBeside = affix === undefined ? !isKnownName : hasEnd;
    const foreign = texts.map(Names.lettersOf);
    const areForeign = isBeside && areMost(foreign.filter((text) => areLettersOf(axis, [text])));
    return areForeign ? [{ index, isNamed: false, side, words: foreign }] : [];
  });
}

/** Whether words are hemispheres in the table of names. */
function areHemispheres(words: readonly string[]): boolean {
  return words.every((word) => {
    return AXES.some((axis) => Names.HEMISPHERES_OF_AXIS[axis].text.test(Names.lettersOf(word)));
  });
}

/** Whether words of an axis, and those of the other one, are letters of one language. */
function areLettersOf(
  axis: Axis,
  words: readonly string[],
  others: readonly string[] = [],
): boolean {
  const other = axis === "latitude" ? "longitude" : "latitude";
  const areIn = (some: readonly string[], letters: string) =>
    some.every((word) => word.length === 1 && letters.includes(word));
  const { [axis]: ofAxis, [other]: ofOther } = Names.HEMISPHERE_LETTERS;
  return ofAxis.some((letters, language) => {
    return areIn(words, letters) && areIn(others, ofOther[language]);
  });
}

/** How a column of hemispheres suits the degrees beside it. */
function agreementOf({ columns, rows, options }: DegreesTable, axis: Axis, index: number) {
  const { positive } = Names.HEMISPHERES_OF_AXIS[axis];
  const filled = rows.flatMap((row) => {
    const [text, word] = [columns[axis], index].map((at) => (row[at] ?? "").trim());
    if (isBlank(text) || isBlank(word)) return [];
    const isPositive = positive.test(Names.lettersOf(bareText(word))) || /^\+?1?$/.test(word);
    return [{ text, degrees: degreesIn(text, axis, options), isPositive }];
  });
  const contradictions = filled.filter(({ degrees, isPositive }) => degrees < 0 && isPositive);
  return {
    /** Positive degrees in the south or west, or beside an unknown word; minutes of NMEA everywhere. */
    areNeeded: filled.some(({ text, degrees, isPositive }) => {
      return Number.isNaN(degrees) ? NMEA.test(text) : degrees > 0 && !isPositive;
    }),
    /** Negative degrees in the north or east, in more rows than a few wrong ones: these are not hemispheres. */
    areContradicted: contradictions.length > (1 - DECIDING_SHARE) * filled.length,
  };
}

/**
 * The doubt about degrees that need the hemispheres in another column. They need none if a program wrote signs, or if all
 * rows are known to be north and east.
 */
export function doubtOfHemispheres(table: DegreesTable): Message | undefined {
  const ofAxes = AXES.map((axis) =>
    hemispheresOf(table, axis).map((column) => ({
      ...column,
      ...agreementOf(table, axis, column.index),
    })),
  );
  if (ofAxes.flat().some(({ areContradicted }) => areContradicted)) return undefined;
  const [ofLatitude, ofLongitude] = ofAxes;
  // A flag beside the latitude is not a partner of a named hemisphere of the longitude.
  const haveBoth = ofLatitude.some(({ isNamed, side }) =>
    ofLongitude.some((other) => other.isNamed === isNamed && other.side === side),
  );
  const areRight =
    AXES.some((axis) => Degrees.areSigned(table, axis)) || (table.isWhole && haveBoth);
  const needed = ofAxes.flatMap((ofAxis, at) => {
    if (Degrees.areSigned(table, AXES[at])) return [];
    // A direction before the longitude and a flag after the latitude are not two hemispheres; nor are flags of both.
    const isPartner = ({ side, words }: (typeof ofAxis)[number]) =>
      ofAxes[1 - at].some((other) => {
        const areOther = !other.words.some((word) => words.includes(word));
        const areKnown = [words, other.words].every(areHemispheres);
        const areBoth = areKnown || areLettersOf(AXES[at], words, other.words);
        return (other.side === side || other.isNamed) && areOther && areBoth;
      });
    return ofAxis.filter(
      (column) => (column.areNeeded || !areRight) && (column.isNamed || isPartner(column)),
    );
  });
  const column = needed.find(({ isNamed }) => isNamed) ?? needed[0];
  if (!column) return undefined;
  const words = ofAxes.flat().flatMap((each) => each.words);
  return Degrees.doubtOfColumn(table, column.index, "hemispheres", adviceFor(table, words));
}

/** What to do about hemispheres in columns of their own. @param words their texts */
function adviceFor(table: DegreesTable, words: readonly string[]): Message {
  const { latitude, longitude } = table.degrees;
  const [text = ""] = [...latitude, ...longitude];
  if (NMEA.test(text)) {
    // The last two digits before the dot are minutes.
    const parts = text.replace(/(\d\d\.\d+)$/, " $1");
    return `The degrees are degrees and minutes of NMEA: write ${quoted(text)} as ${parts}, with the letter of the hemisphere.`;
  }
  const arePositive = words.length > 0 && words.every((word) => /^[ne]/.test(word));
  if (table.isChosen || !arePositive) return Names.SIGN_ADVICE;
  return sentence`${Names.SIGN_ADVICE} If all rows are north and east, use ${Degrees.columnOptions(table, AXES)}.`;
}
