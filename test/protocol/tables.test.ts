/**
 * The specification's tables against the schemas of the release. `protocol-tables.json` is a
 * transcription of part 2 (and of the request tables of part 4) that was made without a look at the
 * schemas; here both meet, in both directions. What differs on purpose stands in a list with its reason.
 */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { Json, JsonObject } from "@proto-gen/runtime/json";
import { beforeAll, describe, expect, it } from "vitest";
import { compose, type Composition } from "../../src/compose/compose.js";
import { viewText, type View } from "../../src/compose/view.js";
import { load } from "../support/load.js";
import { agree } from "../../src/negotiate/agree.js";

interface Field {
  readonly type: string | readonly string[];
  /** Null where the specification does not say. */
  readonly required: boolean | null;
  readonly enum?: readonly string[];
  readonly open?: true;
  readonly known?: readonly string[];
  readonly format?: string;
  readonly deprecated?: true;
  readonly default?: Json;
  /** A resource, or the type of an unnamed one. */
  readonly of?: string;
  readonly items?: string | readonly string[];
  readonly fields?: Fields;
  /** The capability that adds the field. */
  readonly extension?: string;
}

type Fields = Readonly<Record<string, Field>>;

interface Table {
  readonly section: string;
  readonly fields: Fields;
}

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const TABLES = JSON.parse(
  readFileSync(path.join(ROOT, "test/data/protocol-tables.json"), "utf8"),
) as Readonly<Record<string, Table>>;
const RELEASE = "https://proto.dev/schemas/2026-11-27/";

const RESPONSE: View = { direction: "response" };
const CREATE: View = { direction: "request", operation: "create" };
const UPDATE: View = { direction: "request", operation: "update" };
const COMPLETE: View = { direction: "request", operation: "complete" };

/** Where a resource's schema is: `file#pointer` below the release, or a capability, composed. */
interface Home {
  /** Several where the specification has one table for several shapes. */
  readonly places: readonly string[];
  /** The fields are looked for in each of these views. */
  readonly views: readonly View[];
  /** The resource is one direction of its schema, so a reference to it must be of these views. */
  readonly directed: boolean;
  /** The table adds to the fields of another resource. */
  readonly beside?: string;
}

function at(...places: readonly string[]): Home {
  return { places, views: [RESPONSE], directed: false };
}

function type(name: string): Home {
  return at(`shopping/types/${name}.json`);
}

function seen(home: Home, ...views: readonly View[]): Home {
  return { ...home, views, directed: true };
}

function request(operation: string): View {
  return { direction: "request", operation };
}

const CHECKOUT = "dev.proto.shopping.checkout";

