/**
 * Reads the protocol member of a profile, in either registry shape of §2.1, into one internal form.
 *
 * Your own registry is read strictly: the first invalid entry is thrown. In another party's, which you cannot fix,
 * invalid entries are passed to `report` and ignored, and the valid ones are kept.
 */

import { joinPointer } from "../json/json-pointer.js";
import { type Members, isObject, own } from "../json/members.js";
import { findExtendsCycles } from "./extends-cycles.js";
import { isVersion } from "./version.js";
import type { Service, TransportName } from "../service/operation.js";

/** Details besides the message. */
interface RegistryErrorDetails {
  /** How to fix it, if the message does not say so. */
  readonly hint?: string | undefined;
  /** The names along a cycle of `extends`, starting and ending with the same one. */
  readonly cycle?: readonly string[] | undefined;
}

export class RegistryError extends Error {
  override readonly name = "RegistryError";
  readonly code = "registry_invalid";
  readonly pointer: string;
  readonly hint: string | undefined;
  readonly cycle: readonly string[] | undefined;

  constructor(pointer: string, message: string, { hint, cycle }: RegistryErrorDetails = {}) {
    super(message);
    this.pointer = pointer;
    this.hint = hint;
    this.cycle = cycle;
  }
}

const NAME = /^[a-z][a-z0-9_-]*(?:\.[a-z0-9][a-z0-9_-]*)+$/;

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
  if (typeof value === "string") return value.length > 60 ? "a long text" : JSON.stringify(value);
  return value === null || typeof value !== "object" ? String(value) : "an object";
}

/** Inclusive range of dated versions; `draft` sorts after every date (§9.1). */
export interface VersionRange {
  readonly min?: string;
  readonly max?: string;
}

/** What a capability's schema requires of the protocol and of other capabilities. */
export interface Requirements {
  readonly protocol?: VersionRange;
  readonly capabilities?: Readonly<Record<string, VersionRange>>;
}

/** A capability as one side declares it (§2.1.2). */
export interface CapabilityDeclaration {
  readonly name: string;
  /** `YYYY-MM-DD` or `draft`. */
  readonly version: string;
  /** Parents. Empty for a root capability. */
  readonly extends: readonly string[];
  readonly spec?: string;
  readonly schema?: string;
  readonly config?: Readonly<Record<string, unknown>>;
  readonly requires?: Requirements;
}

/** A declaration as read from a profile. */
export interface DeclaredCapability extends CapabilityDeclaration {
  /** JSON Pointer below the protocol member. */
  readonly pointer: string;
}

/** One side's protocol version and capabilities. */
export interface Registry {
  readonly version: string;
  readonly capabilities: readonly CapabilityDeclaration[];
}

export interface DeclaredRegistry extends Registry {
  readonly capabilities: readonly DeclaredCapability[];
  /** The shape of the profile's registries: §2.1 shows an array form and a keyed form. */
  readonly shape: "array" | "keyed";
}

/** An ignored entry of a registry, and why. */
export interface OddEntry {
  /** As written. Undefined if the entry has no textual name. */
  readonly name: string | undefined;
  /** JSON Pointer below the protocol member, of the entry or of the whole registry. */
  readonly pointer: string;
  /** The error's own pointer is of the exact place. */
  readonly error: RegistryError;
}

/** Called once per invalid entry, with its first problem. */
export type ReportOdd = (odd: OddEntry) => void;

/** An additional check of entries. @returns why the entry is invalid; undefined if it is valid */
type RefuseEntry = (declared: DeclaredCapability) => RegistryError | undefined;

/**
 * Reads version and capabilities from the protocol member of a profile, in the array or the keyed form (§2.1).
 * @param report Default: the first invalid entry is thrown.
 * @param refuse called for each entry before the checks for duplicates and cycles
 * @throws RegistryError if the member or its own `version` cannot be read, even with `report`
 * @example
 * ```ts
 * import { readRegistry } from "@proto-gen/runtime/negotiation";
 *
 * const version = "2026-11-27";
 * const capabilities = { "dev.proto.shopping.cart": [{ version }] };
 * readRegistry({ version, capabilities }).shape; // "keyed"
 * readRegistry({ version: "1.0", capabilities }); // throws RegistryError
 * ```
 */
export function readRegistry(
  member: unknown,
  report?: ReportOdd,
  refuse?: RefuseEntry,
): DeclaredRegistry {
  const { version, capabilities } = expectObject(member, "");
  return {
    version: expectVersion(version, "/version"),
    capabilities: capabilities === undefined ? [] : readCapabilities(capabilities, report, refuse),
    shape: Array.isArray(capabilities) ? "array" : "keyed",
  };
}

function readCapabilities(
  value: unknown,
  report: ReportOdd | undefined,
  refuse: RefuseEntry | undefined,
): DeclaredCapability[] {
  const declarations = new Set<string>();
  const read: DeclaredCapability[] = [];
  for (const each of eachEntry(value, "/capabilities", report))
    unlessOdd(each, report, () => {
      const capability = readCapability(each);
      const refusal = refuse?.(capability);
      if (refusal !== undefined) throw refusal;
      const declaration = `${capability.name} ${capability.version}`;
      if (declarations.has(declaration)) throw declaredTwice(declaration, each.pointer);
      declarations.add(declaration);
      read.push(capability);
      return [];
    });
  // Strict callers report cycles themselves, once everything else is valid.
  return report === undefined ? read : withoutCycles(read, report);
}

