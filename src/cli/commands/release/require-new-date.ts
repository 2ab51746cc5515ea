import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { failure } from "../../../errors.js";
import { isReleaseDate } from "@proto-gen/runtime/negotiation";

/**
 * Rejects a date that a new release cannot have: releases never change, and are ordered by date.
 * @throws ProtoGenError RELEASE_DATE_INVALID
 */
export function requireNewDate(date: string, schemas: string): void {
  if (!isReleaseDate(date))
    throw invalidDate(`${date} is not a calendar date in the form YYYY-MM-DD`);
  const place = path.join(schemas, date);
  if (existsSync(place))
    throw invalidDate(
      `${place} already exists, and a release never changes`,
      "choose another date",
    );
  const newest = readdirSync(schemas).filter(isReleaseDate).sort().at(-1) ?? "";
  if (date < newest)
    throw invalidDate(
      `${date} is before the latest release, ${newest}`,
      `versions are dates (§9.1): choose one after ${newest}`,
    );
}

function invalidDate(message: string, hint?: string): Error {
  return failure("RELEASE_DATE_INVALID", message, { hint });
}
