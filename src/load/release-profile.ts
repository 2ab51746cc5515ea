/**
 * The profile of who supports a whole release. In: the release's documents. Out: a profile that declares
 * each capability document, with what it extends, and the service documents; and the documents that nothing of it names.
 */

import {
  compareVersions,
  readRegistry,
  RegistryError,
  type DeclaredRegistry,
} from "@proto-gen/runtime/negotiation";
import type { Json, JsonObject } from "@proto-gen/runtime/json";
import { vocabularyOf } from "@proto-gen/runtime/vocabulary";
import { failure } from "../errors.js";
import { isObject } from "../json-schema/keywords.js";
import { annotationName } from "./annotation-name.js";
import { DRAFT } from "./release-date.js";
import { locateSource } from "./document.js";
import { extendedBy } from "./extended-by.js";
import type { Binding, Profile, Service } from "./profile.js";
import type { Release, ReleaseDocument } from "./release.js";
import { valueAt } from "./services/cursor.js";
import { referenceTargets } from "./services/reference-target.js";
import { verbOf } from "./services/verb.js";

/** What a document of a release is. */
export type DocumentKind =
  | { readonly kind: "capability"; readonly name: string; readonly version: string }
  | { readonly kind: "rest" | "mcp"; readonly service: string }
  /** Operations that no capability has: a tokenizer's (§4.6), or those of the embedded transport. */
  | { readonly kind: "other-operations" }
  | { readonly kind: "schema" };

export function kindOf(document: ReleaseDocument, release: Release): DocumentKind {
  const { root, path } = document;
  if (!isObject(root)) return { kind: "schema" };
  const { name, version, openapi, openrpc, swagger, methods } = root;
  if (typeof openapi === "string" || typeof openrpc === "string") {
    if (
      isEmbedded(path) ||
      !operationNames(document, release).some((id) => verbOf(id) !== undefined)
    )
      return { kind: "other-operations" };
    const kind = typeof openapi === "string" ? "rest" : "mcp";
    return { kind, service: serviceName(path, release.prefix) };
  }
  // Of a version that is not read, or none: to take it for a schema would be to pass over all that it says.
  if ([openapi, openrpc, swagger].some((each) => each !== undefined) || Array.isArray(methods))
    return { kind: "other-operations" };
  if (typeof name !== "string" || !isCapabilityName(name)) return { kind: "schema" };
  // A release may say its version once, and not in every document.
  if (version === undefined) return { kind: "capability", name, version: DRAFT };
  return typeof version === "string" ? { kind: "capability", name, version } : { kind: "schema" };
}

/** A document, and what it is. */
export interface KnownDocument {
  readonly document: ReleaseDocument;
  readonly kind: DocumentKind;
}

export function kindsOf(release: Release): KnownDocument[] {
  return release.documents.map((document) => ({ document, kind: kindOf(document, release) }));
}

/** Whether it is OpenAPI or OpenRPC, in whatever version: then it is no schema itself. */
export function isServiceDocument(root: Json): boolean {
  return isObject(root) && (root["openapi"] !== undefined || root["openrpc"] !== undefined);
}

/** A capability of another release that one of this release extends. */
export interface OutsideCapability {
  readonly name: string;
  readonly version: string;
  readonly schema: string;
}

/** @param kinds those of the release, where they are known already */
export function releaseProfile(
  release: Release,
  outside: readonly OutsideCapability[] = [],
  kinds: readonly KnownDocument[] = kindsOf(release),
): Profile {
  const capabilities = kinds.flatMap(({ document, kind }) =>
    kind.kind === "capability" ? [{ document, ...kind }] : [],
  );
  const names = [...capabilities, ...outside].map(({ name }) => name);
  const byDocument = new Map(capabilities.map(({ document, name }) => [document.uri, name]));
  const declared = capabilities.map(({ document, name, version }) => {
    const parents = extendedBy(document, names, name, byDocument);
    const entry = { name, version, schema: document.uri };
    return parents.length === 0 ? entry : { ...entry, extends: parents };
  });
  const version = capabilities.length === 0 ? "draft" : newestOf(capabilities);
  return Object.freeze({
    // It stands nowhere: an error about it names the release.
    document: {
      uri: release.prefix,
      fileUri: release.prefix,
      file: release.label,
      text: "",
      root: {},
      sha256: "",
    },
    vocabulary: vocabularyOf(annotationName(release.documents.map(({ root }) => root))),
    registry: registryOf(
      { version, capabilities: [...declared, ...outside] },
      capabilities.map(({ document }) => document),
      release.label,
    ),
    services: servicesOf(kinds, version),
    paymentHandlers: [],
    notices: [],
  });
}

/**
 * @param documents those of the first capabilities, in their order; the others are of other releases
 * @throws ProtoGenError PROFILE_INVALID where one of them has a name or a version that no capability can have
 */
function registryOf(
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
    throw failure(
      "PROFILE_INVALID",
      error.message,
      document ? locateSource(document, wrong) : { file },
    );
  }
}

function servicesOf(kinds: readonly KnownDocument[], version: string): Service[] {
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

/** The names of a service document's operations, also of those that stand in other documents of the release. */
function operationNames(document: ReleaseDocument, release: Release): string[] {
  const { paths, methods } = document.root as JsonObject;
  const meant = (value: Json): JsonObject[] => referredTo(value, document, release);
  const items = isObject(paths) ? Object.values(paths).flatMap(meant) : [];
  const operations = items.flatMap((item) => Object.values(item).filter(isObject));
  const ids = operations.map(({ operationId }) => operationId);
  const names = Array.isArray(methods) ? methods.flatMap(meant).map(({ name }) => name) : [];
  return [...ids, ...names].filter((id) => typeof id === "string");
}

/** The object that a Reference Object leads to within a release, over any number of steps; any other object itself. */
function referredTo(value: Json, from: ReleaseDocument, release: Release): JsonObject[] {
  const seen = new Set<Json>();
  let [current, document] = [value, from];
  while (isObject(current) && typeof current["$ref"] === "string" && !seen.has(current)) {
    seen.add(current);
    const [found] = referenceTargets(document, current["$ref"]).flatMap(({ uri, pointer }) =>
      release.documents.flatMap((each) => {
        const at =
          each.uri === uri || each.fileUri === uri ? valueAt(each.root, pointer) : undefined;
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