/** It is unknown which was meant, and negotiation could use either. */
function declaredTwice(declaration: string, pointer: string): RegistryError {
  const hint = "remove one of them, or correct its version";
  return new RegistryError(pointer, `${declaration} is declared twice`, { hint });
}

function withoutCycles(read: readonly DeclaredCapability[], report: ReportOdd) {
  const odd = new Set<DeclaredCapability>();
  for (const { members, path, message } of findExtendsCycles(read))
    for (const each of members) {
      odd.add(each);
      const { name, pointer } = each;
      const error = new RegistryError(`${pointer}/extends`, message, { cycle: path });
      report({ name, pointer, error });
    }
  return read.filter((each) => !odd.has(each));
}

/** A declaration in a registry of either shape: its name, its members and its place. */
export interface RegistryEntry {
  readonly name: string;
  readonly entry: Members;
  readonly pointer: string;
}

/**
 * Reads a registry of either form (§2.1): `[{name, ...}]`, `{name: [{...}]}` or `{name: {...}}`.
 * @param pointer of the registry
 * @param report Default: the first invalid entry is thrown. An invalid key is reported once for everything below it.
 * @example
 * ```ts
 * import { entriesOf } from "@proto-gen/runtime/negotiation";
 *
 * const handlers = { "com.example.pay": [{ id: "pay_eu" }, { id: "pay_us" }] };
 * entriesOf(handlers, "/payment_handlers").map(({ pointer }) => pointer).length; // 2
 * entriesOf(handlers, "/payment_handlers")[1]?.pointer; // "/payment_handlers/com.example.pay/1"
 * ```
 */
export function entriesOf(value: unknown, pointer: string, report?: ReportOdd): RegistryEntry[] {
  return [...eachEntry(value, pointer, report)];
}

/** Lazily, so that all problems of one entry are reported before those of the next. */
function* eachEntry(
  value: unknown,
  pointer: string,
  report: ReportOdd | undefined,
): Generator<RegistryEntry, undefined> {
  if (Array.isArray(value)) {
    for (const [index, item] of (value as readonly unknown[]).entries())
      yield* readListed(item, `${pointer}/${index}`, report);
    return;
  }
  const registry = unlessOdd({ name: undefined, pointer }, report, () =>
    Object.entries(expectObject(value, pointer)),
  );
  for (const [name, items] of registry) {
    const at = joinPointer(pointer, name);
    const named = unlessOdd({ name, pointer: at }, report, () => [expectName(name, at)]);
    if (named.length === 0) continue;
    if (!Array.isArray(items)) yield* readKeyed(name, items, at, report);
    else
      for (const [index, item] of (items as readonly unknown[]).entries())
        yield* readKeyed(name, item, `${at}/${index}`, report);
  }
}

function readListed(item: unknown, pointer: string, report: ReportOdd | undefined) {
  const written = isObject(item) ? item["name"] : undefined;
  const name = typeof written === "string" ? written : undefined;
  return unlessOdd({ name, pointer }, report, () => {
    const entry = expectObject(item, pointer);
    return [{ name: expectName(entry["name"], `${pointer}/name`), entry, pointer }];
  });
}

function readKeyed(name: string, item: unknown, pointer: string, report: ReportOdd | undefined) {
  return unlessOdd({ name, pointer }, report, () => [
    { name, entry: expectObject(item, pointer), pointer },
  ]);
}

/** Returns the result of `read`, or nothing if the entry is invalid and reported. */
export function unlessOdd<Item>(
  { name, pointer }: Pick<OddEntry, "name" | "pointer">,
  report: ReportOdd | undefined,
  read: () => Item[],
): Item[] {
  if (report === undefined) return read();
  try {
    return read();
  } catch (error) {
    if (!(error instanceof RegistryError)) throw error;
    report({ name, pointer, error });
    return [];
  }
}

function readCapability({ name, entry, pointer }: RegistryEntry): DeclaredCapability {
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

/** A root's `extends` may be null or absent, depending on the release. */
function readParents(value: unknown, pointer: string): string[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value))
    return value.map((parent, index) => expectName(parent, `${pointer}/${index}`));
  return [expectName(value, pointer)];
}

export type Endpoints = { readonly [Name in TransportName]?: string };

const TRANSPORTS: readonly TransportName[] = ["rest", "mcp"];

/**
 * Only reads entries of the version that the code was generated for, since other versions may have other paths.
 * @throws RegistryError
 */
export function endpointsOf(
  { name, version }: Service,
  member: Readonly<Record<string, unknown>>,
): Endpoints {
  const services = own(member, "services");
  const declared = services === undefined ? [] : entriesOf(services, "/services");
  const ours = declared.filter(
    (each) => each.name === name && (own(each.entry, "version") ?? version) === version,
  );
  const endpoints: { [Name in TransportName]?: string } = {};
  for (const { entry } of ours)
    for (const transport of TRANSPORTS) {
      // Either one entry per transport, which names it, or one entry with a member per transport.
      const binding = own(entry, "transport") === transport ? entry : own(entry, transport);
      const endpoint = isObject(binding) ? own(binding, "endpoint") : undefined;
      if (typeof endpoint === "string") endpoints[transport] ??= endpoint;
    }
  return endpoints;
}
