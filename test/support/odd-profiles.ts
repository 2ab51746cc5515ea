/**
 * Profiles of others with odd entries among sound ones. In: a sound profile, and seeded choices. Out: the same in either shape of
 * registry and for either role, with one to five odd entries, where these stand, and the profile without them.
 *
 * The names of odd entries begin with `com.example.odd`, so that nothing sound is of their name, but for what is declared twice.
 */

import type { Random } from "./oracle/random.js";

type Members = Record<string, unknown>;

export type Shape = "array" | "keyed";
export type Role = "business" | "platform";

export interface OddEntryOf {
  readonly kind: string;
  /** As it is written; undefined where no text says it. */
  readonly name: string | undefined;
  /** JSON Pointer in the profile, of the whole entry. */
  readonly pointer: string;
  /** True where its form is right, and it is not its host's (§1.9). */
  readonly isForeign: boolean;
}

export interface OddProfile {
  readonly shape: Shape;
  readonly role: Role;
  readonly profile: Members;
  /** The profile without the odd entries. */
  readonly sound: Members;
  /** By pointer. */
  readonly odd: readonly OddEntryOf[];
}

/** An entry that is to be odd: below its name, or with it in a list. */
interface OddKind {
  readonly registry: "capabilities" | "services" | "handlers";
  /** `odd` is a name of its own, `date` the profile's version. */
  entries(
    odd: string,
    date: string,
  ): readonly { readonly name: unknown; readonly value: unknown }[];
  readonly isForeign?: true;
}

const FOREIGN = "https://elsewhere.example/schema.json";

function capability(members: Members, isForeign?: true): OddKind {
  const entries: OddKind["entries"] = (name, version) => [{ name, value: { version, ...members } }];
  return { registry: "capabilities", entries, ...(isForeign ? { isForeign } : {}) };
}

function service(members: Members, isForeign?: true): OddKind {
  const sound = { transport: "rest", endpoint: "https://shop.example.com/api" };
  const entries: OddKind["entries"] = (name, version) => [
    { name, value: { version, ...sound, ...members } },
  ];
  return { registry: "services", entries, ...(isForeign ? { isForeign } : {}) };
}

function handler(members: Members, isForeign?: true): OddKind {
  const entries: OddKind["entries"] = (name, version) => [
    { name, value: { id: "odd", version, ...members } },
  ];
  return { registry: "handlers", entries, ...(isForeign ? { isForeign } : {}) };
}

function named(registry: OddKind["registry"], name: unknown): OddKind {
  const entries: OddKind["entries"] = (_, version) => [
    { name, value: { id: "odd", version, transport: "rest" } },
  ];
  return { registry, entries };
}

function valued(registry: OddKind["registry"], value: unknown): OddKind {
  return { registry, entries: (name) => [{ name, value }] };
}

/** A cycle is as many odd entries as it has members. */
function cycle(size: number): OddKind {
  return {
    registry: "capabilities",
    entries: (odd, version) =>
      Array.from({ length: size }, (_, at) => ({
        name: `${odd}.n${at}`,
        value: { version, extends: [`${odd}.n${(at + 1) % size}`] },
      })),
  };
}

