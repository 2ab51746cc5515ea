/**
 * Loads a schema by its file, without a profile: the document and all that it refers to, from the directory of its
 * release and from the given roots.
 */

import { readRegistry, vocabularyOf } from "@proto-gen/runtime/negotiation";
import { CODES, failure, ProtoGenError } from "../errors.js";
import { releaseFacts, type FactOverrides, type ReleaseName } from "../facts/facts-in-force.js";
import { fragmentProblem } from "../json-schema/fragment.js";
import { isObject } from "../json-schema/keywords.js";
import type { ResolvedSchema } from "../json-schema/schema-set.js";
import { isUrl } from "../text/http-url.js";
import { nearest } from "../text/nearest.js";
import { guessRelease } from "./guess-protocol-name.js";
import { readDocument, type Document } from "./document.js";
import { Crawl } from "./crawl.js";
import type { Sources } from "./sources.js";
import { readNamedFile, splitFragment } from "./named-file.js";
import { findSchemaFileRoot } from "./schema-file-root.js";
import { NO_OVERLAYS, reportUnused, type Overlays } from "./overlay/overlays.js";
import type { Profile } from "./profile.js";
import { DRAFT } from "./release-profile.js";
import { MAX_SCHEMA_BYTES } from "./file-contents.js";
import { findReleaseVersion } from "./release-version.js";
import { createReader, type Reader } from "./reader.js";
import { createRoots } from "./roots.js";
import { parseRoots, type GivenRoot } from "./schema-root.js";

export interface LoadSchemaOptions {
  /** A file; `FILE#/$defs/NAME` or `FILE#ANCHOR` for a schema in it. */
  readonly schema: string;
  /** The same as `#/$defs/NAME`. */
  readonly def?: string | undefined;
  readonly schemas?: readonly GivenRoot[] | undefined;
  /** Gives the protocol's name; by default, the schema's annotations tell it. */
  readonly profile?: Profile | undefined;
  /** The values of facts in place of those of the schema's release. */
  readonly facts?: FactOverrides | undefined;
  /** They change the documents that they name. */
  readonly overlays?: Overlays | undefined;
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
  const { schema, def, profile, facts, overlays = NO_OVERLAYS } = options;
  const schemas = parseRoots(options.schemas ?? []);
  const { file, fragment: written } = splitFragment(schema);
  const fragment = def === undefined ? written : `#/$defs/${def}`;
  const bytes = readNamedFile(file, MAX_SCHEMA_BYTES);
  const text = readDocument(file, file, bytes);
  const { uri, fileUri, root } = findSchemaFileRoot(file, idOf(text), schemas);
  const named = { ...text, uri, fileUri, foundIn: root, isNamed: true as const };
  const document = overlays.apply(Object.freeze(named), file);
  const reader = createReader(createRoots(schemas, [root]), { overlays });
  const findVersion = (): string | undefined => findReleaseVersion(file, root.directory);
  const { sources, location } = await loadDocument(document, {
    ...{ fragment, reader, profile, facts, findVersion },
  });
  const read = [sources.profile.document, ...sources.inputs];
  const notices = [...sources.notices, ...reportUnused(overlays, read, true)];
  return refuseErrors({ sources: Object.freeze({ ...sources, notices }), location });
}

/** Mistakes that do not keep a schema from being read are among the notices, as they are for `interpret`. */
function refuseErrors(loaded: LoadedSchema): LoadedSchema {
  const errors = loaded.sources.notices.filter(({ code }) => CODES[code].exit > 0);
  if (errors.length > 0) throw new ProtoGenError(errors);
  return loaded;
}

export interface LoadDocumentOptions {
  /** Reads the documents that it refers to. */
  readonly reader: Reader;
  /** The fragment of the schema in the document, with `#`; empty for its root, which is the default. */
  readonly fragment?: string;
  readonly profile?: Profile | undefined;
  /** The values of facts in place of those of the schemas' release. */
  readonly facts?: FactOverrides | undefined;
  /** Finds the version of its release where no document that it leads to states one. */
  readonly findVersion?: () => string | undefined;
}

/** Loads a document that was read already. */
export async function loadDocument(
  document: Document,
  { reader, fragment = "", profile, facts, findVersion }: LoadDocumentOptions,
): Promise<LoadedSchema> {
  if (profile !== undefined) return crawlFrom(document, { reader, fragment, profile });
  // The name of the protocol's annotations is known only once everything was read.
  const emptyProfile = createEmptyProfile(document, { protocol: "proto", version: DRAFT }, facts);
  const first = await crawlFrom(document, { reader, fragment, profile: emptyProfile });
  const roots = [...first.sources.documents.values()].map(({ root }) => root);
  const found = guessRelease(roots);
  if (found.protocol === "proto") return first;
  const version = found.version === DRAFT ? (findVersion?.() ?? DRAFT) : found.version;
  const profileOfName = createEmptyProfile(document, { ...found, version }, facts);
  return crawlFrom(document, { reader, fragment, profile: profileOfName });
}

async function crawlFrom(
  document: Document,
  {
    reader,
    fragment,
    profile,
  }: { readonly reader: Reader; readonly fragment: string; readonly profile: Profile },
): Promise<LoadedSchema> {
  const crawl = new Crawl({ reader, profile });
  await crawl.addDocument(document);
  const location = crawl.schemas.resolve(document.uri, fragment === "" ? "#" : fragment);
  if (location === undefined) throw unknownPart(document, fragment);
  await crawl.followSchema(location);
  return { sources: crawl.toSources({ profile }), location };
}

/** Stands in for a profile, and declares nothing. */
function createEmptyProfile(
  document: Document,
  release: ReleaseName,
  facts: FactOverrides | undefined,
): Profile {
  return {
    document,
    role: "business",
    vocabulary: vocabularyOf(release.protocol),
    facts: releaseFacts(release, facts),
    registry: readRegistry({ version: DRAFT }),
    ...{ services: [], paymentHandlers: [], notices: [] },
  };
}

function idOf({ root }: Document): string | undefined {
  const id = isObject(root) ? root["$id"] : undefined;
  return typeof id === "string" && isUrl(id) && !id.includes("#") ? id : undefined;
}

function unknownPart({ file, root }: Document, fragment: string): Error {
  const defs = isObject(root) && isObject(root["$defs"]) ? Object.keys(root["$defs"]) : [];
  const references = defs.map((name) => `#/$defs/${name}`);
  const match = nearest(fragment, references);
  const others = references.length === 0 ? "it has no $defs" : `one of ${references.join(", ")}`;
  const problem = fragmentProblem(fragment);
  const reason = problem === undefined ? "" : `: ${problem}`;
  return failure("USAGE_UNKNOWN_SCHEMA", `${file} has no schema at ${fragment}${reason}`, {
    place: { file },
    hint: match === undefined ? others : `did you mean ${file}${match}?`,
  });
}
