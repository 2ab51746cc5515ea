/**
 * Random sets whose extensions annotate, require and mention a few members of one root (DESIGN §6). In: a source of choices,
 * a number that makes names unique, and how many extensions there may be. Out: a root and its extensions, with chains and
 * two parents, shared requests, and what they ask for behind references and conditions.
 */

import type { Json, JsonObject } from "@proto-gen/runtime/json";
import type { Random } from "./random.js";
import { schemaOf, type VendorCapability } from "./vendor.js";

/** What a set may have, each with a chance of its own. */
export type Feature =
  | "shared requests"
  | "requirements behind references"
  | "properties in conditions"
  | "dependentRequired"
  | "annotated members of what an extension refers to"
  | "an inner `allOf` of two branches"
  | "two parents";

export interface VisibilityOptions {
  /** How many there may be. */
  readonly extensions: number;
  readonly without: ReadonlySet<Feature>;
}

export interface VisibilitySet {
  readonly root: string;
  readonly capabilities: readonly VendorCapability[];
}

const MEMBERS = ["a", "b", "c", "d"] as const;
const VALUES = [undefined, "x", "xy", 7] as const;
const RULES = [{}, { type: "string" }, { minLength: 2 }] as const;
const VISIBILITIES = ["omit", "required", "optional"] as const;

/** Every combination of a few values of the members. */
export function visibilityPayloads(): JsonObject[] {
  return [...MEMBERS, "id"].reduce<JsonObject[]>(
    (all, name) =>
      all.flatMap((each) =>
        (name === "id" ? ["x", undefined] : VALUES).map((value) =>
          value === undefined ? each : { ...each, [name]: value },
        ),
      ),
    [{}],
  );
}

interface Scope {
  readonly random: Random;
  readonly root: string;
  /** The root's members may be annotated. */
  readonly isRootLoud: boolean;
  /** An extension may refer to what it extends. */
  readonly mayRefer: boolean;
  has(feature: Feature, chance: number): boolean;
}

export function visibilitySet(
  random: Random,
  number: number,
  { extensions, without }: VisibilityOptions,
): VisibilitySet {
  const root = `com.acme${number}.thing`;
  const both = !without.has("annotated members of what an extension refers to");
  const isRootLoud = random.chance(0.5);
  const scope: Scope = {
    random,
    root,
    isRootLoud: both || isRootLoud,
    mayRefer: both || !isRootLoud,
    has: (feature, chance) => random.chance(chance) && !without.has(feature),
  };
  const letters = Array.from({ length: 1 + random.int(extensions) }, (_, index) => 97 + index);
  const found: VendorCapability[] = [];
  for (const letter of shuffled(letters, random)) {
    const name = `com.acme${number}.${String.fromCharCode(letter)}`;
    found.push(extension(name, found, scope));
  }
  return { root, capabilities: [rootCapability(scope), ...found] };
}

function rootCapability(scope: Scope): VendorCapability {
  const id = { type: "string", proto_request: { create: "omit", update: "required" } };
  // What the root requires no extension may omit: most sets would be refused.
  const { properties, required: _, ...rest } = part("", scope, scope.isRootLoud, 0.5);
  return {
    name: scope.root,
    schema: {
      type: "object",
      ...rest,
      properties: { id, ...(properties as JsonObject) },
      $defs: asking(),
    },
  };
}

function extension(
  name: string,
  earlier: readonly VendorCapability[],
  scope: Scope,
): VendorCapability {
  const { random, root, mayRefer, isRootLoud } = scope;
  const parents = parentsOf(earlier, scope);
  const key = random.chance(0.8) ? root : lastSegment(root);
  const own = part(schemaOf(root), scope, true, 0.6);
  const wanted = mayRefer && isRootLoud ? parents.slice(0, 1 + random.int(2)) : [root];
  const bases = wanted.map((parent) => referenceTo(parent, root, earlier));
  const entry = random.chance(0.7) && mayRefer ? { allOf: [...bases, own] } : own;
  return {
    name,
    extends: parents.length === 1 ? (parents[0] as string) : parents,
    schema: {
      ...(scope.has("shared requests", 0.2) ? { proto_shared_request: true } : {}),
      $defs: { [key]: entry, ...asking() },
    },
  };
}

