/**
 * What a profile composes, read without `src`. In: a profile's file and the directories of its schemas. Out: documents, the
 * vocabulary's name, the capabilities, and for a root the contributions of an active set in their order (DESIGN §3, §6).
 *
 * Readings of DESIGN §6, "in the order of the extension graph, parents first, ties by name": of the capabilities whose active
 * parents have all had their turn, the one with the least name is next. A subset has its own order: it is composed alone.
 */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Json, JsonObject } from "@proto-gen/runtime/json";
import { below, dynamicAnchorsOf, isObject, type Address, type Documents } from "./documents.js";

export interface ReferenceCapability {
  readonly name: string;
  /** The URL of its schema. */
  readonly document: string;
  readonly parents: readonly string[];
}

export interface ReferenceRelease {
  readonly documents: Documents;
  readonly name: string;
  readonly capabilities: readonly ReferenceCapability[];
}

interface SchemaDirectory {
  readonly directory: string;
  readonly prefix?: string;
}

const BUNDLED: SchemaDirectory = {
  directory: fileURLToPath(new URL("../../../../schemas/", import.meta.url)),
  prefix: "https://proto.dev/schemas",
};

export function readReferenceRelease(options: {
  readonly profile: string;
  readonly schemas?: readonly SchemaDirectory[] | undefined;
}): ReferenceRelease {
  const profile = JSON.parse(readFileSync(options.profile, "utf8")) as JsonObject;
  const name = Object.keys(profile).find((key) => isProtocol(profile[key])) ?? "";
  const entries = entriesOf((profile[name] as JsonObject)["capabilities"]);
  const documents = [BUNDLED, ...(options.schemas ?? [])].flatMap(documentsBelow);
  return { documents: new Map(documents), name, capabilities: highestOf(entries) };
}

function isProtocol(value: Json | undefined): boolean {
  return isObject(value) && "version" in value && ("capabilities" in value || "services" in value);
}

/** Both shapes of a registry (§2.1): an object of arrays, and an array of objects with names. */
function entriesOf(registry: Json | undefined): JsonObject[] {
  if (Array.isArray(registry)) return registry.filter(isObject);
  if (!isObject(registry)) return [];
  return Object.entries(registry).flatMap(([name, entries]) =>
    Array.isArray(entries) ? entries.filter(isObject).map((entry) => ({ name, ...entry })) : [],
  );
}

/** `draft` comes after every date, also by its letters. */
function highestOf(entries: readonly JsonObject[]): ReferenceCapability[] {
  const versions = new Map<string, JsonObject>();
  for (const entry of entries) {
    const known = versions.get(String(entry["name"]));
    if (known === undefined || String(known["version"]) < String(entry["version"]))
      versions.set(String(entry["name"]), entry);
  }
  return [...versions].map(([name, entry]) => ({
    name,
    document: String(entry["schema"]),
    parents: [entry["extends"] ?? []].flat().map(String),
  }));
}

function documentsBelow({ directory, prefix = "" }: SchemaDirectory): [string, Json][] {
  return readdirSync(directory, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".json"))
    .map((file) => [
      `${prefix}/${file}`,
      JSON.parse(readFileSync(join(directory, file), "utf8")) as Json,
    ]);
}

/** Where a root's shape stands: its document, or an entry of its `$defs` where the capability is a container. */
export function rootAddress(release: ReferenceRelease, root: string, shape: string): Address {
  const document = capabilityOf(release, root).document;
  return { document, pointer: shape === "" ? "" : `/$defs/${shape}` };
}

export interface ReferenceContribution extends Address {
  readonly capability: string;
  /** The directions that its name says; undefined for both. */
  readonly direction?: "request" | "response";
}

/** @param active names of capabilities; the root is active anyway */
export function contributionsOf(
  release: ReferenceRelease,
  root: string,
  shape: string,
  active: ReadonlySet<string>,
): ReferenceContribution[] {
  const capabilities = release.capabilities.filter(({ name }) => name === root || active.has(name));
  return inGraphOrder(capabilities)
    .filter(({ name }) => name !== root)
    .flatMap((capability) => {
      const path = entryOf(release, capability, root, shape);
      const document = { document: capability.document, pointer: "" };
      if (path !== undefined)
        return [{ capability: capability.name, ...below(document, "$defs", ...path) }];
      return shape === "" ? unnamedEntries(release, capability, root) : [];
    });
}

