/**
 * Builds the profile of a business that supports a whole release: it declares each capability document, with its
 * parents, and the service documents.
 */

import {
  compareVersions,
  readRegistry,
  RegistryError,
  vocabularyOf,
} from "@proto-gen/runtime/negotiation";
import type { DeclaredRegistry } from "@proto-gen/runtime/codegen/generator";
import type { Json, JsonObject } from "@proto-gen/runtime/json";
import { releaseFacts } from "../facts/facts-in-force.js";
import { failure } from "../errors.js";
import { isObject } from "../json-schema/keywords.js";
import { guessProtocolName } from "./guess-protocol-name.js";
import { locateSource } from "./document.js";
import { findParents } from "./find-parents.js";
import type { Binding, Profile, Service } from "./profile.js";
import type { Release, ReleaseDocument } from "./release.js";
import { valueAt } from "../text/value-at.js";
import { resolveReferenceTargets } from "./services/reference-target.js";
import { verbOf } from "./services/verb.js";

/** The directory that the next release is made of. */
export const DRAFT = "draft";

/** The kind of a document of a release. */
export type DocumentKind =
  | { readonly kind: "capability"; readonly name: string; readonly version: string }
  | { readonly kind: "rest" | "mcp"; readonly service: string }
  /** Operations that belong to no capability: a tokenizer's (§4.6), or the embedded transport's. */
  | { readonly kind: "other-operations" }
  | { readonly kind: "schema" };

export function classifyDocument(document: ReleaseDocument, release: Release): DocumentKind {
  const { root, path } = document;
  if (!isObject(root)) return { kind: "schema" };
  const { name, version, openapi, openrpc, swagger, methods } = root;
  if (typeof openapi === "string" || typeof openrpc === "string") {
    if (
      isEmbedded(path) ||
      !collectOperationNames(document, release).some((id) => verbOf(id) !== undefined)
    )
      return { kind: "other-operations" };
    const kind = typeof openapi === "string" ? "rest" : "mcp";
    return { kind, service: serviceName(path, release.prefix) };
  }
  // A version that is not supported, or none: as a schema, its operations would be ignored silently.
  if ([openapi, openrpc, swagger].some((each) => each !== undefined) || Array.isArray(methods))
    return { kind: "other-operations" };
  if (typeof name !== "string" || !isCapabilityName(name)) return { kind: "schema" };
  // A release may say its version once, and not in every document.
  if (version === undefined) return { kind: "capability", name, version: DRAFT };
  return typeof version === "string" ? { kind: "capability", name, version } : { kind: "schema" };
}

/** A document and its kind. */
export interface ClassifiedDocument {
  readonly document: ReleaseDocument;
  readonly kind: DocumentKind;
}

export function classifyDocuments(release: Release): ClassifiedDocument[] {
  return release.documents.map((document) => ({
    document,
    kind: classifyDocument(document, release),
  }));
}

/** True for OpenAPI and OpenRPC in any version: such a document is not a schema. */
export function isServiceDocument(root: Json): boolean {
  return isObject(root) && (root["openapi"] !== undefined || root["openrpc"] !== undefined);
}

/** A capability of another release that one of this release may extend. */
export interface OutsideCapability {
  readonly name: string;
  readonly version: string;
  readonly schema: string;
}

export interface ReleaseProfileInput {
  /** The release's documents with their kinds, if they are known already. */
  readonly kinds?: readonly ClassifiedDocument[];
  readonly outside?: readonly OutsideCapability[];
  /** The name of the protocol; by default, the annotations of the release tell it. */
  readonly protocol?: string;
}

export function buildReleaseProfile(
  release: Release,
  {
    kinds = classifyDocuments(release),
    outside = [],
    protocol = guessProtocolName(release.documents.map(({ root }) => root)),
  }: ReleaseProfileInput = {},
): Profile {
  const capabilities = kinds.flatMap(({ document, kind }) =>
    kind.kind === "capability" ? [{ document, ...kind }] : [],
  );
  const names = [...capabilities, ...outside].map(({ name }) => name);
  const byDocument = new Map(capabilities.map(({ document, name }) => [document.uri, name]));
  const declared = capabilities.map(({ document, name, version }) => {
    const parents = findParents(document, { own: name, all: names, byDocument });
    const entry = { name, version, schema: document.uri };
    return parents.length === 0 ? entry : { ...entry, extends: parents };
  });
  const version = capabilities.length === 0 ? "draft" : newestOf(capabilities);
  return Object.freeze({
    role: "business",
    // There is no such file: an error about it names the release.
    document: {
      uri: release.prefix,
      fileUri: release.prefix,
      file: release.label,
      text: "",
      root: {},
      sha256: "",
    },
    vocabulary: vocabularyOf(protocol),
    facts: releaseFacts({ protocol, version }),
    registry: buildRegistry(
      { version, capabilities: [...declared, ...outside] },
      capabilities.map(({ document }) => document),
      release.label,
    ),
    services: buildServices(kinds, version),
    paymentHandlers: [],
    notices: [],
  });
}

