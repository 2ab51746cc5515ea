/** In: a date, and the directory of the releases. Out: nothing where a new release can have it, else an error. */

import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { failure } from "../../errors.js";
import { isReleaseDate } from "../../load/release-date.js";

/** @throws ProtoGenError RELEASE_DATE */
export function requireNewDate(date: string, schemas: string): void {
  if (!isReleaseDate(date)) throw wrong(`${date} is no date of the calendar, as YYYY-MM-DD`);
  const place = path.join(schemas, date);
  if (existsSync(place))
    throw wrong(
      `${place} is there already, and what was released never changes`,
      "give the release another date",
    );
  const newest = readdirSync(schemas).filter(isReleaseDate).sort().at(-1) ?? "";
  if (date < newest)
    throw wrong(
      `${date} is before ${newest}, which was released already`,
      `versions are dates (§9.1): take one after ${newest}`,
    );
}

function wrong(message: string, hint?: string): Error {
  return failure("RELEASE_DATE", message, undefined, hint);
}
