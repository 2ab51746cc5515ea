/**
 * Reads the document of a URI from the roots of `roots.ts`, or else fetches it.
 *
 * Documents go through json-schema-ref-parser's plugin chain (docs/adr/0009-reading-documents.md).
 */

import { budgetDiagnostic } from "../budgets.js";
import { failure, ProtoGenError, type Diagnostic } from "../errors.js";
import { isObject } from "../json-schema/keywords.js";
import { hasSha256 } from "../text/sha256.js";
import { readDocument, type Document } from "./document.js";
import { MAX_SCHEMA_BYTES, type FileContent, type FileReader } from "./file-contents.js";
import { nearestDocument, type MissingDocument } from "./nearest-document.js";
import { NO_OVERLAYS, type Overlays } from "./overlay/overlays.js";
import { runPlugins } from "./plugin-chain.js";
import type { Remote } from "./remote.js";
import { scopeOf } from "./name-scope.js";
import { readFailure } from "./root-files.js";
import type { MissingFile, Roots, SchemaFile } from "./roots.js";
import type { SchemaRoot } from "./schema-root.js";

export interface Reader {
  /**
   * The document at the place a URI names, else the one whose `$id` it is; undefined where no source contains it. One of a
   * directory with a URL prefix has the URI of its place, under whatever URL it was asked for.
   *
   * @param from the document that refers to it: a URI may mean something in its directory alone
   */
  read(uri: string, from?: Pick<Document, "foundIn">): Promise<Document | undefined>;
  /** The other documents on this disk that have a URI; where it is a name in one directory alone, those there. */
  holders?(uri: string, of: Pick<Document, "file" | "foundIn">): readonly Document[];
  /** The documents on this disk that a capability's name stands in. */
  named?(capability: string): Promise<readonly Document[]>;
  /** What is noticed of the directories of schemas as a whole. */
  notices?(): readonly Diagnostic[];
  /** What explains that no source contains a document. */
  explainMissing?(uri: string): MissingDocumentCause;
  /** The URL of a document that a source contains, and that this one was probably meant to be. */
  suggest?(missing: MissingDocument): string | undefined;
}

export interface MissingDocumentCause extends Pick<MissingFile, "expected"> {
  /** The document that has the URL as a name within its directory, which means nothing outside. */
  readonly named: Document | undefined;
  /** The errors of files that may contain it, but cannot be read. */
  readonly unreadable: readonly Diagnostic[];
}

/** A document that was found and is not parsed yet. */
interface DocumentContent {
  readonly bytes: () => Buffer;
  readonly label: string;
  /** Undefined for a file that was found by its `$id`. */
  readonly fileUri: string | undefined;
  readonly foundIn: SchemaRoot | undefined;
  readonly isRemote: boolean;
  /** Its path; undefined for one that was fetched now. */
  readonly file: string | undefined;
  readonly overlays: Overlays;
}

/** What documents are read from, and what changes them. */
interface OverlaidRoots extends Roots {
  readonly overlays: Overlays;
}

export interface ReaderOptions {
  /** Fetches the documents that no root holds; each is read once. */
  readonly remote?: Pick<Remote, "bytes"> | undefined;
  readonly overlays?: Overlays | undefined;
}

export function createReader(
  given: Roots,
  { remote, overlays = NO_OVERLAYS }: ReaderOptions = {},
): Reader {
  const roots: OverlaidRoots = { ...given, overlays };
  const documents = new Map<string, Promise<Document | undefined>>();
  let byName: Promise<ReadonlyMap<string, readonly Document[]>> | undefined;
  return {
    read(uri, from) {
      const place = placeByName(uri, roots, from);
      const known = documents.get(place) ?? readFrom(place, roots, remote);
      documents.set(place, known);
      return known;
    },
    named: async (capability) => (await (byName ??= indexByName(roots))).get(capability) ?? [],
    holders: (uri, { file, foundIn }) =>
      (roots.holders?.(uri, foundIn) ?? [])
        .filter(({ label, root }) => label !== file || root !== foundIn)
        .map((each) => toDocument(uri, contentOf(roots, each), readBytes(roots, each))),
    suggest: (missing) => nearestDocument(missing, roots.uris?.() ?? []),
    notices: () => roots.notices?.() ?? [],
    explainMissing: (uri) => findCause(roots, uri),
  };
}

