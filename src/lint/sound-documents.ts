/** Finds the documents that can be compiled: those without an error that refer, at any depth, only to such documents. */

import { CODES } from "../errors.js";
import { collectReferences } from "../load/collect-references.js";
import type { Document } from "../load/document.js";
import type { Sources } from "../load/sources.js";
import type { ReleaseWithDiagnostics } from "../load/load-release-leniently.js";

/** @returns files */
export function collectSoundFiles({
  sources,
  diagnostics,
  truncatedFiles,
}: ReleaseWithDiagnostics): ReadonlySet<string> {
  const unsound = new Set(truncatedFiles);
  for (const { code, place } of diagnostics)
    if (CODES[code].exit > 0 && place !== undefined) unsound.add(place.file);
  const documents = [...sources.documents.values()];
  const referrers = collectReferrers(documents, sources);
  for (const file of unsound) for (const each of referrers.get(file) ?? []) unsound.add(each);
  return new Set(documents.map(({ file }) => file).filter((file) => !unsound.has(file)));
}

/** By file, the files that refer to it. */
function collectReferrers(
  documents: readonly Document[],
  sources: Sources,
): ReadonlyMap<string, ReadonlySet<string>> {
  const referrers = new Map<string, Set<string>>();
  for (const document of documents)
    for (const file of referredFiles(document, sources))
      referrers.set(file, (referrers.get(file) ?? new Set<string>()).add(document.file));
  return referrers;
}

function* referredFiles(document: Document, sources: Sources): Generator<string, void> {
  const seen = new Set<string>();
  for (const pointer of ["", ...(sources.extraSchemas.get(document.uri) ?? [])]) {
    const schema = sources.schemas.locate(document.uri, pointer)?.schema;
    if (schema === undefined || seen.has(pointer)) continue;
    const search = { schemas: sources.schemas, start: { schema, pointer }, visited: seen };
    for (const { reference, base } of collectReferences(document, search)) {
      const target = sources.resolve(base, document.uri, reference);
      const file = target && sources.documents.get(target.document)?.file;
      if (file !== undefined) yield file;
    }
  }
}
