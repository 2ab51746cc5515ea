/**
 * Views a whole document: an annotated source document becomes plain JSON Schema 2020-12, whose references lead to viewed
 * documents. `view-schema.ts` has a line for each keyword.
 */

import type { Json } from "@proto-gen/runtime/json";
import { isObject } from "../../json-schema/keywords.js";
import { collectServiceDocuments } from "../service-schemas.js";
import { annotationKeywords } from "../view.js";
import type { ViewedSource } from "../viewed-source.js";
import { NOTHING_INHERITED } from "../visibility/inherited-visibility.js";
import { resolveInherited, type DocumentContext, type ViewerOptions } from "./document-context.js";
import { viewSchema } from "./view-schema.js";

/** Views a document as one that stands at `uri`. */
export type DocumentViewer = (uri: string, source: ViewedSource) => Json;

export function createDocumentViewer(options: ViewerOptions): DocumentViewer {
  const { sources } = options;
  const { vocabulary } = sources.profile;
  const services = collectServiceDocuments(sources);
  const viewKeywords = annotationKeywords(vocabulary);
  const { reference, resolveServiceReference, noteContested } = options;
  return (uri, { document: sourceUri, view, inherited, part }) => {
    const extraSchemas = sources.extraSchemas.get(sourceUri) ?? NONE;
    return viewDocument({
      sources,
      reference,
      resolveServiceReference,
      noteContested,
      vocabulary,
      viewKeywords,
      uri,
      sourceUri,
      view,
      inherited,
      part,
      isService: services.has(sourceUri),
      extraSchemas,
      extraAncestors: extraSchemas.size === 0 ? NONE : ancestorsOf(extraSchemas),
    });
  };
}

const NONE: ReadonlySet<string> = new Set();

function viewDocument(context: DocumentContext): Json {
  const { sourceUri, sources } = context;
  const schema = sources.schemas.root(sourceUri) as Json;
  const mayInherit = context.inherited?.pointer === "" || mayDeclareMembers(schema);
  const inherited = mayInherit ? resolveInherited(context, "") : NOTHING_INHERITED;
  const surroundings = { base: sourceUri, inherited, isQuestion: false, isInside: false };
  return viewSchema(context, { schema, pointer: "" }, surroundings);
}

/** False for a document that only holds definitions, as the schemas of most extensions do. */
function mayDeclareMembers(schema: Json): boolean {
  return isObject(schema) && DECLARING.some((keyword) => schema[keyword] !== undefined);
}

/** The keywords by which a schema declares members, itself or in place. */
const DECLARING = ["properties", "allOf", "$ref"] as const;

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
