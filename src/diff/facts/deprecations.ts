/** Calls that the document of a transport deprecates, or no longer does. */

import type { SchemaAddress } from "../../json-schema/schema-address.js";
import type { CallPair } from "../pairs/call.js";
import { TRANSPORTS } from "../pairs/call.js";

export interface Deprecation {
  /** Nothing where all transports of the call are; else ` over MCP`. */
  readonly over: string;
  readonly before: SchemaAddress | undefined;
  readonly after: SchemaAddress | undefined;
}

/** @param isNow whether those are meant that are deprecated now, or those that are no more */
export function deprecations({ before, after }: CallPair, isNow: boolean): Deprecation[] {
  if (before === undefined || after === undefined) return [];
  const changed = TRANSPORTS.filter(
    ({ key }) => before.texts[key]?.deprecated === !isNow && after.texts[key]?.deprecated === isNow,
  );
  const transports = TRANSPORTS.filter(({ key }) => after.texts[key] !== undefined);
  const isWhole = changed.length === transports.length;
  return changed.slice(0, isWhole ? 1 : undefined).map(({ key, name }) => ({
    over: isWhole ? "" : ` over ${name}`,
    before: before.at[key],
    after: after.at[key],
  }));
}