/** Files that cannot be read have no name. */
async function indexByName(
  roots: OverlaidRoots,
): Promise<ReadonlyMap<string, readonly Document[]>> {
  const byName = new Map<string, Document[]>();
  for (const uri of roots.uris?.() ?? []) {
    const located = roots.locate(uri);
    if (located === undefined) continue;
    const { document } = tryRead(() =>
      toDocument(uri, contentOf(roots, located), readBytes(roots, located)),
    );
    const name = isObject(document?.root) ? document.root["name"] : undefined;
    if (document === undefined || typeof name !== "string") continue;
    byName.set(name, [...(byName.get(name) ?? []), document]);
  }
  return byName;
}

function findCause(roots: OverlaidRoots, uri: string): MissingDocumentCause {
  const { expected, named, candidates = [] } = roots.explainMissing?.(uri) ?? {};
  const read = (file: SchemaFile): Document =>
    toDocument(file.fileUri ?? uri, contentOf(roots, file), readBytes(roots, file));
  return {
    expected,
    named: named && read(named),
    unreadable: candidates.flatMap((each) => tryRead(() => read(each)).errors),
  };
}

interface ReadAttempt {
  readonly document: Document | undefined;
  readonly errors: readonly Diagnostic[];
}

function tryRead(read: () => Document): ReadAttempt {
  try {
    return { document: read(), errors: [] };
  } catch (error) {
    if (error instanceof ProtoGenError) return { document: undefined, errors: error.diagnostics };
    throw error;
  }
}

type Origin = Pick<Document, "foundIn"> | undefined;

/** A document is known by the URL of its place, where its directory was given for one. */
function placeByName(uri: string, roots: Roots, from: Origin): string {
  const located = roots.locate(uri, from?.foundIn);
  return scopeOf(located?.root) === undefined ? uri : (located?.fileUri ?? uri);
}

async function readFrom(
  uri: string,
  roots: OverlaidRoots,
  remote: Pick<Remote, "bytes"> | undefined,
): Promise<Document | undefined> {
  const content = await findContent(uri, roots, remote);
  return content && parseContent(uri, content);
}

async function findContent(
  uri: string,
  roots: OverlaidRoots,
  remote: Pick<Remote, "bytes"> | undefined,
): Promise<DocumentContent | undefined> {
  const located = roots.locate(uri);
  if (located !== undefined) return contentOf(roots, located);
  const fetched = await remote?.bytes(uri);
  if (fetched === undefined) return undefined;
  return {
    bytes: () => Buffer.from(fetched),
    label: uri,
    fileUri: uri,
    ...{ foundIn: undefined, isRemote: true, file: undefined, overlays: roots.overlays },
  };
}

function contentOf(roots: OverlaidRoots, located: SchemaFile): DocumentContent {
  const { label, fileUri, root, locked, file } = located;
  return {
    bytes: () => readBytes(roots, located),
    ...{ label, fileUri, foundIn: root, isRemote: locked !== undefined },
    ...{ file, overlays: roots.overlays },
  };
}

/**
 * The chain wraps the errors of plugins, so that theirs are kept; and it refuses empty roots and those that are not
 * objects, so that it sees none.
 */
async function parseContent(uri: string, content: DocumentContent): Promise<Document> {
  let document: Document | undefined;
  let problem: unknown;
  const remember = <Result>(action: () => Result): Result => {
    try {
      return action();
    } catch (error) {
      problem = error;
      throw error;
    }
  };
  try {
    await runPlugins(uri, {
      read: () => remember(content.bytes),
      parse: ({ data }) => {
        document = remember(() => toDocument(uri, content, data as Uint8Array));
        return true;
      },
    });
  } catch (error) {
    throw problem ?? error;
  }
  return document as Document;
}

function toDocument(
  uri: string,
  { label, fileUri = uri, foundIn, isRemote, file, overlays }: DocumentContent,
  bytes: Uint8Array,
): Document {
  const read = readDocument(uri, label, bytes);
  const document = Object.freeze({
    ...read,
    fileUri,
    foundIn,
    ...(isRemote ? { isRemote } : {}),
  });
  return overlays.apply(document, file);
}

function readBytes({ readFile }: Roots, { file, label, locked }: SchemaFile): Buffer {
  const { size, bytes } = readOrFail(readFile, file);
  if (size > MAX_SCHEMA_BYTES)
    throw new ProtoGenError([
      budgetDiagnostic("documentBytes", label, { count: size, place: { file: label } }),
    ]);
  if (locked === undefined || hasSha256(bytes, locked.sha256)) return bytes;
  throw failure(
    "LOAD_LOCK_INVALID",
    `${file} is not the document fetched from ${label}: its SHA-256 differs from that in ${locked.lock}`,
    { place: { file } },
  );
}

function readOrFail(readFile: FileReader, file: string): FileContent {
  try {
    return readFile(file);
  } catch (error) {
    throw readFailure(error, file);
  }
}