const HOMES: Readonly<Record<string, Home>> = {
  profile: at("discovery/profile.json"),
  service_definition: at(
    "service.json#/$defs/business_schema",
    "service.json#/$defs/business_entry",
  ),
  rest: at("service.json#/$defs/rest_binding"),
  mcp: at("service.json#/$defs/mcp_binding"),
  a2a: at("service.json#/$defs/a2a_binding"),
  embedded: at("service.json#/$defs/embedded_binding"),
  capability_definition: at("capability.json#/$defs/business_entry"),
  payment_handler_declaration_array: type("payment_handler_declaration"),
  payment_handler_declaration_registry: at("payment_handler.json#/$defs/business_schema"),
  signing_key: at("signing_key.json"),
  envelope: at("proto.json#/$defs/response"),
  entity: at("proto.json#/$defs/entity"),
  total: type("total"),
  link: type("link"),
  message: type("message"),
  context: type("context"),
  // The consent extension brings a buyer of its own, around the shared one.
  buyer: at("shopping/types/buyer.json", "shopping/buyer_consent.json#/$defs/buyer"),
  consent: type("consent"),
  postal_address: type("postal_address"),
  checkout: seen(at(CHECKOUT), RESPONSE),
  item: seen(type("item"), RESPONSE),
  item_request: seen(type("item"), CREATE, UPDATE),
  line_item: seen(type("line_item"), RESPONSE),
  line_item_create_request: seen(type("line_item"), CREATE),
  line_item_update_request: seen(type("line_item"), UPDATE),
  payment: type("payment"),
  // §2.5: a credential goes to the business only, so the request is where all fields are.
  payment_instrument: { ...type("payment_instrument"), views: [CREATE, UPDATE, COMPLETE] },
  payment_display: type("payment_instrument_display"),
  payment_credential: type("payment_credential"),
  fulfillment: type("fulfillment"),
  fulfillment_method: seen(type("fulfillment_method"), RESPONSE),
  shipping_destination: type("shipping_destination"),
  retail_location: type("retail_location"),
  fulfillment_group: seen(type("fulfillment_group"), RESPONSE),
  fulfillment_option: type("fulfillment_option"),
  fulfillment_available_method: type("fulfillment_available_method"),
  platform_fulfillment_config: type("platform_fulfillment_config"),
  business_fulfillment_config: type("business_fulfillment_config"),
  cart: seen(at("dev.proto.shopping.cart"), RESPONSE),
  cart_create_request: seen(at("dev.proto.shopping.cart"), CREATE),
  cart_update_request: seen(at("dev.proto.shopping.cart"), UPDATE),
  checkout_create_request: seen(at(CHECKOUT), CREATE),
  checkout_update_request: seen(at(CHECKOUT), UPDATE),
  checkout_complete_request: seen(at(CHECKOUT), COMPLETE),
  search_request: seen(at("shopping/catalog/search.json#/$defs/search_request"), request("search")),
  search_response: at("shopping/catalog/search.json#/$defs/search_response"),
  lookup_request: seen(at("shopping/catalog/lookup.json#/$defs/lookup_request"), request("lookup")),
  lookup_response: at("shopping/catalog/lookup.json#/$defs/lookup_response"),
  product: type("product"),
  variant: type("variant"),
  price: type("price"),
  pagination_response: type("pagination"),
  order: at("dev.proto.shopping.order"),
  order_line_item: type("order_line_item"),
  order_quantity: type("order_quantity"),
  expectation: type("expectation"),
  fulfillment_event: type("fulfillment_event"),
  adjustment: type("adjustment"),
  webhook_event: { ...at("shopping/order_event.json"), beside: "order" },
  card_credential: type("card_credential"),
  binding: type("binding"),
  tokenize_request: type("tokenize_request"),
  detokenize_request: type("detokenize_request"),
  error_body: type("error_body"),
  error_envelope: type("error_envelope"),
};

/** Where the schemas say something else than the table, and why they may. */
const READINGS: Readonly<Record<string, string>> = {
  "line_item.available_quantity: missing":
    "§2.4 lets a warning carry it; it stands on the message, which is what carries it, and whose `path` names the line item",
  "service_definition.transport: closed: rest, mcp, a2a, embedded":
    "§2.1.1 gives mcp as an example, §1.3 lists all four transports",
  "card_credential.card_number_type: enum dpan, fpan, network_token instead of dpan, fpan":
    "§2.10 writes `dpan`/network token; both spellings are accepted",
};

/** What the schemas have and no table names, and why. */
const ADDED: Readonly<Record<string, string>> = {
  ...because("§2.2: an entry of a registry has the entity's shape", [
    "service_definition.id",
    "service_definition.config",
    "service_definition.extends",
    "capability_definition.id",
    "payment_handler_declaration_registry.extends",
    "envelope.capabilities.spec",
    "envelope.capabilities.schema",
    "envelope.capabilities.id",
    "envelope.capabilities.config",
    "envelope.capabilities.extends",
  ]),
  ...because("§2.1.1: the array form of a service has its transport's members beside `transport`", [
    "service_definition.schema",
    "service_definition.endpoint",
  ]),
  ...because("§2.4: a warning may carry it; the table has it on the line item", [
    "message.available_quantity",
  ]),
  ...because("§2.11: the fields of the discount and mandate extensions are not shown", [
    "checkout.ap2",
    "checkout.discounts",
    "checkout_create_request.discounts",
    "checkout_update_request.discounts",
    "checkout_complete_request.ap2",
  ]),
  ...because("§2.3: buyer signals for pricing and eligibility before an address is known", [
    "checkout_create_request.context",
    "checkout_update_request.context",
  ]),
  ...because("§2.5: the earlier flat form; §2.11 leaves payment in requests open", [
    "checkout_create_request.payment.selected_instrument_id",
    "checkout_update_request.payment.selected_instrument_id",
    "checkout_complete_request.payment.selected_instrument_id",
  ]),
  ...because("§2.6: items are assigned to a method by their ids", [
    "checkout_create_request.fulfillment.methods.line_item_ids",
    "checkout_update_request.fulfillment.methods.line_item_ids",
  ]),
  ...because("§2.6: `shipping` is the example; pickup is the other method type", [
    "business_fulfillment_config.allows_multi_destination.pickup",
  ]),
  ...because("§9.5, DESIGN §12: a failed negotiation says requires_escalation", [
    "error_envelope.status",
  ]),
};