function parentsOf(
  earlier: readonly VendorCapability[],
  { random, root, has }: Scope,
): readonly string[] {
  const known = [root, ...earlier.map(({ name }) => name)];
  if (random.chance(0.6)) return [root];
  const [first = root, second] = shuffled(known, random);
  return has("two parents", 0.4) && second !== undefined ? [first, second] : [first];
}

function referenceTo(parent: string, root: string, earlier: readonly VendorCapability[]): Json {
  const known = earlier.find(({ name }) => name === parent)?.schema["$defs"];
  if (known === undefined) return { $ref: schemaOf(root) };
  const key = Object.hasOwn(known as JsonObject, root) ? root : lastSegment(root);
  return { $ref: `${schemaOf(parent)}#/$defs/${key}` };
}

function lastSegment(name: string): string {
  return name.slice(name.lastIndexOf(".") + 1);
}

/** Definitions that only require a member, to be referred to. */
function asking(): JsonObject {
  return Object.fromEntries(MEMBERS.map((name) => [`asks_${name}`, { required: [name] }]));
}

/**
 * @param base the document that has the root's definitions, `""` in the root itself
 * @param isLoud its members may be annotated
 */
function part(base: string, scope: Scope, isLoud: boolean, much: number): JsonObject {
  const { random } = scope;
  const properties = MEMBERS.filter(() => random.chance(much)).map(
    (name) => [name, property(random, isLoud)] as const,
  );
  const asks = random.chance(0.15) ? { required: random.some(MEMBERS, 1) } : {};
  const mentions = random.chance(0.5) ? mention(base, scope) : {};
  const nested = random.chance(0.2) ? { allOf: inner(base, scope, isLoud) } : {};
  return {
    properties: Object.fromEntries(properties),
    ...asks,
    ...mentions,
    ...nested,
    ...(random.chance(0.05) ? closing(random) : {}),
  };
}

function inner(base: string, scope: Scope, isLoud: boolean): Json {
  const one = (): Json => part(base, scope, isLoud, 0.3);
  return scope.has("an inner `allOf` of two branches", 0.5) ? [one(), one()] : [one()];
}

function property(random: Random, isLoud: boolean): JsonObject {
  const rules = random.pick<JsonObject>(RULES);
  return isLoud && random.chance(0.5) ? { ...rules, ...annotation(random) } : rules;
}

function annotation(random: Random): JsonObject {
  const one = (): Json => random.pick(VISIBILITIES);
  const transition = (): Json => ({
    transition: { from: one(), to: "omit", description: "Going." },
  });
  const value = random.pick<() => Json>([
    one,
    one,
    transition,
    () => ({ create: one() }),
    () => ({ create: one(), update: one() }),
    () => ({ create: one(), update: transition() }),
  ])();
  return { [random.chance(0.8) ? "proto_request" : "proto_response"]: value };
}

/** Something that asks for members without annotating them. */
function mention(base: string, scope: Scope): JsonObject {
  const { random, has } = scope;
  const [first, second] = shuffled([...MEMBERS], random) as [string, string];
  const asks = ask(first, base, scope);
  if (has("dependentRequired", 0.1)) return { dependentRequired: { [second]: [first] } };
  const when = { required: [second] };
  return random.pick<() => JsonObject>([
    () => ({ if: when, then: asks }),
    () => ({ if: when, then: { allOf: [asks] } }),
    () => ({ if: when, else: asks }),
    () => ({ anyOf: [asks, when] }),
    () => ({ anyOf: [asks] }),
    () => ({ oneOf: [asks, { not: { required: [first] } }] }),
    () => ({ dependentSchemas: { [second]: asks } }),
    () => ({ not: { allOf: [asks, when] } }),
    () => ({ if: asks, then: when }),
  ])();
}

function ask(member: string, base: string, { random, has }: Scope): JsonObject {
  if (has("properties in conditions", 0.3))
    return { properties: { [member]: { type: "string" } }, required: [member] };
  if (has("requirements behind references", 0.5))
    return { $ref: `${random.pick(["", base])}#/$defs/asks_${member}` };
  return { required: [member] };
}

function closing(random: Random): JsonObject {
  return random.pick<JsonObject>([
    { additionalProperties: false },
    { unevaluatedProperties: false },
    { minProperties: 2 },
    { propertyNames: { enum: ["id", ...MEMBERS.slice(1)] } },
  ]);
}

function shuffled<Item>(items: readonly Item[], random: Random): Item[] {
  const left = [...items];
  return items.map(() => left.splice(random.int(left.length), 1)[0] as Item);
}