/** Entries of other names whose `allOf` refers to the body of the root; `_response` or `_request` in a name limits them. */
function unnamedEntries(
  release: ReferenceRelease,
  { name: capability, document }: ReferenceCapability,
  root: string,
): ReferenceContribution[] {
  const schema = release.documents.get(document);
  const definitions = isObject(schema) ? schema["$defs"] : undefined;
  const base = capabilityOf(release, root).document;
  return Object.entries(isObject(definitions) ? definitions : {}).flatMap(([name, entry]) => {
    const branches = isObject(entry) && Array.isArray(entry["allOf"]) ? entry["allOf"] : [];
    const composes = branches.some(
      (each) =>
        isObject(each) &&
        typeof each["$ref"] === "string" &&
        new URL(each["$ref"], document).href === base,
    );
    if (!composes || JSON.stringify(schema).includes(`"#/$defs/${name}"`)) return [];
    const [direction] = (["request", "response"] as const).filter((each) =>
      name.split("_").includes(each),
    );
    const at = { capability, ...below({ document, pointer: "" }, "$defs", name) };
    return [direction === undefined ? at : { ...at, direction }];
  });
}

/** What active capabilities say under the `$dynamicAnchor`s of their own documents, by its name. */
export function anchoredBy(
  { documents, capabilities }: ReferenceRelease,
  active: ReadonlySet<string>,
): ReadonlyMap<string, readonly Address[]> {
  const found = new Map<string, Address[]>();
  for (const { name, document } of capabilities)
    if (active.has(name))
      for (const [anchor, at] of dynamicAnchorsOf(documents, document))
        found.set(anchor, [...(found.get(anchor) ?? []), at]);
  return found;
}

function inGraphOrder(capabilities: readonly ReferenceCapability[]): ReferenceCapability[] {
  const active = new Set(capabilities.map(({ name }) => name));
  const waiting = [...capabilities].sort((left, right) => (left.name < right.name ? -1 : 1));
  const ordered: ReferenceCapability[] = [];
  while (waiting.length > 0) {
    const known = new Set(ordered.map(({ name }) => name));
    const next = waiting.findIndex(({ parents }) =>
      parents.every((parent) => known.has(parent) || !active.has(parent)),
    );
    if (next < 0) throw new Error("the extensions extend each other in a circle");
    ordered.push(...waiting.splice(next, 1));
  }
  return ordered;
}

/** The entry named in full first, else that with its last segment; a container's has a schema for each shape. */
function entryOf(
  release: ReferenceRelease,
  capability: ReferenceCapability,
  root: string,
  shape: string,
): readonly string[] | undefined {
  const document = release.documents.get(capability.document);
  const definitions = isObject(document) ? document["$defs"] : undefined;
  if (!isObject(definitions)) return undefined;
  const key = [root, root.slice(root.lastIndexOf(".") + 1)].find((each) =>
    Object.hasOwn(definitions, each),
  );
  if (shape === "") return key === undefined ? undefined : [key];
  const shapes = key === undefined ? undefined : definitions[key];
  if (key !== undefined && isObject(shapes) && Object.hasOwn(shapes, shape)) return [key, shape];
  const extendsRoot = ancestorsOf(release, capability.name).has(root);
  return extendsRoot && Object.hasOwn(definitions, shape) ? [shape] : undefined;
}

export function ancestorsOf(release: ReferenceRelease, name: string): ReadonlySet<string> {
  const { parents } = capabilityOf(release, name);
  return new Set(parents.flatMap((parent) => [parent, ...ancestorsOf(release, parent)]));
}

/** Whether negotiation would drop none of them: each extension has one of its parents left (§9.3). */
export function isNegotiable(
  release: ReferenceRelease,
  root: string,
  active: readonly string[],
): boolean {
  return active.every((name) => {
    const { parents } = capabilityOf(release, name);
    return parents.length === 0 || parents.some((each) => each === root || active.includes(each));
  });
}

function capabilityOf(release: ReferenceRelease, name: string): ReferenceCapability {
  const found = release.capabilities.find((capability) => capability.name === name);
  if (found === undefined) throw new Error(`the profile has no ${name}`);
  return found;
}
