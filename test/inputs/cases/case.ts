/** What is right for an input of another program, as data. */

/** A row: the beginning of its codes or of its point; or a pattern of it, where a failed row is `fails: ` and its error. */
export type RightRow = string | RegExp;

export interface RightCase {
  /** In test/cases. */
  readonly file: string;
  readonly decode?: true;
  /** Options of the command, also sent as parameters over HTTP. */
  readonly options?: string;
  /** All rows, in order. */
  readonly rows?: readonly RightRow[];
  /** Nothing is converted, and the message has all of these. Options are written as on the command line. */
  readonly stops?: readonly RegExp[];
  /** The exit codes of a stop, if not 2. */
  readonly exits?: readonly number[];
  /** Rows are converted, and a warning has all of these. Without this, there is no warning. */
  readonly warns?: readonly RegExp[];
  /** A warning is right, too. */
  readonly mayWarn?: true;
  /** What no message and no row says. */
  readonly never?: RegExp;
  /** The message has these options. Added to the command, they are enough: these rows come out, without a warning. */
  readonly advised?: Advice;
  /** The same, but the message names only what there is to choose. */
  readonly chosen?: Advice;
  /** It is right, too, to stop with an advice instead. */
  readonly orStops?: Advice;
  /** The message has a command to put in front of `mapcoded encode`. With it, these rows come out. */
  readonly piped?: readonly RightRow[];
}

export interface Advice {
  readonly options: string;
  readonly rows: readonly RightRow[];
}

export const UTRECHT = "NLD QS.P4 VHXHS.QQC3";
export const GOUDA = "NLD LP1.XYQ VHWLH.LPLT";
export const AMSTERDAM = "NLD 49.4W VHXGB.1JBM";

/** A row that fails. */
export const FAILS = /^fails: /;

/** A row that fails, with an error that has one of these texts. @param texts separated by bars */
export function failsWith(texts: string): RegExp {
  return new RegExp(`^fails: .*(?:${texts})`, "s");
}
