/**
 * Finds the services that a profile without any could call: a platform's profile declares none, since a platform serves
 * none (§2.1.1). They are those of the release that the profile's capabilities belong to. A release is recognized by
 * its content: it is the nearest directory above a capability's schema, in the root that holds it, with a service document
 * that leads to a capability of the profile.
 */

import path from "node:path";
import { compareVersions } from "@proto-gen/runtime/negotiation";
import type { Json } from "@proto-gen/runtime/json";
import { ProtoGenError } from "../../errors.js";
import { isObject } from "../../json-schema/keywords.js";
import { encodePath, resolveUri, withoutFragment } from "../../json-schema/uri.js";
import { NO_OVERLAYS, type Overlays } from "../overlay/overlays.js";
import type { Binding, Profile, Service } from "../profile.js";
import type { Reader } from "../reader.js";
import {
  idOf,
  readRelease,
  readReleaseFiles,
  type Release,
  type ReleaseDocument,
} from "../release.js";
import { classifyDocument } from "../release-profile.js";
import type { Roots } from "../roots.js";
import type { SchemaRoot } from "../schema-root.js";

/** A service document, and the version of the capabilities that it belongs to. */
interface FoundDocument {
  readonly document: ReleaseDocument;
  readonly transport: "rest" | "mcp";
  readonly service: string;
  readonly version: string;
}

export interface ReleaseServices {
  readonly services: readonly Service[];
  /** Reads their documents, too: one without an `$id` is found by no other reader where its root has no prefix. */
  readonly reader: Reader;
}

export interface ServiceSearch {
  readonly reader: Reader;
  readonly roots: Roots;
  readonly overlays?: Overlays | undefined;
}

export function findReleaseServices(profile: Profile, search: ServiceSearch): ReleaseServices {
  const found = new Map<string, FoundDocument>();
  const capabilities = profile.registry.capabilities.map(({ schema = "", version }) => ({
    schema: withoutFragment(schema),
    version,
  }));
  const schemas = new Set(capabilities.map(({ schema }) => schema));
  const nearestDocuments = createDirectorySearch(search, schemas);
  for (const { schema, version } of capabilities)
    for (const each of nearestDocuments(schema)) {
      const known = found.get(each.document.uri)?.version ?? version;
      const newest = compareVersions(known, version) < 0 ? version : known;
      found.set(each.document.uri, { ...each, version: newest });
    }
  return { services: buildServices([...found.values()]), reader: readerWith(found, search.reader) };
}

type PlacedDocument = Omit<FoundDocument, "version">;

/** Searches from a schema's directory up to the root that holds it, and each directory once. */
function createDirectorySearch(
  { roots, overlays = NO_OVERLAYS }: ServiceSearch,
  targets: ReadonlySet<string>,
): (schema: string) => readonly PlacedDocument[] {
  const known = new Map<string, readonly PlacedDocument[]>();

  function nearestTo(directory: string): readonly PlacedDocument[] {
    const documents = known.get(directory) ?? searchFrom(directory);
    known.set(directory, documents);
    return documents;
  }

  function searchFrom(directory: string): readonly PlacedDocument[] {
    const root = roots.all?.find((each) => isWithin(each.directory, directory));
    if (root === undefined) return [];
    const documents = serviceDocumentsBelow(directory, root, { roots, overlays, targets });
    const isTop = path.relative(root.directory, directory) === "";
    return documents.length > 0 || isTop ? documents : nearestTo(path.dirname(directory));
  }

  return (schema) => {
    const located = roots.locate(schema);
    // The release of a document that was fetched is not on this disk.
    if (located === undefined || located.locked !== undefined) return [];
    return nearestTo(path.dirname(located.file));
  };
}

function isWithin(directory: string, other: string): boolean {
  return (path.resolve(other) + path.sep).startsWith(path.resolve(directory) + path.sep);
}

interface TargetSearch {
  readonly roots: Roots;
  readonly overlays: Overlays;
  /** The URIs of the profile's schemas. */
  readonly targets: ReadonlySet<string>;
}

