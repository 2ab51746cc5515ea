import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { failure } from "../../../errors.js";
import { isReleaseDate } from "@proto-gen/runtime/negotiation";

/**
 * Rejects a date that no new release can have: releases never change, and their order is that of their dates.
 * @throws ProtoGenError RELEASE_DATE
 */
export function requireNewDate(date: string, schemas: string): void {
  if (!isReleaseDate(date)) throw invalidDate(`${date} is no date of the calendar, as YYYY-MM-DD`);
  const place = path.join(schemas, date);
  if (existsSync(place))
    throw invalidDate(
      `${place} is there already, and what was released never changes`,
      "give the release another date",
    );
  const newest = readdirSync(schemas).filter(isReleaseDate).sort().at(-1) ?? "";
  if (date < newest)
    throw invalidDate(
      `${date} is before ${newest}, which was released already`,
      `versions are dates (§9.1): take one after ${newest}`,
    );
}

function invalidDate(message: string, hint?: string): Error {
  return failure("RELEASE_DATE", message, { hint });
}
