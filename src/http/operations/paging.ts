/** Lists that are replied page by page. */
import type { Page } from "../answers.ts";
import { type Document, keptDocument, passingDocument } from "../document.ts";
import type { Format } from "../formats/format.ts";
import { countParameter, offsetParameter } from "../parameters.ts";
import type { Query } from "../query.ts";

/** The part of a list that a query asks for; what lies beyond an end is cut off. */
function pageOf<Item>(items: readonly Item[], query: Query): Page<Item> {
  const offset = offsetParameter(query);
  const total = items.length;
  const from = offset < 0 ? Math.max(total + offset, 0) : Math.min(offset, total);
  return { total, items: items.slice(from, from + countParameter(query)) };
}

/** Answers pages of a list; the whole list, which is asked for most, is written only once. */
export function createPager<Item>(
  list: () => readonly Item[],
  write: (format: Format, page: Page<Item>) => string,
): (query: Query, format: Format) => Document {
  const whole = new Map<Format, Document>();
  return (query, format) => {
    const page = pageOf(list(), query);
    if (page.items.length < page.total) {
      return passingDocument(format.contentType, write(format, page));
    }
    let document = whole.get(format);
    if (document === undefined) {
      document = keptDocument(format.contentType, write(format, page));
      whole.set(format, document);
    }
    return document;
  };
}
