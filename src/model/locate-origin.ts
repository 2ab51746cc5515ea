/** Where the author's text says it. In: an origin among the viewed documents. Out: file, line and column. */

import type { Composition } from "../compose/compose.js";
import type { SourceLocation } from "../errors.js";
import { locateSource } from "../load/document.js";
import type { SchemaAddress } from "../json-schema/schema-address.js";

/** Undefined for what no author wrote: the `allOf` of a composition. */
export function locateOrigin(
  { document, pointer }: SchemaAddress,
  { schemas, sources }: Pick<Composition, "schemas" | "sources">,
  target?: "key" | "value",
): SourceLocation | undefined {
  const source = schemas.source(document);
  const found = sources.documents.get(source?.document ?? "");
  return found && locateSource(found, pointer, target);
}
