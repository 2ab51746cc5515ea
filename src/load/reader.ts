/**
 * In: a URI. Out: its document, read through the resolver chain of `roots.ts`, else fetched.
 *
 * The documents go through json-schema-ref-parser's plugin chain with its own file and http
 * resolvers off: by default it reads `file:` references of remote documents and fetches loopback.
 */

import { readFileSync, statSync } from "node:fs";
import { $RefParser } from "@apidevtools/json-schema-ref-parser";
import { BUDGETS, exceeded } from "../budgets.js";
import { failure, ProtoGenError } from "../errors.js";
import { sha256 } from "../text/sha256.js";
import { readDocument, type Document } from "./document.js";
import type { Remote } from "./remote.js";
import type { LocatedFile, Roots } from "./roots.js";

/** A document's size limit. */
export const MAX_SCHEMA_BYTES = BUDGETS.documentBytes.limit;

export interface Reader {
  /** The document at the place a URI names, else the one whose `$id` it is; undefined where no source holds it. */
  read(uri: string): Promise<Document | undefined>;
}

/** What a document is made of. */
interface Found {
  readonly bytes: () => Uint8Array;
  readonly label: string;
  readonly fileUri: string | undefined;
  readonly isRemote: boolean;
}

export function createReader(roots: Roots, remote?: Pick<Remote, "bytes">): Reader {
  const documents = new Map<string, Promise<Document | undefined>>();

  async function find(uri: string): Promise<Found | undefined> {
    const located = roots.locate(uri);
    if (located !== undefined)
      return {
        bytes: () => readBytes(located),
        label: located.label,
        fileUri: located.fileUri,
        isRemote: located.locked !== undefined,
      };
    const fetched = await remote?.bytes(uri);
    if (fetched === undefined) return undefined;
    return { bytes: () => fetched, label: uri, fileUri: uri, isRemote: true };
  }

  async function load(uri: string): Promise<Document | undefined> {
    const found = await find(uri);
    if (found === undefined) return undefined;
    const { bytes, label, fileUri: place, isRemote } = found;
    let document: Document | undefined;
    let problem: unknown;
    const keep = <Result>(action: () => Result): Result => {
      try {
        return action();
      } catch (error) {
        problem = error;
        throw error;
      }
    };
    // ref-parser wraps what a plugin throws, and refuses roots that are no object: both are judged here.
    await $RefParser
      .parse(uri, {
        resolve: {
          file: false,
          http: false,
          roots: { order: 1, canRead: true, read: () => keep(() => Buffer.from(bytes())) },
        },
        parse: {
          json: false,
          yaml: false,
          text: false,
          binary: false,
          strict: {
            order: 1,
            canParse: true,
            parse: ({ data }: { readonly data: unknown }) =>
              keep(() => {
                document = readDocument(uri, label, data as Uint8Array, place, isRemote);
                return document.root;
              }),
          },
        },
      })
      .catch((error: unknown) => {
        if (document === undefined) throw problem ?? error;
      });
    return document;
  }

  return {
    read(uri) {
      const known = documents.get(uri) ?? load(uri);
      documents.set(uri, known);
      return known;
    },
  };
}

function readBytes({ file, label, locked }: LocatedFile): Buffer {
  const { size } = statSync(file);
  if (size > MAX_SCHEMA_BYTES)
    throw new ProtoGenError([exceeded("documentBytes", label, size, { file: label })]);
  const bytes = readFileSync(file);
  if (locked === undefined || sha256(bytes) === locked.sha256) return bytes;
  throw failure(
    "LOAD_LOCK_INVALID",
    `${file} is not what was fetched from ${label}: its SHA-256 is another one than in ${locked.lock}`,
    { file },
  );
}