function because(reason: string, fields: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(fields.map((field) => [field, reason]));
}

let composition: Composition;

/**
 * The repository's profile, and one capability more, whose schema only names every file above: some
 * of them (webhooks, tokenization, errors) are reached from service documents alone.
 */
beforeAll(async () => {
  const directory = mkdtempSync(path.join(tmpdir(), "proto-gen-tables-"));
  const files = Object.values(HOMES).flatMap(({ places }) => places.filter(isFile));
  const $defs = Object.fromEntries(
    files.map((place, index) => [`d${index}`, { $ref: RELEASE + place }]),
  );
  writeFileSync(path.join(directory, "all.json"), JSON.stringify({ $defs }));
  const profile = JSON.parse(readFileSync(path.join(ROOT, "profile.json"), "utf8")) as {
    readonly proto: { readonly capabilities: Record<string, unknown> };
  };
  profile.proto.capabilities["dev.proto.tables"] = [
    { version: "2026-11-27", schema: "https://proto.dev/tables/all.json" },
  ];
  writeFileSync(path.join(directory, "profile.json"), JSON.stringify(profile));
  const sources = await load({
    profile: path.join(directory, "profile.json"),
    schemas: [{ directory, prefix: "https://proto.dev/tables", label: "tables" }],
  });
  composition = compose(sources, agree(sources).agreement);
  return () => rmSync(directory, { recursive: true, force: true });
});