function serviceDocumentsBelow(
  directory: string,
  root: SchemaRoot,
  { roots, overlays, targets }: TargetSearch,
): PlacedDocument[] {
  const read = readReleaseIn(directory, root, roots);
  if (read === undefined) return [];
  const documents = read.documents.map((each) =>
    overlays.apply(each, path.join(directory, each.path)),
  );
  const release: Release = { ...read, documents };
  return documents.flatMap((document) => {
    const kind = classifyDocument(document, release);
    if (kind.kind !== "rest" && kind.kind !== "mcp") return [];
    return leadsTo(document, release, targets)
      ? [{ document, transport: kind.kind, service: kind.service }]
      : [];
  });
}

/** Undefined for a directory without services, and for one that cannot be read or has too many files. */
function readReleaseIn(
  directory: string,
  root: SchemaRoot,
  { readFile }: Roots,
): Release | undefined {
  const below = path.relative(root.directory, directory).split(path.sep).join("/");
  const label = below === "" ? root.label : `${root.label}/${below}`;
  try {
    const files = readReleaseFiles(directory, readFile);
    // Most directories that are searched have none, and parsing all their files takes long.
    if (!files.some(({ bytes }) => mayNameService(bytes))) return undefined;
    const { release } = readRelease(label, files, { directory });
    const found = { ...release, documents: release.documents.map((each) => foundIn(root, each)) };
    if (root.prefix === undefined) return found;
    return placeAt(found, below === "" ? root.prefix : `${root.prefix}/${encodePath(below)}`);
  } catch (error) {
    if (error instanceof ProtoGenError) return undefined;
    throw error;
  }
}

function foundIn(root: SchemaRoot, document: ReleaseDocument): ReleaseDocument {
  return { ...document, foundIn: root };
}

/** The member that makes a document one of a service may be written with escapes. */
const SERVICE_MARKS = ["openapi", "openrpc", "\\u"];

function mayNameService(bytes: Uint8Array): boolean {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return SERVICE_MARKS.some((mark) => text.includes(mark));
}

/** The root's prefix says where its files stand, whatever their `$id`s say: these are second names. */
function placeAt({ label, documents }: Release, prefix: string): Release {
  return {
    label,
    prefix,
    documents: documents.map((document) => {
      const fileUri = `${prefix}/${encodePath(document.path)}`;
      return { ...document, fileUri, uri: fileUri };
    }),
  };
}

/** True if a document refers to one of these schemas, itself or through other documents of its release. */
function leadsTo(
  start: ReleaseDocument,
  { documents }: Release,
  schemas: ReadonlySet<string>,
): boolean {
  const byName = new Map(documents.flatMap((each) => namesOf(each).map((name) => [name, each])));
  const seen = new Set([start]);
  // Iterating a set also visits what is added on the way.
  for (const document of seen)
    for (const uri of collectTargets(document)) {
      const next = byName.get(uri);
      if (schemas.has(uri) || (next && namesOf(next).some((name) => schemas.has(name))))
        return true;
      if (next !== undefined) seen.add(next);
    }
  return false;
}

function namesOf({ uri, fileUri, root }: ReleaseDocument): string[] {
  return [uri, fileUri, idOf(root) ?? uri];
}

/** The URIs that the references of a document lead to, without fragments. */
function collectTargets({ root, uri }: ReleaseDocument): ReadonlySet<string> {
  const targets = new Set<string>();
  const base = idOf(root) ?? uri;
  const waiting: Json[] = [root];
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    if (typeof value !== "object" || value === null) continue;
    if (isObject(value) && typeof value["$ref"] === "string")
      targets.add(withoutFragment(resolveUri(base, value["$ref"])));
    waiting.push(...Object.values(value));
  }
  return targets;
}

function buildServices(documents: readonly FoundDocument[]): Service[] {
  const services = new Map<string, Binding[]>();
  for (const { service, transport, version, document } of documents) {
    const binding = { transport, version, schema: document.uri, pointer: "" };
    services.set(service, [...(services.get(service) ?? []), binding]);
  }
  return [...services].map(([name, bindings]) => ({ name, bindings }));
}

function readerWith(found: ReadonlyMap<string, FoundDocument>, others: Reader): Reader {
  return {
    ...others,
    async read(uri) {
      return found.get(uri)?.document ?? others.read(uri);
    },
  };
}