/** `undefined` stands for a member that is missing. */
export const ODD_KINDS: Readonly<Record<string, OddKind>> = {
  "a capability without a domain": named("capabilities", "reviews"),
  "a capability in capitals": named("capabilities", "com.example.Reviews"),
  "a capability that is a text": valued("capabilities", "yes"),
  "a capability that is null": valued("capabilities", null),
  "a capability that is a number": valued("capabilities", 7),
  "a capability without a version": capability({ version: undefined }),
  "a capability of a version that is no date": capability({ version: "1.0" }),
  "a capability of a day that no calendar has": capability({ version: "2026-02-30" }),
  "a capability of a version that is a number": capability({ version: 20260408 }),
  "a capability that extends a number": capability({ extends: 1 }),
  "a capability that extends a name without a domain": capability({ extends: "checkout" }),
  "a capability that extends a list with null": capability({ extends: [null] }),
  "a capability with a spec that is an object": capability({ spec: {} }),
  "a capability with a schema that is a list": capability({ schema: [] }),
  "a capability with a config that is a text": capability({ config: "none" }),
  "a capability that extends itself": cycle(1),
  "capabilities that extend each other": cycle(2),
  "a capability whose spec is at another's host": capability({ spec: FOREIGN }, true),
  "a capability whose schema is at another's host": capability({ schema: FOREIGN }, true),
  "a capability whose schema is over http": capability(
    { schema: "http://example.com/schema.json" },
    true,
  ),
  "a service without a domain": named("services", "shopping"),
  "a service that is a text": valued("services", "rest"),
  "a service without a version": service({ version: undefined }),
  "a service of a version that is no date": service({ version: "latest" }),
  "a service whose schema is a number": service({ schema: 1 }),
  "a service whose endpoint is an object": service({ endpoint: {} }),
  "a service whose schema is at another's host": service({ schema: FOREIGN }, true),
  "a service whose spec is at another's host": service({ spec: FOREIGN }, true),
  "a handler without a domain": named("handlers", "card"),
  "a handler that is a list": valued("handlers", ["card"]),
  "a handler without an id": handler({ id: undefined }),
  "a handler with an id that is a number": handler({ id: 1 }),
  "a handler without a version": handler({ version: undefined }),
  "a handler of a version that is no date": handler({ version: "2" }),
  "a handler whose spec is at another's host": handler({ spec: FOREIGN }, true),
  "a handler whose schema is at another's host": handler({ schema: FOREIGN }, true),
};

/** Documents that the entries of `DOCUMENT_KINDS` name, below `https://example.com/odd`: file names and texts. */
export const ODD_DOCUMENTS: Readonly<Record<string, string>> = {
  "truncated.json": "{",
  "list.json": "[]",
  "unresolved.json": JSON.stringify({ $id: oddSchema("unresolved"), $ref: "missing.json" }),
  "invalid.json": JSON.stringify({ $id: oddSchema("invalid"), type: "text" }),
  "elsewhere.json": JSON.stringify({ $id: "https://elsewhere.example/schema.json" }),
  "renamed.json": JSON.stringify({ $id: oddSchema("renamed"), name: "com.example.other" }),
  "openrpc.json": JSON.stringify({ openrpc: "1.3.2", methods: "none" }),
};

function oddSchema(name: string): string {
  return `https://example.com/odd/${name}.json`;
}

/** Entries that are sound to whoever reads no document: client and server use them, and nothing can be generated of them. */
export const DOCUMENT_KINDS: Readonly<Record<string, OddKind>> = {
  "a capability without a schema": capability({}),
  "a capability whose schema no source contains": capability({ schema: oddSchema("absent") }),
  "a capability whose schema is not JSON": capability({ schema: oddSchema("truncated") }),
  "a capability whose schema is a list": capability({ schema: oddSchema("list") }),
  "a capability whose schema refers to a document that is missing": capability({
    schema: oddSchema("unresolved"),
  }),
  "a capability whose schema breaks JSON Schema": capability({ schema: oddSchema("invalid") }),
  "a capability whose schema calls itself another host's": capability({
    schema: oddSchema("elsewhere"),
  }),
  "a capability whose schema is another capability's": capability({
    schema: oddSchema("renamed"),
  }),
  "a capability with a fragment that is missing": capability({
    schema: `${oddSchema("renamed")}#/$defs/missing`,
  }),
  "a capability that extends one that nobody declares": capability({
    schema: oddSchema("renamed"),
    extends: "com.example.nobody",
  }),
  "a service without a schema": service({}),
  "a service whose schema no source contains": service({ schema: oddSchema("absent") }),
  "a service whose schema is not JSON": service({ schema: oddSchema("truncated") }),
  "a service whose document has no methods": service({
    transport: "mcp",
    schema: oddSchema("openrpc"),
  }),
};

