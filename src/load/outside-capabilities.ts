/**
 * Finds the documents of other releases that a release without a profile builds on: those that it refers to, over any number of
 * documents, and those of capabilities that only the name of a `$defs` entry tells.
 */

import type { Json } from "@proto-gen/runtime/json";
import { compareVersions, isVersion } from "@proto-gen/runtime/negotiation";
import { ProtoGenError } from "../errors.js";
import { isObject } from "../json-schema/keywords.js";
import { createSchemaSet } from "../json-schema/schema-set.js";
import { resolveUri, withoutFragment } from "../json-schema/uri.js";
import { collectReferences } from "./collect-references.js";
import type { Document } from "./document.js";
import type { Reader } from "./reader.js";
import type { Release } from "./release.js";
import {
  classifyDocument,
  DRAFT,
  type ClassifiedDocument,
  type OutsideCapability,
} from "./release-profile.js";

export interface OutsideRelease {
  readonly documents: readonly Document[];
  /** The names of `$defs` entries that no capability of the release has. */
  readonly named: ReadonlySet<string>;
}

/** @param reader reads the documents of the release, and those of others */
export async function findOutside(
  release: Release,
  kinds: readonly ClassifiedDocument[],
  reader: Reader,
): Promise<OutsideRelease> {
  const own = kinds.flatMap(({ document, kind }) =>
    kind.kind === "capability" ? [{ name: kind.name, document }] : [],
  );
  const names = new Set(own.map(({ name }) => name));
  const known = new Set(release.documents.map(({ file }) => file));
  const documents = await readReferred(release.documents, { reader, known });
  const named = new Set<string>();
  for (const { document } of own)
    for (const name of entryNames(document.root).filter((each) => !names.has(each))) {
      const isRead = documents.some(({ root }) => nameOf(root) === name);
      const held = isRead || named.has(name) ? [] : ((await reader.named?.(name)) ?? []);
      named.add(name);
      const start = chooseVersion(held, versionOf(document.root));
      if (start === undefined || known.has(start.file)) continue;
      known.add(start.file);
      documents.push(start, ...(await readReferred([start], { reader, known })));
    }
  return { documents, named };
}

interface Reading {
  readonly reader: Reader;
  /** Files that were read before; those that are read now are added. */
  readonly known: Set<string>;
}

/** The documents that some refer to, themselves or through others. Those that cannot be read are reported where they are loaded. */
async function readReferred(
  starts: readonly Document[],
  { reader, known }: Reading,
): Promise<Document[]> {
  const waiting = [...starts];
  const asked = new Set<string>();
  // Nothing is known of the documents yet: references resolve against the document that they stand in.
  const schemas = createSchemaSet();
  for (const document of waiting) {
    const start = { schema: document.root, pointer: "" };
    const search = { schemas, start, visited: new Set<string>() };
    for (const { base, reference } of collectReferences(document, search)) {
      const uri = withoutFragment(resolveUri(base, reference));
      if (asked.has(uri)) continue;
      asked.add(uri);
      const found = await readIfSound(reader, uri, document);
      if (found === undefined || known.has(found.file)) continue;
      known.add(found.file);
      waiting.push(found);
    }
  }
  return waiting.slice(starts.length);
}

async function readIfSound(
  reader: Reader,
  uri: string,
  from: Document,
): Promise<Document | undefined> {
  try {
    return await reader.read(uri, from);
  } catch (error) {
    if (error instanceof ProtoGenError) return undefined;
    throw error;
  }
}

/** The keys of `$defs` that can be names of capabilities. */
function entryNames(root: Json): string[] {
  const defs = isObject(root) ? root["$defs"] : undefined;
  return isObject(defs) ? Object.keys(defs).filter((name) => name.includes(".")) : [];
}

/** Of the releases of a capability, the one of a version, else the newest one. */
function chooseVersion(
  documents: readonly Document[],
  version: string | undefined,
): Document | undefined {
  const same = documents.find(({ root }) => versionOf(root) === version);
  return same ?? [...documents].sort(byVersion).at(-1);
}

function byVersion(left: Document, right: Document): number {
  return compareVersions(versionOf(left.root) ?? DRAFT, versionOf(right.root) ?? DRAFT);
}

/** The capabilities among some documents that a release does not have itself, one for each name. */
export function listOutsideCapabilities(
  documents: Iterable<Document>,
  release: Release,
): OutsideCapability[] {
  const own = new Set(release.documents.map(({ file }) => file));
  const taken = new Set(release.documents.map(({ root }) => nameOf(root)));
  return [...documents].flatMap((document) => {
    if (own.has(document.file)) return [];
    const kind = classifyDocument({ ...document, path: "" }, release);
    if (kind.kind !== "capability" || taken.has(kind.name) || !isVersion(kind.version)) return [];
    taken.add(kind.name);
    return [{ name: kind.name, version: kind.version, schema: document.uri }];
  });
}

function nameOf(root: Json): string | undefined {
  const name = isObject(root) ? root["name"] : undefined;
  return typeof name === "string" ? name : undefined;
}

function versionOf(root: Json): string | undefined {
  const version = isObject(root) ? root["version"] : undefined;
  return typeof version === "string" && isVersion(version) ? version : undefined;
}