function isFile(place: string): boolean {
  return /\.json(#|$)/.test(place);
}

/** A reference to a resource's schema, as a view sees it. */
function referenceTo(place: string, view: View): string {
  if (isFile(place)) {
    const [file = "", pointer = ""] = place.split("#");
    return composition.schemas.reference({ document: RELEASE + file, pointer }, view);
  }
  const shape = composition.shapes.find(({ root }) => root === place);
  const surface = shape?.fullViews.find((each) => viewText(each.view) === viewText(view));
  expect(surface, `${place} has no ${viewText(view)}`).toBeDefined();
  return surface?.uri ?? "";
}

function baseOf(place: string, view: View): string {
  const shape = composition.shapes.find(({ root }) => root === place);
  return shape === undefined
    ? referenceTo(place, view)
    : composition.schemas.reference(shape.base, view);
}

// A flattener of its own, small enough to be believed: what it says does not come from the model.

interface Flat {
  /** All that is said of each field. */
  readonly fields: ReadonlyMap<string, JsonObject>;
  readonly required: ReadonlySet<string>;
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function list(value: Json | undefined): JsonObject[] {
  return Array.isArray(value) ? (value as Json[]).filter(isObject) : [];
}

function follow($ref: string): JsonObject {
  const schema = composition.schemas.set.resolve("proto-gen:", $ref)?.schema;
  expect(isObject(schema), $ref).toBe(true);
  return schema as JsonObject;
}

/** The schemas that hold besides a schema's own keywords. */
function conjuncts(schema: JsonObject): JsonObject[] {
  const { $ref, allOf } = schema;
  return [...(typeof $ref === "string" ? [follow($ref)] : []), ...list(allOf)];
}

/** Without those that wait for an extension: no extension here adds a value. */
function alternatives({ anyOf, oneOf }: JsonObject): JsonObject[] {
  const all = [...list(anyOf), ...list(oneOf)];
  const anchors = all.flatMap(({ $dynamicAnchor }) => $dynamicAnchor ?? []);
  return all.filter(
    ({ $dynamicRef }) =>
      typeof $dynamicRef !== "string" || !anchors.includes($dynamicRef.split("#").at(-1) ?? ""),
  );
}

function flatten(schema: JsonObject): Flat {
  const parts = conjuncts(schema).map(flatten);
  const either = alternatives(schema).map(flatten);
  if (either.length > 0) parts.push(union(either));
  parts.push({ fields: ownFields(schema), required: names(schema["required"]) });
  const both = intersection(parts);
  return { ...both, required: new Set([...both.required, ...impliedNames(schema, both)]) };
}

function ownFields({ properties }: JsonObject): Map<string, JsonObject> {
  const entries = isObject(properties) ? Object.entries(properties) : [];
  return new Map(entries.map(([name, field]) => [name, isObject(field) ? field : {}]));
}

function names(value: Json | undefined): Set<string> {
  return new Set(Array.isArray(value) ? (value as string[]) : []);
}

function intersection(parts: readonly Flat[]): Flat {
  const fields = merged(parts, (allOf) => ({ allOf }));
  return { fields, required: new Set(parts.flatMap(({ required }) => [...required])) };
}

function union(parts: readonly Flat[]): Flat {
  const fields = merged(parts, (anyOf) => ({ anyOf }));
  const [first, ...rest] = parts;
  const shared = [...(first?.required ?? [])].filter((name) =>
    rest.every(({ required }) => required.has(name)),
  );
  return { fields, required: new Set(shared) };
}

function merged(
  parts: readonly Flat[],
  join: (schemas: JsonObject[]) => JsonObject,
): Map<string, JsonObject> {
  const all = new Map<string, JsonObject[]>();
  for (const { fields } of parts)
    for (const [name, field] of fields) all.set(name, [...(all.get(name) ?? []), field]);
  return new Map(
    [...all].map(([name, [only = {}, ...more]]) => [
      name,
      more.length === 0 ? only : join([only, ...more]),
    ]),
  );
}

/** The `required` of a `then` whose `if` asks for the one value that a required field can have. */
function impliedNames(
  { if: condition, then: consequence }: JsonObject,
  { fields, required }: Flat,
): ReadonlySet<string> {
  if (!isObject(condition) || !isObject(consequence)) return new Set();
  const holds = [...ownFields(condition)].every(([name, { const: value }]) => {
    const [only, ...more] = valuesOf(fields.get(name) ?? {}) ?? [];
    const isFixed = value !== undefined && only === value && more.length === 0;
    return isFixed && required.has(name);
  });
  return holds ? names(consequence["required"]) : new Set();
}

/** The types that a schema leaves; undefined for all. */
function typesOf(schema: JsonObject): ReadonlySet<string> | undefined {
  const { type: own, const: value } = schema;
  const stated =
    own === undefined
      ? value === undefined
        ? []
        : [new Set([typeof value])]
      : [new Set([own].flat() as string[])];
  return narrow(schema, stated, typesOf);
}

/** The values that a schema leaves; undefined for any. */
function valuesOf(schema: JsonObject): ReadonlySet<Json> | undefined {
  const { enum: own, const: value } = schema;
  const stated = [
    ...(Array.isArray(own) ? [new Set(own as Json[])] : []),
    ...(value === undefined ? [] : [new Set([value])]),
  ];
  return narrow(schema, stated, valuesOf);
}

function narrow<Value>(
  schema: JsonObject,
  stated: readonly ReadonlySet<Value>[],
  of: (schema: JsonObject) => ReadonlySet<Value> | undefined,
): ReadonlySet<Value> | undefined {
  const either = alternatives(schema).map(of);
  const open = either.length === 0 || either.includes(undefined);
  const limits = [
    ...stated,
    ...conjuncts(schema).map(of),
    open ? undefined : new Set(either.flatMap((set) => [...(set ?? [])])),
  ];
  const closed = limits.filter((limit) => limit !== undefined);
  const [first, ...rest] = closed;
  return first && new Set([...first].filter((value) => rest.every((set) => set.has(value))));
}

function parts(schema: JsonObject): JsonObject[] {
  const below = [...conjuncts(schema), ...alternatives(schema)];
  return [schema, ...below.flatMap(parts)];
}

/** Every schema that is referred to in place, in items or in a map's values. */
function referred(schema: JsonObject, found = new Set<string>()): ReadonlySet<string> {
  for (const part of parts(schema)) {
    if (typeof part["$ref"] === "string") found.add(part["$ref"]);
    for (const child of [part["items"], part["additionalProperties"]])
      if (isObject(child)) referred(child, found);
  }
  return found;
}

function itemsOf(schema: JsonObject): JsonObject {
  const all = parts(schema).flatMap(({ items, additionalProperties }) => {
    if (isObject(items)) return [items];
    return isObject(additionalProperties) ? [itemsOf(additionalProperties)] : [];
  });
  return { anyOf: all };
}

// The comparison: a line for each difference.

function compareFields(
  where: string,
  fields: Fields,
  schema: JsonObject,
  view: View,
  beside: Fields = {},
): string[] {
  const flat = flatten(schema);
  const expected = Object.entries(fields).flatMap(([name, field]) => {
    const found = flat.fields.get(name);
    if (found === undefined) return [`${where}.${name}: missing`];
    return compareField(`${where}.${name}`, field, found, flat.required.has(name), view);
  });
  const known = { ...beside, ...fields };
  const more = [...flat.fields.keys()].filter((name) => !Object.hasOwn(known, name));
  return [...expected, ...more.map((name) => `${where}.${name}: added`)];
}

function compareField(
  where: string,
  field: Field,
  schema: JsonObject,
  required: boolean,
  view: View,
): string[] {
  const differences = [
    compareSets("type", [field.type].flat(), typesOf(schema)),
    field.required === null || field.required === required
      ? undefined
      : required
        ? "required"
        : "not required",
    compareValues(field, schema),
    field.format === undefined || parts(schema).some(({ format }) => format === field.format)
      ? undefined
      : `no format ${field.format}`,
    field.default === undefined || parts(schema).some((part) => part["default"] === field.default)
      ? undefined
      : "no default",
    field.deprecated === undefined || parts(schema).some(({ deprecated }) => deprecated === true)
      ? undefined
      : "not deprecated",
    ...[field.of ?? [], field.items ?? []].flat().map((name) => compareTarget(name, schema, view)),
  ];
  const child = field.items === undefined ? schema : itemsOf(schema);
  return [
    ...differences.filter((each) => each !== undefined).map((each) => `${where}: ${each}`),
    ...(field.fields === undefined ? [] : compareFields(where, field.fields, child, view)),
  ];
}

function compareValues(field: Field, schema: JsonObject): string | undefined {
  const values = valuesOf(schema);
  if (field.enum !== undefined) return compareSets("enum", field.enum, values);
  if (field.open !== true) return undefined;
  if (values !== undefined) return `closed: ${[...values].join(", ")}`;
  const hints = parts(schema).flatMap((part) =>
    list([part]).flatMap(({ enum: own }) => (Array.isArray(own) ? (own as Json[]) : [])),
  );
  const lost =
    hints.length === 0 ? [] : (field.known ?? []).filter((value) => !hints.includes(value));
  return lost.length === 0 ? undefined : `does not name ${lost.join(", ")}`;
}

function compareSets(
  what: string,
  expected: readonly string[],
  found: ReadonlySet<unknown> | undefined,
): string | undefined {
  const left = [...expected].sort().join(", ");
  const right = found === undefined ? "any" : [...found].sort().join(", ");
  return left === right ? undefined : `${what} ${right} instead of ${left}`;
}

/** `of` and `items` lead to the schema of the resource that they name. */
function compareTarget(name: string, schema: JsonObject, view: View): string | undefined {
  const home = HOMES[name];
  if (home === undefined)
    return TYPES.has(name) ? undefined : `leads to ${name}, which has no schema`;
  const wanted = home.directed ? home.views.map(viewText) : [viewText(view)];
  if (!wanted.includes(viewText(view))) return `leads to ${name} in ${viewText(view)}`;
  const targets = new Set(home.places.map((place) => referenceTo(place, view)));
  return [...referred(schema)].some(($ref) => targets.has($ref))
    ? undefined
    : `does not lead to ${name}`;
}

const TYPES: ReadonlySet<string> = new Set([
  "string",
  "integer",
  "number",
  "boolean",
  "object",
  "array",
]);

function differencesOf(resource: string): string[] {
  const { fields } = TABLES[resource] as Table;
  const { places, views, beside } = HOMES[resource] as Home;
  const all = views.flatMap((view) => {
    const schemas = places.map((place) => follow(referenceTo(place, view)));
    const schema = schemas.length === 1 ? (schemas[0] as JsonObject) : { anyOf: schemas };
    return compareFields(
      resource,
      fields,
      schema,
      view,
      beside === undefined ? {} : TABLES[beside]?.fields,
    );
  });
  return [...new Set(all)];
}

function isKnown(difference: string): boolean {
  return (
    Object.hasOwn(READINGS, difference) || Object.hasOwn(ADDED, difference.replace(/: added$/, ""))
  );
}

describe("the tables of the specification", () => {
  it("have a schema each", () => {
    expect(Object.keys(HOMES).sort()).toEqual(Object.keys(TABLES).sort());
  });

  it.each(Object.entries(TABLES).map(([resource, { section }]) => [section, resource]))(
    "%s: %s",
    (_, resource) => {
      expect(differencesOf(resource).filter((each) => !isKnown(each))).toEqual([]);
    },
  );

  it("differ from the schemas where the lists say so, and only there", () => {
    const differences = new Set(Object.keys(TABLES).flatMap(differencesOf));
    const listed = [
      ...Object.keys(READINGS),
      ...Object.keys(ADDED).map((field) => `${field}: added`),
    ];
    expect(listed.filter((each) => !differences.has(each))).toEqual([]);
  });
});

describe("what an extension adds", () => {
  const added = Object.entries(TABLES).flatMap(([resource, { fields }]) =>
    Object.entries(fields).flatMap(([name, { extension }]) =>
      extension === undefined ? [] : [[resource, name, extension] as const],
    ),
  );

  it.each(added)("%s.%s is of %s, and its base does not have it", (resource, name) => {
    const {
      places: [place = ""],
      views,
    } = HOMES[resource] as Home;
    for (const view of views)
      expect([...flatten(follow(baseOf(place, view))).fields.keys()]).not.toContain(name);
  });
});

describe("what the prose adds to the tables", () => {
  it("§2.1.3: a platform's handler has spec and schema", () => {
    const platform = flatten(
      follow(referenceTo("payment_handler.json#/$defs/platform_schema", RESPONSE)),
    );
    expect([...platform.required]).toEqual(expect.arrayContaining(["id", "spec", "schema"]));
  });

  it("§6.1: a platform's order capability has a webhook_url in its config", () => {
    const order = "shopping/order.json#/$defs/dev.proto.shopping.order/platform_schema";
    const { fields, required } = flatten(follow(referenceTo(order, RESPONSE)));
    expect([...required]).toContain("config");
    expect([...flatten(fields.get("config") ?? {}).required]).toEqual(["webhook_url"]);
  });
});

describe("credentials", () => {
  it("are not echoed in responses (§2.5)", () => {
    const instrument = follow(referenceTo("shopping/types/payment_instrument.json", RESPONSE));
    expect([...flatten(instrument).fields.keys()]).not.toContain("credential");
  });
});

describe("the comparison", () => {
  const field = { type: "string", required: true } as const;

  it.each<[string, Field, JsonObject, string[]]>([
    [
      "a type",
      { ...field, type: "integer" },
      { type: "string" },
      ["type string instead of integer"],
    ],
    [
      "a missing value",
      { ...field, enum: ["a", "b"] },
      { enum: ["a"], type: "string" },
      ["enum a instead of a, b"],
    ],
    ["a closed enum", { ...field, open: true }, { const: "a" }, ["closed: a"]],
    ["a format", { ...field, format: "uri" }, { type: "string" }, ["no format uri"]],
    [
      "a target",
      { ...field, type: "object", of: "total" },
      { type: "object" },
      ["does not lead to total"],
    ],
  ])("tells %s", (_, expected, schema, differences) => {
    expect(compareField("x", expected, schema, true, RESPONSE)).toEqual(
      differences.map((each) => `x: ${each}`),
    );
  });

  it("tells what is required, missing or added", () => {
    const schema = { allOf: [{ required: ["a"], properties: { a: { type: "string" }, c: {} } }] };
    const fields = { a: { ...field, required: false }, b: field };
    expect(compareFields("x", fields, schema, RESPONSE)).toEqual([
      "x.a: required",
      "x.b: missing",
      "x.c: added",
    ]);
  });
});