const KINDS: Readonly<Record<string, OddKind>> = { ...ODD_KINDS, ...DOCUMENT_KINDS };

/** Of a capability that is sound: the first declaration stays. */
export const TWICE = "a capability that is declared twice";

/** What stands for an odd entry until its place is known. */
class Planted {
  readonly kind: string;
  readonly name: string | undefined;
  readonly value: unknown;
  readonly isForeign: boolean;

  constructor(kind: string, name: unknown, value: unknown, isForeign = false) {
    this.kind = kind;
    this.name = typeof name === "string" ? name : undefined;
    this.value = value;
    this.isForeign = isForeign;
  }
}

/**
 * @param profile a sound one of any release and shape; it stays as it is
 * @param kinds those that odd entries may be of; all unless given
 */
export function createOddProfile(
  random: Random,
  profile: object,
  kinds: readonly string[] = [...Object.keys(ODD_KINDS), TWICE],
): OddProfile {
  const [shape, role]: [Shape, Role] = [
    random.pick(["array", "keyed"]),
    random.pick(["business", "platform"]),
  ];
  const sound = inRole(inShape(structuredClone(profile) as Members, shape), role);
  const planted = structuredClone(sound);
  const name = protocolName(planted);
  const member = planted[name] as Members;
  const date = String(member["version"]);
  for (let count = 1 + random.int(5); count > 0; count--) {
    const kind = random.pick(kinds);
    if (kind === TWICE) {
      plantTwice(random, member["capabilities"]);
      continue;
    }
    const { registry, entries, isForeign } = KINDS[kind] as OddKind;
    const declared = registryIn(planted, member, registry, shape);
    for (const { name: odd, value } of entries(`com.example.odd${count}`, date))
      plant(random, declared, new Planted(kind, odd, value, isForeign), odd);
  }
  const odd: OddEntryOf[] = [];
  const whole = settle(planted, "", odd) as Members;
  return { shape, role, profile: whole, sound: withRegistries(sound, planted), odd };
}

/** Pure: the same number gives the same profile. */
export function protocolName(profile: object): string {
  const found = Object.entries(profile).find(
    ([, value]) => isObject(value) && typeof value["version"] === "string",
  );
  if (found === undefined) throw new TypeError("the profile has no member of a protocol");
  return found[0];
}

/** Writes its capabilities, and its handlers, in one of the two shapes (§2.1). */
function inShape(profile: Members, shape: Shape): Members {
  const name = protocolName(profile);
  const member = profile[name] as Members;
  const capabilities = shapeOf(member["capabilities"], shape);
  const { payment_handlers: keyed, ...others } = member;
  const { payment, ...rest } = profile as { readonly payment?: { readonly handlers?: unknown } };
  const handlers = [...listOf(keyed), ...listOf(payment?.handlers)];
  if (shape === "keyed")
    return { ...rest, [name]: { ...others, capabilities, payment_handlers: keyedBy(handlers) } };
  return { ...rest, payment: { handlers }, [name]: { ...others, capabilities } };
}

/** A platform's services name documents and have no endpoint. */
function inRole(profile: Members, role: Role): Members {
  if (role === "business") return profile;
  const name = protocolName(profile);
  const member = profile[name] as Members;
  return { ...profile, [name]: { ...member, services: withoutEndpoints(member["services"]) } };
}

function withoutEndpoints(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutEndpoints);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== "endpoint")
      .map(([key, each]) => [key, withoutEndpoints(each)]),
  );
}

function shapeOf(registry: unknown, shape: Shape): unknown {
  return shape === "array" ? listOf(registry) : keyedBy(listOf(registry));
}

/** `[{name, ...}]`, whatever the shape. */
function listOf(registry: unknown): Members[] {
  if (Array.isArray(registry)) return registry as Members[];
  return Object.entries((registry ?? {}) as Members).flatMap(([name, entries]) =>
    [entries].flat().map((entry) => ({ name, ...(entry as Members) })),
  );
}

