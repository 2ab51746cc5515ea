/**
 * Reads the document of a URI from the roots of `roots.ts`, or else fetches it.
 *
 * Documents go through json-schema-ref-parser's plugin chain (docs/adr/0009-reading-documents.md).
 */

import { budgetDiagnostic } from "../budgets.js";
import { failure, ProtoGenError } from "../errors.js";
import { hasSha256 } from "../text/sha256.js";
import { readDocument, type Document } from "./document.js";
import { MAX_SCHEMA_BYTES } from "./file-contents.js";
import { nearestDocument, type MissingDocument } from "./nearest-document.js";
import { pluginChain, type PluginChain } from "./plugin-chain.js";
import type { Remote } from "./remote.js";
import type { SchemaFile, Roots } from "./roots.js";

export interface Reader {
  /** The document at the place a URI names, else the one whose `$id` it is; undefined where no source contains it. */
  read(uri: string): Promise<Document | undefined>;
  /** The URL of a document that a source contains, and that this one was probably meant to be. */
  suggest?(missing: MissingDocument): string | undefined;
}

/** A document that was found and is not parsed yet. */
interface DocumentContent {
  readonly bytes: () => Buffer;
  readonly label: string;
  /** Undefined for a file that was found by its `$id`. */
  readonly fileUri: string | undefined;
  readonly isRemote: boolean;
}

/** @param remote fetches the documents that no root holds; each is read once */
export function createReader(roots: Roots, remote?: Pick<Remote, "bytes">): Reader {
  const documents = new Map<string, Promise<Document | undefined>>();
  return {
    read(uri) {
      const known = documents.get(uri) ?? readFrom(uri, roots, remote);
      documents.set(uri, known);
      return known;
    },
    suggest: (missing) => nearestDocument(missing, roots.uris?.() ?? []),
  };
}

async function readFrom(
  uri: string,
  roots: Roots,
  remote: Pick<Remote, "bytes"> | undefined,
): Promise<Document | undefined> {
  const content = await findContent(uri, roots, remote);
  return content && parseContent(uri, content, await pluginChain());
}

async function findContent(
  uri: string,
  roots: Roots,
  remote: Pick<Remote, "bytes"> | undefined,
): Promise<DocumentContent | undefined> {
  const located = roots.locate(uri);
  if (located !== undefined)
    return {
      bytes: () => readBytes(roots, located),
      label: located.label,
      fileUri: located.fileUri,
      isRemote: located.locked !== undefined,
    };
  const fetched = await remote?.bytes(uri);
  if (fetched === undefined) return undefined;
  return { bytes: () => Buffer.from(fetched), label: uri, fileUri: uri, isRemote: true };
}

/**
 * The chain wraps the errors of plugins, so that theirs are kept; and it refuses empty roots and those that are not
 * objects, so that it sees none.
 */
async function parseContent(
  uri: string,
  content: DocumentContent,
  runPlugins: PluginChain,
): Promise<Document> {
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
  { label, fileUri = uri, isRemote }: DocumentContent,
  bytes: Uint8Array,
): Document {
  const document = readDocument(uri, label, bytes);
  return Object.freeze({ ...document, fileUri, ...(isRemote ? { isRemote } : {}) });
}

function readBytes({ readFile }: Roots, { file, label, locked }: SchemaFile): Buffer {
  const { size, bytes } = readFile(file);
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
