/** Finds the line of the author's file that a schema among the viewed documents comes from. */

import type { Composition } from "../compose/compose.js";
import type { SourceLocation } from "../errors.js";
import { locateSource } from "../load/document.js";
import type { SchemaAddress } from "../json-schema/schema-address.js";

/** Undefined for a schema that no author wrote: the `allOf` of a composition. */
export function locateOrigin(
  { document, pointer }: SchemaAddress,
  { schemas, sources }: Pick<Composition, "schemas" | "sources">,
  target?: "key" | "value",
): SourceLocation | undefined {
  const source = schemas.source(document);
  const found = sources.documents.get(source?.document ?? "");
  return found && locateSource(found, pointer, target);
}