function keyedBy(entries: readonly Members[]): Members {
  const keyed: Record<string, Members[]> = {};
  for (const { name, ...entry } of entries) (keyed[String(name)] ??= []).push(entry);
  return keyed;
}

/** The registry to plant in, which is made where there is none. */
function registryIn(
  profile: Members,
  member: Members,
  registry: OddKind["registry"],
  shape: Shape,
): Members | unknown[] {
  if (registry === "handlers" && shape === "array") {
    const payment = (profile["payment"] ??= { handlers: [] }) as { readonly handlers: unknown[] };
    return payment.handlers;
  }
  const key = registry === "handlers" ? "payment_handlers" : registry;
  return (member[key] ??= {}) as Members | unknown[];
}

function plant(
  random: Random,
  registry: Members | unknown[],
  planted: Planted,
  name: unknown,
): void {
  const { value } = planted;
  if (Array.isArray(registry)) {
    const entry = isObject(value) ? { name, ...value } : value;
    const known = isObject(value) ? planted.name : undefined;
    const listed = new Planted(planted.kind, known, entry, planted.isForeign);
    // Behind the first, so that what is declared twice keeps its order, which counts from the beginning.
    registry.splice(random.int(registry.length + 1), 0, listed);
    return;
  }
  const key = String(name);
  const isKeyOdd = !/^[a-z][a-z0-9_.-]*\.[a-z0-9_.-]+$/.test(key);
  if (isKeyOdd) {
    const whole = random.chance(0.5) ? [value] : value;
    insert(random, registry, key, new Planted(planted.kind, key, whole, planted.isForeign));
  } else if (random.chance(0.5) || Array.isArray(value)) insert(random, registry, key, [planted]);
  else insert(random, registry, key, planted);
}

/** At a random place of the object, behind which its other members follow. */
function insert(random: Random, registry: Members, key: string, value: unknown): void {
  const entries = Object.entries(registry).filter(([each]) => each !== key);
  entries.splice(random.int(entries.length + 1), 0, [key, value]);
  for (const each of Object.keys(registry)) delete registry[each];
  Object.assign(registry, Object.fromEntries(entries));
}

function plantTwice(random: Random, capabilities: unknown): void {
  if (Array.isArray(capabilities)) {
    const sound = capabilities.filter((each) => !(each instanceof Planted)) as Members[];
    const again = random.pick(sound);
    capabilities.push(new Planted(TWICE, again["name"], structuredClone(again)));
    return;
  }
  const lists = Object.entries(capabilities as Members).filter(
    ([, list]) => Array.isArray(list) && !(list[0] instanceof Planted),
  );
  const [name, list] = random.pick(lists) as [string, unknown[]];
  list.push(new Planted(TWICE, name, structuredClone(list[0])));
}

/** The value with its odd entries, which are told with their places. */
function settle(value: unknown, pointer: string, odd: OddEntryOf[]): unknown {
  if (value instanceof Planted) {
    const { kind, name, isForeign } = value;
    odd.push({ kind, name, pointer, isForeign });
    return JSON.parse(JSON.stringify(value.value)) as unknown;
  }
  if (Array.isArray(value)) return value.map((each, at) => settle(each, `${pointer}/${at}`, odd));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, settle(each, `${pointer}/${key}`, odd)]),
  );
}

/** Registries that were made for odd entries are there without them, too. */
function withRegistries(sound: Members, planted: Members): Members {
  const name = protocolName(sound);
  const member = sound[name] as Members;
  const added = (each: Members, of: Members): Members =>
    Object.fromEntries(
      Object.keys(of)
        .filter((key) => !Object.hasOwn(each, key))
        .map((key) => [key, key === "payment" ? { handlers: [] } : {}]),
    );
  const own = { ...member, ...added(member, planted[name] as Members) };
  return { ...sound, ...added(sound, planted), [name]: own };
}

function isObject(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
