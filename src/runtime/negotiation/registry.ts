/**
 * In: the protocol member of a profile, in either registry shape of §2.1.
 * Out: one internal registry. Throws `RegistryError` with the pointer of what is malformed.
 */

import { joinPointer } from "../json/json-pointer.js";
import { isVersion } from "./version.js";

/** Inclusive range of dated versions; `draft` sorts after every date (§9.1). */
export interface VersionRange {
  readonly min?: string;
  readonly max?: string;
}

/** What a capability's schema demands of its surroundings. */
export interface Requirements {
  readonly protocol?: VersionRange;
  readonly capabilities?: Readonly<Record<string, VersionRange>>;
}

/** A capability as one side declares it (§2.1.2). */
export interface CapabilityDeclaration {
  readonly name: string;
  /** `YYYY-MM-DD` or `draft`. */
  readonly version: string;
  /** Parents; empty for a root capability. */
  readonly extends: readonly string[];
  readonly spec?: string;
  readonly schema?: string;
  readonly config?: Readonly<Record<string, unknown>>;
  readonly requires?: Requirements;
}

/** A declaration as it was read from a profile. */
export interface DeclaredCapability extends CapabilityDeclaration {
  /** JSON pointer below the protocol member. */
  readonly pointer: string;
}

/** One side's protocol version and capabilities. */
export interface Registry {
  readonly version: string;
  readonly capabilities: readonly CapabilityDeclaration[];
}

export interface DeclaredRegistry extends Registry {
  readonly capabilities: readonly DeclaredCapability[];
  /** How the profile writes its registries: §2.1 shows an array form and a keyed form. */
  readonly shape: "array" | "keyed";
}

export class RegistryError extends Error {
  override readonly name = "RegistryError";
  readonly code = "registry_invalid";
  readonly pointer: string;

  constructor(pointer: string, message: string) {
    super(message);
    this.pointer = pointer;
  }
}

const NAME = /^[a-z][a-z0-9_-]*(?:\.[a-z0-9][a-z0-9_-]*)+$/;

type Members = Readonly<Record<string, unknown>>;

export function readRegistry(member: unknown): DeclaredRegistry {
  const { version, capabilities } = expectObject(member, "");
  return {
    version: expectVersion(version, "/version"),
    capabilities: readCapabilities(capabilities),
    shape: Array.isArray(capabilities) ? "array" : "keyed",
  };
}

function readCapabilities(value: unknown): DeclaredCapability[] {
  if (value === undefined) return [];
  return entriesOf(value, "/capabilities").map(({ name, entry, pointer }) =>
    readCapability(name, entry, pointer),
  );
}

/** A declaration in a registry of either shape: its name, its members and where it stands. */
export interface RegistryEntry {
  readonly name: string;
  readonly entry: Members;
  readonly pointer: string;
}

/** Reads `[{name, ...}]`, `{name: [{...}]}` and `{name: {...}}` alike. */
export function entriesOf(value: unknown, pointer: string): RegistryEntry[] {
  if (Array.isArray(value)) {
    return value.map((item, index) => {
      const at = `${pointer}/${index}`;
      const entry = expectObject(item, at);
      return { name: expectName(entry["name"], `${at}/name`), entry, pointer: at };
    });
  }
  return Object.entries(expectObject(value, pointer)).flatMap(([name, items]) => {
    const at = joinPointer(pointer, name);
    expectName(name, at);
    if (!Array.isArray(items)) return [{ name, entry: expectObject(items, at), pointer: at }];
    return items.map((item, index) => ({
      name,
      entry: expectObject(item, `${at}/${index}`),
      pointer: `${at}/${index}`,
    }));
  });
}

function readCapability(name: string, entry: Members, pointer: string): DeclaredCapability {
  const { spec, schema, config } = entry;
  return {
    name,
    version: expectVersion(entry["version"], `${pointer}/version`),
    extends: readParents(entry["extends"], `${pointer}/extends`),
    ...(spec === undefined ? {} : { spec: expectString(spec, `${pointer}/spec`) }),
    ...(schema === undefined ? {} : { schema: expectString(schema, `${pointer}/schema`) }),
    ...(config === undefined ? {} : { config: expectObject(config, `${pointer}/config`) }),
    pointer,
  };
}

/** Releases write a root's `extends` as null, or leave it out. */
function readParents(value: unknown, pointer: string): string[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value))
    return value.map((parent, index) => expectName(parent, `${pointer}/${index}`));
  return [expectName(value, pointer)];
}

export function expectObject(value: unknown, pointer: string): Members {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Members;
  throw new RegistryError(pointer, `expected an object, found ${describe(value)}`);
}

export function expectString(value: unknown, pointer: string): string {
  if (typeof value === "string") return value;
  throw new RegistryError(pointer, `expected a string, found ${describe(value)}`);
}

export function expectVersion(value: unknown, pointer: string): string {
  if (isVersion(value)) return value;
  throw new RegistryError(
    pointer,
    `expected a version (a date of the calendar as YYYY-MM-DD, or draft), found ${describe(value)}`,
  );
}

function expectName(value: unknown, pointer: string): string {
  if (typeof value === "string" && NAME.test(value)) return value;
  throw new RegistryError(
    pointer,
    `expected a reverse-domain name such as com.example.gift, found ${describe(value)}`,
  );
}

function describe(value: unknown): string {
  if (value === undefined) return "nothing";
  if (Array.isArray(value)) return "an array";
  if (typeof value === "string")
    return JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value);
  return value === null || typeof value !== "object" ? String(value) : "an object";
}
