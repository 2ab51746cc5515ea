/**
 * Views a whole document: an annotated source document becomes plain JSON Schema 2020-12, whose references lead to viewed
 * documents. `view-schema.ts` has a line for each keyword.
 */

import type { Json } from "@proto-gen/runtime/json";
import { collectServiceDocuments } from "../service-schemas.js";
import { annotationKeywords } from "../view.js";
import type { ViewedSource } from "../viewed-source.js";
import { resolveInherited, type DocumentContext, type ViewerOptions } from "./document-context.js";
import { viewSchema } from "./view-schema.js";

/** Views a document as one that stands at `uri`. */
export type DocumentViewer = (uri: string, source: ViewedSource) => Json;

export function createDocumentViewer(options: ViewerOptions): DocumentViewer {
  const { sources } = options;
  const { vocabulary } = sources.profile;
  const services = collectServiceDocuments(sources);
  const shared = { ...options, vocabulary, viewKeywords: annotationKeywords(vocabulary) };
  return (uri, { document: sourceUri, ...source }) => {
    const extraSchemas = sources.extraSchemas.get(sourceUri) ?? new Set<string>();
    return viewDocument({
      ...shared,
      ...source,
      ...{ uri, sourceUri },
      isService: services.has(sourceUri),
      extraSchemas,
      extraAncestors: ancestorsOf(extraSchemas),
    });
  };
}

function viewDocument(context: DocumentContext): Json {
  const { sourceUri, sources } = context;
  const schema = sources.schemas.root(sourceUri) as Json;
  const surroundings = { base: sourceUri, inherited: resolveInherited(context, "") };
  return viewSchema(context, { schema, pointer: "" }, surroundings);
}

/** Lists the pointers of all values that have one of these in them. */
function ancestorsOf(pointers: ReadonlySet<string>): ReadonlySet<string> {
  const above = new Set<string>();
  for (const pointer of pointers) {
    for (let end = pointer.lastIndexOf("/"); end >= 0; end = pointer.lastIndexOf("/", end - 1)) {
      above.add(pointer.slice(0, end));
      if (end === 0) break;
    }
  }
  return above;
}
