/**
 * Load a schema by its file, without a profile: the document and all that it refers to, from where its
 * release stands and from the roots given. In: a file and roots. Out: frozen sources, and its address.
 */

import { readRegistry } from "@proto-gen/runtime/negotiation";
import { vocabularyOf, type Vocabulary } from "@proto-gen/runtime/vocabulary";
import { failure } from "../errors.js";
import { isObject } from "../json-schema/keywords.js";
import type { ResolvedSchema } from "../json-schema/schema-set.js";
import { nearest } from "../text/nearest.js";
import { annotationName } from "./annotation-name.js";
import { readDocument, type Document } from "./document.js";
import { createCrawl } from "./crawl.js";
import type { Sources } from "./sources.js";
import { readNamedFile } from "./named-file.js";
import { ownPlace } from "./own-root.js";
import type { Profile } from "./profile.js";
import { createReader, MAX_SCHEMA_BYTES, type Reader } from "./reader.js";
import { createRoots, type SchemaRoot } from "./roots.js";

export interface LoadSchemaOptions {
  /** A file; `FILE#/$defs/NAME` or `FILE#ANCHOR` for a schema in it. */
  readonly schema: string;
  /** The same as `#/$defs/NAME`. */
  readonly def?: string;
  readonly schemas?: readonly SchemaRoot[];
  /** The profile whose protocol the schema is of; the schema's annotations tell where there is none. */
  readonly profile?: Profile;
}

export interface LoadedSchema {
  readonly sources: Sources;
  readonly location: ResolvedSchema;
}

/**
 * @throws ProtoGenError FILE_NOT_FOUND, USAGE_UNKNOWN_SCHEMA for a part that is not there, and what
 * `load` throws
 */
export async function loadSchema(options: LoadSchemaOptions): Promise<LoadedSchema> {
  const { schema, def, schemas = [] } = options;
  const hash = schema.indexOf("#");
  const file = hash < 0 ? schema : schema.slice(0, hash);
  const fragment = def === undefined ? (hash < 0 ? "" : schema.slice(hash)) : `#/$defs/${def}`;
  const bytes = readNamedFile(file, MAX_SCHEMA_BYTES);
  const text = readDocument(file, file, bytes);
  const { uri, fileUri, root } = ownPlace(file, idOf(text), schemas);
  const document = { ...text, uri, fileUri };
  const reader = createReader(createRoots(schemas, [root]));
  return loadDocument(document, fragment, reader, options.profile);
}

/** The same for a document that was read, with a way to read those that it refers to. */
export async function loadDocument(
  document: Document,
  fragment: string,
  reader: Reader,
  profile: Profile | undefined,
): Promise<LoadedSchema> {
  if (profile !== undefined) return crawlFrom(document, fragment, reader, profile);
  // Which annotations are the protocol's shows only once everything was read.
  const first = await crawlFrom(
    document,
    fragment,
    reader,
    nobody(document, vocabularyOf("proto")),
  );
  const name = annotationName([...first.sources.documents.values()].map(({ root }) => root));
  return name === "proto"
    ? first
    : crawlFrom(document, fragment, reader, nobody(document, vocabularyOf(name)));
}

async function crawlFrom(
  document: Document,
  fragment: string,
  reader: Reader,
  profile: Profile,
): Promise<LoadedSchema> {
  const crawl = createCrawl(reader, profile);
  await crawl.include(document);
  const location = crawl.schemas.resolve(document.uri, fragment === "" ? "#" : fragment);
  if (location === undefined) throw unknownPart(document, fragment);
  await crawl.reach(location);
  const sources = crawl.finish(profile, undefined, undefined, { services: [], documents: [] });
  return { sources, location };
}

/** Stands in for a profile: it declares nothing. */
function nobody(document: Document, vocabulary: Vocabulary): Profile {
  const registry = readRegistry({ version: "draft" });
  return { document, vocabulary, registry, services: [], paymentHandlers: [], notices: [] };
}

function idOf({ root }: Document): string | undefined {
  const id = isObject(root) ? root["$id"] : undefined;
  return typeof id === "string" && URL.canParse(id) && !id.includes("#") ? id : undefined;
}

function unknownPart({ file, root }: Document, fragment: string): Error {
  const defs = isObject(root) && isObject(root["$defs"]) ? Object.keys(root["$defs"]) : [];
  const references = defs.map((name) => `#/$defs/${name}`);
  const match = nearest(fragment, references);
  const others = references.length === 0 ? "it has no $defs" : `one of ${references.join(", ")}`;
  return failure(
    "USAGE_UNKNOWN_SCHEMA",
    `${file} has no schema at ${fragment}`,
    { file },
    match === undefined ? others : `did you mean ${file}${match}?`,
  );
}
