/** Locates many positions, reading each text once. */

import { locateJsonAll } from "@proto-gen/runtime/codegen/generator";
import type { SourceLocation } from "../../errors.js";
import { locateSource, type Document, type DocumentPosition } from "../../load/document.js";

/** The place of each position: of its key where it has one, else of its value. */
export function locatePositions(
  positions: readonly DocumentPosition[],
): (position: DocumentPosition) => SourceLocation {
  const pointers = new Map<Document, Set<string>>();
  for (const { document, pointer } of positions)
    // What an overlay brought stands in its text.
    if (document.overlaid === undefined)
      pointers.set(document, (pointers.get(document) ?? new Set<string>()).add(pointer));
  const places = new Map(
    [...pointers].map(([document, all]) => [document, locateJsonAll(document.text, all)]),
  );
  return ({ document, pointer }) => {
    if (document.overlaid !== undefined) return locateSource(document, pointer, "key");
    const found = places.get(document)?.get(pointer);
    const at = found === undefined ? {} : { line: found.line, column: found.column };
    return { file: document.file, pointer, ...at };
  };
}
