/**
 * Random sets: a root and vendors' extensions of it. In: a source of choices and a number that makes
 * names unique, so that many sets fit into one profile. Out: capabilities, and payloads for them.
 */

import type { Json, JsonObject } from "@proto-gen/runtime/json";
import type { Random } from "./random.js";
import { NAMES, randomObject, randomSchema, type Definitions } from "./random-schema.js";
import { merge, randomValue } from "./random-value.js";
import { instance } from "./releases.js";
import { schemaOf, type VendorCapability } from "./vendor.js";

export interface RandomSet {
  readonly capabilities: readonly VendorCapability[];
  /** A protocol capability that is the root, below `dev.proto.shopping`; undefined for a root of the set's own. */
  readonly protocol: string | undefined;
  readonly root: string;
  /** Some branch has an annotation, so that subsets depend on each other. */
  readonly annotated: boolean;
  payload(shape: string): Json;
}

interface Branch {
  readonly schema: JsonObject;
  readonly defs: JsonObject;
}

const VISIBILITIES = ["omit", "required", "optional"] as const;

/** A root of the vendor's own and extensions of it. */
export function vendorSet(random: Random, number: number): RandomSet {
  const root = `com.acme${number}.thing${number}`;
  const annotate = random.chance(0.4);
  const base = branchOf(random, annotate, (defs) => randomObject(random, defs, 3));
  const extensions = extensionsOf(random, number, [root], annotate, (defs) =>
    randomObject(random, defs, 2),
  );
  const capability = { name: root, schema: { ...base.schema, $defs: base.defs } };
  const branches = [base, ...extensions.map(({ branch }) => branch)];
  return {
    capabilities: [capability, ...extensions.map((each) => each.capability)],
    protocol: undefined,
    root,
    annotated: annotate,
    payload: () => valueOf([base, ...random.some(branches)], random),
  };
}

/** Extensions of a capability of the protocol, which also refine the base's own members. */
export function protocolSet(random: Random, number: number, protocol: string): RandomSet {
  const root = `dev.proto.shopping.${protocol}`;
  const annotate = random.chance(0.4);
  const make = (defs: Definitions): JsonObject => {
    const {
      additionalProperties: _,
      propertyNames: __,
      maxProperties: ___,
      unevaluatedProperties: ____,
      ...open
    } = randomObject(random, defs, 2);
    return {
      ...open,
      properties: { ...(open["properties"] as JsonObject), ...refinements(random, defs) },
    };
  };
  const extensions = extensionsOf(random, number, [root], annotate, make);
  return {
    capabilities: extensions.map((each) => each.capability),
    protocol,
    root,
    annotated: annotate,
    payload(shape) {
      const branches = random.some(extensions.map(({ branch }) => branch));
      return branches.length === 0
        ? protocolPayload(shape)
        : merge(protocolPayload(shape), valueOf(branches, random));
    },
  };
}

/** Rules for members that the base has too. */
function refinements(random: Random, defs: Definitions): JsonObject {
  const wider = (name: string): Json => ({ properties: { [name]: randomSchema(random, defs, 1) } });
  const all: JsonObject = {
    line_items: { minItems: 1, items: wider("note") },
    buyer: { ...(wider("a") as JsonObject), required: ["email"] },
    totals: { contains: { properties: { type: { const: "total" } }, required: ["type"] } },
    products: { items: wider("b"), maxItems: 3 },
    query: { type: "string", maxLength: 10 },
  };
  return Object.fromEntries(random.some(Object.keys(all)).map((name) => [name, all[name] as Json]));
}

interface Extension {
  readonly capability: VendorCapability;
  readonly branch: Branch;
}

