/**
 * The schemas that lead back to themselves for the same value. The generator stops at the first that a capability
 * reaches; lint looks at every schema of the release, because each of them can be validated against.
 */

import { formatLocation, ProtoGenError, type Diagnostic } from "../errors.js";
import type { DocumentPosition } from "../load/document.js";
import { limitByDocument } from "./check-schemas.js";
import type { LintContext } from "./context.js";
import type { SchemaCompiler } from "./schema-compiler.js";

export function collectRecursion(context: LintContext): readonly Diagnostic[] {
  const { own, isSound, loaded, compiler, truncatedFiles } = context;
  /** The members of the cycles that are reported. */
  const members = new Set<string>();
  const isNew = ({ place, related = [] }: Diagnostic): boolean => {
    const places = [place, ...related.map((each) => each.place)];
    const keys = places.flatMap((each) => (each === undefined ? [] : formatLocation(each)));
    const isKnown = keys.some((key) => members.has(key));
    for (const key of keys) members.add(key);
    return !isKnown;
  };
  const found = own.filter(isSound).flatMap((document) => {
    const schemas = loaded.sources.schemasIn(document);
    const all = schemas.flatMap(({ pointer }) => findRecursion({ document, pointer }, compiler));
    return limitByDocument(all.filter(isNew), document, truncatedFiles);
  });
  const composed = context.composed().filter(({ code }) => code === "MODEL_RECURSION");
  return [...found, ...composed.filter(isNew)];
}

function findRecursion(
  position: DocumentPosition,
  compiler: SchemaCompiler,
): readonly Diagnostic[] {
  try {
    compiler.requireFinite(position);
    return [];
  } catch (error) {
    if (!(error instanceof ProtoGenError)) throw error;
    return error.diagnostics.filter(({ code }) => code === "MODEL_RECURSION");
  }
}
