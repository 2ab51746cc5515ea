/**
 * The documents that something can be made of. In: a loaded release. Out: the files of those that have no error,
 * and refer to none that has one, over any number of steps.
 */

import { CODES } from "../errors.js";
import type { Document } from "../load/document.js";
import type { ReleaseWithDiagnostics } from "../load/load-release-leniently.js";
import { collectReferences } from "../load/collect-references.js";

export function soundDocuments({
  sources,
  diagnostics,
  truncatedFiles,
}: ReleaseWithDiagnostics): ReadonlySet<string> {
  const wrong = new Set(truncatedFiles);
  for (const { code, place } of diagnostics)
    if (CODES[code].exit > 0 && place !== undefined) wrong.add(place.file);
  const documents = [...sources.documents.values()];
  const users = usersOf(documents, sources);
  for (const file of wrong) for (const user of users.get(file) ?? []) wrong.add(user);
  return new Set(documents.map(({ file }) => file).filter((file) => !wrong.has(file)));
}

/** By file, the files that refer to it. */
function usersOf(
  documents: readonly Document[],
  sources: ReleaseWithDiagnostics["sources"],
): ReadonlyMap<string, ReadonlySet<string>> {
  const users = new Map<string, Set<string>>();
  for (const document of documents) {
    const seen = new Set<string>();
    const extra = [...(sources.extraSchemas.get(document.uri) ?? [])];
    for (const pointer of ["", ...extra]) {
      const schema = sources.schemas.locate(document.uri, pointer)?.schema;
      if (schema === undefined || seen.has(pointer)) continue;
      const search = { schemas: sources.schemas, start: { schema, pointer }, visited: seen };
      for (const { reference, base } of collectReferences(document, search)) {
        const target = sources.resolve(base, document.uri, reference);
        const file = target && sources.documents.get(target.document)?.file;
        if (file === undefined) continue;
        users.set(file, (users.get(file) ?? new Set<string>()).add(document.file));
      }
    }
  }
  return users;
}