/**
 * @param documents those of the first capabilities, in their order; the others are of other releases
 * @throws ProtoGenError PROFILE_INVALID where one of them has a name or a version that no capability can have
 */
function buildRegistry(
  member: { readonly version: string; readonly capabilities: readonly unknown[] },
  documents: readonly ReleaseDocument[],
  file: string,
): DeclaredRegistry {
  try {
    return readRegistry(member);
  } catch (error) {
    if (!(error instanceof RegistryError)) throw error;
    const [, index = "", wrong = ""] =
      /^(?:\/capabilities\/(\d+))?(\/name|\/version)?/.exec(error.pointer) ?? [];
    // The protocol's own version is that of one of them.
    const document =
      index === ""
        ? documents.find(({ root }) => isObject(root) && root["version"] === member.version)
        : documents[Number(index)];
    throw failure("PROFILE_INVALID", error.message, {
      place: document ? locateSource(document, wrong) : { file },
    });
  }
}

function buildServices(kinds: readonly ClassifiedDocument[], version: string): Service[] {
  const services = new Map<string, Binding[]>();
  for (const { document, kind } of kinds) {
    if (kind.kind !== "rest" && kind.kind !== "mcp") continue;
    const binding = { transport: kind.kind, version, schema: document.uri, pointer: "" };
    services.set(kind.service, [...(services.get(kind.service) ?? []), binding]);
  }
  return [...services].map(([name, bindings]) => ({ name, bindings }));
}

function newestOf(capabilities: readonly { readonly version: string }[]): string {
  return capabilities
    .map(({ version }) => version)
    .reduce((left, right) => (compareVersions(left, right) < 0 ? right : left));
}

/** `services/shopping/rest.openapi.json` below `https://proto.dev` is of `dev.proto.shopping`. */
function serviceName(path: string, prefix: string): string {
  const folders = path.split("/").slice(0, -1);
  const below = folders.slice(folders.indexOf("services") + 1);
  const { host } = new URL(prefix);
  return [...host.split(".").reverse(), ...below].filter((label) => label !== "").join(".");
}

function isEmbedded(path: string): boolean {
  return path.slice(path.lastIndexOf("/") + 1).includes("embedded");
}

/** The names of a service document's operations, including those in other documents of the release. */
function collectOperationNames(document: ReleaseDocument, release: Release): string[] {
  const { paths, methods } = document.root as JsonObject;
  const resolve = (value: Json): JsonObject[] => resolveWithinRelease(value, document, release);
  const items = isObject(paths) ? Object.values(paths).flatMap(resolve) : [];
  const operations = items.flatMap((item) => Object.values(item).filter(isObject));
  const ids = operations.map(({ operationId }) => operationId);
  const names = Array.isArray(methods) ? methods.flatMap(resolve).map(({ name }) => name) : [];
  return [...ids, ...names].filter((id) => typeof id === "string");
}

/** The object that a Reference Object leads to within a release, over any number of steps; another object as it is. */
function resolveWithinRelease(value: Json, from: ReleaseDocument, release: Release): JsonObject[] {
  const seen = new Set<Json>();
  let [current, document] = [value, from];
  while (isObject(current) && typeof current["$ref"] === "string" && !seen.has(current)) {
    seen.add(current);
    const [found] = resolveReferenceTargets(document, current["$ref"]).flatMap(({ uri, pointer }) =>
      release.documents.flatMap((each) => {
        const at =
          pointer !== undefined && (each.uri === uri || each.fileUri === uri)
            ? valueAt(each.root, pointer)
            : undefined;
        return at === undefined ? [] : [{ at, each }];
      }),
    );
    if (found === undefined) return [];
    [current, document] = [found.at, found.each];
  }
  return isObject(current) ? [current] : [];
}

function isCapabilityName(name: string): boolean {
  return /^[a-z0-9][a-z0-9_-]*(?:\.[a-z0-9][a-z0-9_-]*){2,}$/.test(name);
}