function extensionsOf(
  random: Random,
  number: number,
  roots: readonly [string],
  annotate: boolean,
  make: (defs: Definitions) => JsonObject,
): Extension[] {
  const [root] = roots;
  const found: Extension[] = [];
  for (let index = 0; index < 1 + random.int(3); index++) {
    const name = `com.acme${number}.ext${number}x${index}`;
    const branch = branchOf(random, annotate, make);
    const earlier = found.map(({ capability }) => capability);
    const parent = earlier.length > 0 && random.chance(0.5) ? random.pick(earlier) : undefined;
    const parents =
      parent === undefined ? root : random.chance(0.5) ? parent.name : [root, parent.name];
    const schema = extensionSchema(random, root, branch, parent);
    found.push({ capability: { name, extends: parents, schema }, branch });
  }
  return found;
}

/** The entry's key is the root's full name or its last segment; its base the root or the parent's entry, in an `allOf` around its members or beside them. */
function extensionSchema(
  random: Random,
  root: string,
  { schema, defs }: Branch,
  parent: VendorCapability | undefined,
): JsonObject {
  if (root.endsWith(".catalog.search")) {
    const entry = (key: string): Json => ({
      allOf: [{ $ref: `${schemaOf(root)}#/$defs/${key}` }, schema],
    });
    const shapes = {
      search_request: entry("search_request"),
      search_response: entry("search_response"),
    };
    return { $defs: { ...(random.chance(0.5) ? shapes : { [root]: shapes }), ...defs } };
  }
  const key = random.chance(0.7) ? root : root.slice(root.lastIndexOf(".") + 1);
  const entry = `${schemaOf(parent?.name ?? root)}#/$defs/${root}`;
  const hasEntry = Object.hasOwn((parent?.schema["$defs"] ?? {}) as JsonObject, root);
  const base = hasEntry && random.chance(0.4) ? entry : schemaOf(root);
  const composed = random.chance(0.8)
    ? { allOf: [{ $ref: base }, schema] }
    : { ...schema, allOf: [{ $ref: base }, ...((schema["allOf"] ?? []) as readonly Json[])] };
  return {
    $defs: { [key]: composed, ...defs },
  };
}

function branchOf(
  random: Random,
  annotate: boolean,
  make: (defs: Definitions) => JsonObject,
): Branch {
  const references = ["#/$defs/d0", "#/$defs/d1", "#/$defs/d2"];
  const defs = references.map(
    (_, current) => [`d${current}`, randomSchema(random, { references, current }, 2)] as const,
  );
  const schema = make({ references, current: -1 });
  return { schema: annotate ? annotated(schema, random) : schema, defs: Object.fromEntries(defs) };
}

function annotated(schema: JsonObject, random: Random): JsonObject {
  const properties = Object.entries(schema["properties"] as JsonObject).map(
    ([name, property]): [string, Json] => {
      if (typeof property === "boolean" || !random.chance(0.3)) return [name, property];
      return [name, { ...(property as JsonObject), ...annotation(random) }];
    },
  );
  return { ...schema, properties: Object.fromEntries(properties) };
}

function annotation(random: Random): JsonObject {
  const one = (): Json => random.pick(VISIBILITIES);
  const transition = { transition: { from: "optional", to: "omit", description: "Going." } };
  const value = random.pick<Json>([
    one(),
    { create: one() },
    { create: one(), update: one() },
    { update: transition },
  ]);
  return { [random.chance(0.8) ? "proto_request" : "proto_response"]: value };
}

function valueOf(branches: readonly Branch[], random: Random): Json {
  const values = branches.map(({ schema, defs }) => {
    const lookup = (reference: string): Json | undefined =>
      defs[reference.slice("#/$defs/".length)];
    return randomValue(schema, lookup, random);
  });
  const value = values.reduce(merge);
  return random.chance(0.1) ? merge(value, { [random.pick(NAMES)]: 1 }) : value;
}

function protocolPayload(shape: string): Json {
  const requests = instance("requests");
  const known: Readonly<Record<string, () => Json>> = {
    "checkout response": () => instance("checkout"),
    "cart response": () => instance("cart"),
    "order response": () => instance("order"),
    "search_response response.search": () => instance("search-response"),
    "search_request request.search": () => requests["search"] as Json,
  };
  return known[shape]?.() ?? requests[shape.replace(" request.", ".")] ?? {};
}
