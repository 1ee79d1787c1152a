/** The times of log lines as text. Each is made once for all lines of an interval. */

const SECOND_MS = 1000;

/** Returns a function of the time whose text is made once in each interval. */
function oncePer(intervalMs: number, format: (date: Date) => string): (nowMs: number) => string {
  let interval = Number.NaN;
  let text = "";
  return (nowMs) => {
    const current = Math.floor(nowMs / intervalMs);
    if (current !== interval) {
      interval = current;
      text = format(new Date(nowMs));
    }
    return text;
  };
}

function pad(value: number): string {
  return `${value}`.padStart(2, "0");
}

function localTime(date: Date): string {
  return [date.getHours(), date.getMinutes(), date.getSeconds()].map((part) => pad(part)).join(":");
}

/** `2026-01-31T23:59:59.123Z` */
export const isoTime = oncePer(1, (date) => date.toISOString());

/** `2026-01-31 23:59:59`, in local time. */
export const textTime = oncePer(SECOND_MS, (date) => {
  const day = [date.getFullYear(), date.getMonth() + 1, date.getDate()];
  return `${day.map((part) => pad(part)).join("-")} ${localTime(date)}`;
});

const MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");

/** `31/Jan/2026:23:59:59 +0100`, as Apache and nginx write it. */
export const combinedTime = oncePer(SECOND_MS, (date) => {
  const offset = -date.getTimezoneOffset();
  const minutes = Math.abs(offset);
  const zone = `${offset < 0 ? "-" : "+"}${pad(Math.floor(minutes / 60))}${pad(minutes % 60)}`;
  const day = `${pad(date.getDate())}/${MONTHS[date.getMonth()]}/${date.getFullYear()}`;
  return `${day}:${localTime(date)} ${zone}`;
});
