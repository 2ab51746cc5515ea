/** Tells a schema's author that it is read as JSON Schema 2020-12, whatever earlier draft its `$schema` names. */

import type { JsonObject } from "@proto-gen/runtime/json";

/** `http://json-schema.org/schema` was the latest draft, which was never later than draft 7. */
const EARLIER = /^https?:\/\/json-schema\.org\/(?:(draft-0[0-7])\/)?(?:hyper-)?schema#?$/;

/** The draft that `$schema` names, if it is draft 7 or an earlier one. */
export function earlierDialect({ $schema }: JsonObject): string | undefined {
  if (typeof $schema !== "string") return undefined;
  const match = EARLIER.exec($schema);
  return match === null ? undefined : (match[1] ?? $schema);
}
