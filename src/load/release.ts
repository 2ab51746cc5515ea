/**
 * A release without a profile: every JSON document of one directory, the URL that it is published at, and a reader that
 * looks in it before anywhere else.
 */

import path from "node:path";
import { pathToFileURL } from "node:url";
import type { Json } from "@proto-gen/runtime/json";
import { failure, ProtoGenError, type Diagnostic } from "../errors.js";
import { isObject } from "../json-schema/keywords.js";
import { encodePath, isBelow, normalizeUri } from "../json-schema/uri.js";
import { isUrl } from "../text/http-url.js";
import { readDocument, type Document } from "./document.js";
import { MAX_SCHEMA_BYTES, type FileReader } from "./file-contents.js";
import { NO_OVERLAYS, type Overlays } from "./overlay/overlays.js";
import type { MissingDocumentCause, Reader } from "./reader.js";
import { filesBelow, type ReleaseFile } from "./release-files.js";

export type { ReleaseFile };

/** A document, and where it stands in its release. */
export interface ReleaseDocument extends Document {
  /** Relative to the release's directory, with slashes. */
  readonly path: string;
}

export interface Release {
  /** How messages show it: `schemas/2026-11-20`. */
  readonly label: string;
  /** The URL that its directory is published at, as most of its `$id`s say; else that of the directory. */
  readonly prefix: string;
  /** In the order of their paths. */
  readonly documents: readonly ReleaseDocument[];
}

/** The name of a release's own list of its files, which is no document of it. */
export const RELEASE_MANIFEST = "manifest.json";

/**
 * Every JSON file below a directory; links that lead out of it are left out.
 *
 * @throws ProtoGenError RELEASE_UNREADABLE
 */
export function readReleaseFiles(directory: string, readFile?: FileReader): ReleaseFile[] {
  return filesBelow(directory, (file) => file.endsWith(".json") && file !== RELEASE_MANIFEST, {
    readFile,
  });
}

export interface ReleaseReading {
  readonly release: Release;
  /** Errors of files that are not JSON or too large: they are no documents of the release. */
  readonly problems: readonly Diagnostic[];
}

export interface ReadReleaseOptions {
  /** The place that a release without any `$id` takes its URL from; its label by default. */
  readonly directory?: string | undefined;
  readonly overlays?: Overlays | undefined;
}

export function readRelease(
  label: string,
  files: readonly ReleaseFile[],
  { directory = label, overlays = NO_OVERLAYS }: ReadReleaseOptions = {},
): ReleaseReading {
  const problems: Diagnostic[] = [];
  const read = files.flatMap((file) => {
    try {
      return [{ path: file.path, document: readFile(label, file) }];
    } catch (error) {
      if (!(error instanceof ProtoGenError)) throw error;
      problems.push(...error.diagnostics);
      return [];
    }
  });
  const prefix = prefixOf(read) ?? pathToFileURL(path.resolve(directory)).href;
  const documents = read.map(({ path: relative, document }) => {
    const fileUri = `${prefix}/${encodePath(relative)}`;
    const uri = idOf(document.root) ?? fileUri;
    const named = Object.freeze({ ...document, uri, fileUri });
    const changed = overlays.apply(named, path.join(directory, relative));
    return Object.freeze({ ...changed, uri: idOf(changed.root) ?? fileUri, path: relative });
  });
  return { release: { label, prefix, documents }, problems };
}

const NO_CAUSE: MissingDocumentCause = { expected: undefined, named: undefined, unreadable: [] };

/** A reader of a release alone; what is not below its URL is asked of `others`. */
export function releaseReader({ prefix, documents }: Release, others: Reader): Reader {
  const byUri = new Map<string, ReleaseDocument>();
  for (const document of documents) byUri.set(document.fileUri, document);
  for (const document of documents) if (!byUri.has(document.uri)) byUri.set(document.uri, document);
  const byName = new Map<string, ReleaseDocument[]>();
  for (const document of documents)
    for (const name of new Set([document.uri, document.fileUri].map(normalizeUri)))
      byName.set(name, [...(byName.get(name) ?? []), document]);
  return {
    notices: () => others.notices?.() ?? [],
    explainMissing: (uri) => others.explainMissing?.(uri) ?? NO_CAUSE,
    named: async (capability) => (await others.named?.(capability)) ?? [],
    holders: (uri, of) => {
      const own = (byName.get(uri) ?? []).filter(({ file }) => file !== of.file);
      return own.length > 0 || isBelow(prefix, uri) ? own : (others.holders?.(uri, of) ?? []);
    },
    async read(uri, from) {
      const own = byUri.get(uri);
      // A document is known by the URI that it was asked for.
      if (own !== undefined) return own.uri === uri ? own : { ...own, uri };
      return isBelow(prefix, uri) ? undefined : others.read(uri, from);
    },
  };
}

function readFile(label: string, { path: relative, bytes }: ReleaseFile): Document {
  const file = `${label}/${relative}`;
  if (bytes.byteLength > MAX_SCHEMA_BYTES)
    throw failure(
      "LOAD_TOO_LARGE",
      `${file} has more than ${MAX_SCHEMA_BYTES} bytes, which is the limit`,
      { place: { file } },
    );
  return readDocument(file, file, bytes);
}

/** The URL for which most files stand where their `$id` says. */
function prefixOf(
  read: readonly { readonly path: string; readonly document: Document }[],
): string | undefined {
  const votes = new Map<string, number>();
  for (const { path: relative, document } of read) {
    const id = idOf(document.root);
    const end = [encodePath(relative), relative].find((each) => id?.endsWith(`/${each}`) === true);
    if (id === undefined || end === undefined) continue;
    const prefix = id.slice(0, -end.length - 1);
    votes.set(prefix, (votes.get(prefix) ?? 0) + 1);
  }
  return [...votes].sort(([, left], [, right]) => right - left)[0]?.[0];
}

/** The absolute `$id` of a document. */
export function idOf(root: Json): string | undefined {
  const id = isObject(root) ? root["$id"] : undefined;
  return typeof id === "string" && isUrl(id) && !id.includes("#") ? id : undefined;
}
