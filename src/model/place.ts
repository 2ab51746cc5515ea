/** Where the author's text says it. In: an origin among the viewed documents. Out: file, line and column. */

import type { Composition } from "../compose/compose.js";
import type { Place } from "../errors.js";
import { placeOf } from "../load/document.js";
import type { Origin } from "./node.js";

/** Undefined for what no author wrote: the `allOf` of a composition. */
export function placeOfOrigin(
  { document, pointer }: Origin,
  { schemas, sources }: Pick<Composition, "schemas" | "sources">,
  target?: "key" | "value",
): Place | undefined {
  const source = schemas.source(document);
  const found = sources.documents.get(source?.document ?? "");
  return found && placeOf(found, pointer, target);
}
