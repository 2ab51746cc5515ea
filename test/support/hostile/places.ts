/**
 * Places where a profile, a schema or a service document has text. In: a small release as data. Out: for each place its
 * name, and the same release with a text planted there. Every place is on its own, so that many may be filled at once.
 */

import { verbOf } from "../../../src/load/services/verb.js";
import { escapePointerToken } from "@proto-gen/runtime/codegen/generator";
import type { Json, JsonObject } from "@proto-gen/runtime/json";

/** A release that can be changed. Documents are by URI. */
export interface Draft {
  readonly profile: Tree;
  readonly documents: Record<string, Tree>;
}

export interface Tree {
  [name: string]: Json | Tree;
}

export interface Place {
  readonly name: string;
  /** Of the places that take each other's text away, or where equal texts are one, one release has one. */
  readonly slot?: string;
  /** It renames what other places look for, so that it comes after them. */
  readonly late?: true;
  /** The text becomes the name of a member. */
  readonly isMember?: true;
  /** A benign text that is read as this one is, where that depends on it. */
  twin?(text: string, benign: string): string;
  plant(draft: Draft, text: string): void;
}

const VERSION = "2026-01-01";
const HOST = "https://acme.com";
const STORE = "com.acme.store";
const ROOT = `${STORE}.subscription`;
const GIFT = `${STORE}.gift`;
const MEDIA = "application/json";

const SUBSCRIPTION = `${HOST}/subscription.json`;
const GIFT_SCHEMA = `${HOST}/gift.json`;
const TYPES = `${HOST}/types.json`;
const HANDLER = `${HOST}/wallet.json`;
const REST = `${HOST}/rest.json`;
const MCP = `${HOST}/mcp.json`;
const EMBEDDED = `${HOST}/embedded.json`;

/** A root, an extension, a payment handler, shared types, and a service over REST and MCP. */
export function baseDraft(): Draft {
  const text = { type: "string" };
  const own = { $ref: SUBSCRIPTION };
  const envelope = { $ref: `${TYPES}#/$defs/envelope` };
  const body = { content: { [MEDIA]: { schema: own } } };
  const entry = (schema: string, more: JsonObject = {}): Json => [
    { version: VERSION, spec: `${HOST}/spec`, schema, ...more },
  ];
  return {
    profile: {
      proto: {
        version: VERSION,
        capabilities: {
          [ROOT]: entry(SUBSCRIPTION, { config: {} }),
          [GIFT]: entry(GIFT_SCHEMA, { extends: ROOT }),
        },
        services: {
          [STORE]: [
            { version: VERSION, transport: "rest", schema: REST, endpoint: "https://api.acme.com" },
            { version: VERSION, transport: "mcp", schema: MCP, endpoint: "https://mcp.acme.com" },
            { version: VERSION, transport: "embedded", schema: EMBEDDED },
          ],
        },
        payment_handlers: {
          "com.acme.wallet": [{ id: "wallet", version: VERSION, schema: HANDLER }],
        },
      },
    },
    documents: {
      [SUBSCRIPTION]: {
        $id: SUBSCRIPTION,
        description: "What comes again.",
        type: "object",
        required: ["id"],
        properties: {
          id: text,
          plain: { type: "string", description: "Plain." },
          nested: { type: "object", properties: { inner: text } },
          list: { type: "array", items: { type: "object", properties: { inner: text } } },
          shared: { $ref: `${TYPES}#/$defs/shared` },
          kind: {
            anyOf: [{ $dynamicAnchor: "kind", enum: ["yearly"] }, { $dynamicRef: "#kind" }],
          },
        },
        $defs: { own: { type: "object", properties: { a: text } } },
      },
      [GIFT_SCHEMA]: {
        $id: GIFT_SCHEMA,
        $defs: {
          [ROOT]: {
            allOf: [own, { type: "object", properties: { gift: { $ref: "#/$defs/gift" } } }],
          },
          gift: { type: "object", properties: { note: text } },
          kind: { $dynamicAnchor: "kind", enum: ["once"] },
        },
      },
      [TYPES]: {
        $id: TYPES,
        $defs: {
          shared: { type: "object", properties: { a: text } },
          envelope: {
            type: "object",
            required: ["proto", "messages"],
            properties: { proto: { type: "object" }, messages: { type: "array", items: text } },
          },
        },
      },
      [HANDLER]: {
        $id: HANDLER,
        $defs: { platform_config: { type: "object", properties: { a: text } } },
      },
      [REST]: {
        openapi: "3.1.0",
        info: { title: "Store", version: "1" },
        tags: [{ name: "known" }],
        security: [{ key: [] }],
        paths: {
          "/subscriptions": {
            post: {
              operationId: "create_subscription",
              tags: ["known"],
              parameters: [],
              requestBody: { required: true, ...body },
              responses: {
                200: {
                  description: "It.",
                  headers: {},
                  content: { [MEDIA]: { schema: { anyOf: [own, envelope] } } },
                },
              },
            },
          },
        },
        webhooks: {},
        components: { securitySchemes: { key: { type: "apiKey", in: "header", name: "X-Key" } } },
      },
      [MCP]: {
        openrpc: "1.3.2",
        info: { title: "Store", version: "1" },
        methods: [
          {
            name: "create_subscription",
            params: [{ name: "subscription", required: true, schema: own }],
            result: { name: "subscription", schema: { anyOf: [own, envelope] } },
          },
        ],
      },
      [EMBEDDED]: {
        openrpc: "1.3.2",
        info: { title: "Store", version: "1" },
        methods: [{ name: "es.start", params: [{ name: "subscription", schema: own }] }],
      },
    },
  };
}

/** The object at a path. */
function at(tree: Tree, ...path: readonly (string | number)[]): Tree {
  let value: Json | Tree = tree;
  for (const step of path) value = (value as Tree)[step] as Json | Tree;
  return value as Tree;
}

/** An own member, whatever it is called. */
function renameMember(tree: Tree, from: string, to: string): void {
  const value = tree[from] as Json;
  delete tree[from];
  set(tree, to, value);
}

function set(tree: Tree, name: string, value: Json): void {
  Object.defineProperty(tree, name, {
    value,
    enumerable: true,
    configurable: true,
    writable: true,
  });
}

/** A JSON object with one member, whatever it is called. */
function one(name: string, value: Json): JsonObject {
  const tree: Tree = {};
  set(tree, name, value);
  return tree as JsonObject;
}

const TEXT: JsonObject = { type: "string" };

let slots = 0;

/** A member of the subscription whose schema has the text in it. */
function inSchema(
  name: string,
  schema: (text: string) => Json,
  more: Pick<Place, "slot" | "twin"> = {},
): Place {
  const member = `slot_${slots++}`;
  return {
    ...more,
    name: `schema: ${name}`,
    plant: ({ documents }, text) =>
      set(at(documents[SUBSCRIPTION] as Tree, "properties"), member, schema(text)),
  };
}

function inDocument(
  name: string,
  uri: string,
  path: readonly (string | number)[],
  plant: (tree: Tree, text: string) => void,
): Place {
  return {
    name,
    plant: ({ documents }, text) => plant(at(documents[uri] as Tree, ...path), text),
  };
}

const openapi = (
  name: string,
  path: readonly (string | number)[],
  plant: (tree: Tree, text: string) => void,
  more: Omit<Place, "name" | "plant"> = {},
): Place => ({ ...inDocument(`openapi: ${name}`, REST, path, plant), ...more });

const openrpc = (
  name: string,
  path: readonly (string | number)[],
  plant: (tree: Tree, text: string) => void,
  more: Omit<Place, "name" | "plant"> = {},
): Place => ({ ...inDocument(`openrpc: ${name}`, MCP, path, plant), ...more });

const embedded = (
  name: string,
  path: readonly (string | number)[],
  plant: (tree: Tree, text: string) => void,
): Place => inDocument(`embedded: ${name}`, EMBEDDED, path, plant);

const POST = ["paths", "/subscriptions", "post"];
const METHOD = ["methods", 0];

function push(tree: Tree, name: string, value: Json): void {
  tree[name] = [...((tree[name] as Json[] | undefined) ?? []), value];
}

function reference(text: string, ...before: readonly string[]): Json {
  const tokens = [...before, text].map((each) => encodeFragment(escapePointerToken(each)));
  return { $ref: `#/${tokens.join("/")}` };
}

/** What no URI has, halves of surrogate pairs, becomes U+FFFD. */
function encodeFragment(text: string): string {
  return encodeURIComponent(text.replace(/\p{Cs}/gu, "\ufffd"));
}

/** What no component may be called stands where it is used. */
const COMPONENT = {
  twin: (text: string, benign: string) => (/^[\w.-]+$/.test(text) ? benign : `${benign} it`),
};

/** Places where any text is allowed: nothing may be refused there but for what the README of the format says. */
export const FREE_PLACES: readonly Place[] = [
  inDocument("schema: title of a document", SUBSCRIPTION, [], (tree, text) =>
    set(tree, "title", text),
  ),
  inDocument("schema: description of a document", SUBSCRIPTION, [], (tree, text) =>
    set(tree, "description", text),
  ),
  inDocument("schema: $comment", SUBSCRIPTION, [], (tree, text) => set(tree, "$comment", text)),
  inDocument("schema: description of a definition", TYPES, ["$defs", "shared"], (tree, text) =>
    set(tree, "description", text),
  ),
  inDocument("schema: name of a property", SUBSCRIPTION, ["properties"], (tree, text) =>
    set(tree, text, TEXT),
  ),
  inDocument(
    "schema: name of an integer property",
    TYPES,
    ["$defs", "shared", "properties"],
    (tree, text) => set(tree, text, { type: "integer", minimum: 1 }),
  ),
  inDocument(
    "schema: name of a nested property",
    SUBSCRIPTION,
    ["properties", "nested", "properties"],
    (tree, text) => set(tree, text, { type: "object", properties: { a: TEXT }, required: ["a"] }),
  ),
  inDocument(
    "schema: name of a property of items",
    SUBSCRIPTION,
    ["properties", "list", "items", "properties"],
    (tree, text) => set(tree, text, { type: ["string", "null"], minLength: 2 }),
  ),
  inDocument(
    "schema: name of a property of an extension",
    GIFT_SCHEMA,
    ["$defs", "gift", "properties"],
    (tree, text) => set(tree, text, { enum: ["a", "b", "c", "d"] }),
  ),
  inDocument(
    "schema: name of a property of a handler",
    HANDLER,
    ["$defs", "platform_config", "properties"],
    (tree, text) => set(tree, text, { type: "array", items: TEXT, maxItems: 3 }),
  ),
  inSchema("required name", (text) => ({ type: "object", required: [text] })),
  inSchema("required property", (text) => ({
    type: "object",
    required: [text],
    properties: one(text, { type: "string", pattern: "^a" }),
  })),
  inSchema("name of a closed object", (text) => ({
    type: "object",
    properties: one(text, TEXT),
    additionalProperties: false,
  })),
  inSchema("name beside unevaluatedProperties", (text) => ({
    anyOf: [
      { type: "object", properties: one(text, TEXT) },
      { type: "object", properties: { b: TEXT } },
    ],
    unevaluatedProperties: false,
  })),
  inSchema("dependentRequired key", (text) => ({
    type: "object",
    dependentRequired: one(text, ["a"]),
  })),
  inSchema("dependentRequired name", (text) => ({
    type: "object",
    dependentRequired: { a: [text] },
  })),
  inSchema("dependentSchemas key", (text) => ({
    type: "object",
    dependentSchemas: one(text, { required: ["a"] }),
  })),
  inSchema("description of a member", (text) => ({ type: "string", description: text })),
  inSchema("description of two lines", (text) => ({
    type: "string",
    description: `First.\n${text}`,
  })),
  inSchema("description with an end", (text) => ({
    type: "string",
    description: `${text}\nLast.`,
  })),
  inSchema("description of an object", (text) => ({
    type: "object",
    description: text,
    properties: {
      a: {
        description: text,
        type: "object",
        properties: { b: { type: "integer", description: text } },
      },
    },
  })),
  inSchema("title of a member", (text) => ({ type: "string", title: text })),
  inSchema("const", (text) => ({ const: text })),
  inSchema("enum", (text) => ({ enum: ["first of all", text] })),
  inSchema("long enum", (text) => ({
    enum: ["1 of all", "2 of all", "3 of all", "4 of all", text],
  })),
  inSchema("open enum", (text) => ({ anyOf: [{ const: text }, { const: "second of all" }, TEXT] })),
  inSchema("const with a member's name", (text) => ({ const: one(text, 1) })),
  inSchema("const with a member's list", (text) => ({ const: one(text, ["a"]) })),
  inSchema("const with a member's value", (text) => ({ const: { a: [text] } })),
  inSchema("default", (text) => ({ type: "string", default: text })),
  inSchema("examples", (text) => ({ type: "string", examples: [text] })),
  inSchema("format", (text) => ({ type: "string", format: text })),
  inSchema("unknown keyword", (text) => ({ type: "string", ...one(`x-${text}`, text) })),
  inSchema("contentMediaType", (text) => ({ type: "string", contentMediaType: text })),
  inSchema("tag of a union", (text) => ({
    oneOf: ["first", "second"].map((kind) => ({
      type: "object",
      required: [text],
      properties: one(text, { const: kind }),
    })),
  })),
  inSchema("value of a tag", (text) => ({
    oneOf: [text, "second of all"].map((kind) => ({
      type: "object",
      required: ["kind"],
      properties: { kind: { const: kind }, more: { type: "integer" } },
    })),
  })),
  inSchema("name in a branch", (text) => ({
    oneOf: [
      { type: "object", required: [text] },
      { type: "object", required: ["other"], properties: { other: TEXT } },
    ],
  })),
  inSchema("name in a condition", (text) => ({
    type: "object",
    if: { required: [text] },
    then: { required: ["a"] },
    else: { properties: one(text, { type: "boolean" }) },
  })),
  inSchema("name in a map", (text) => ({
    type: "object",
    additionalProperties: { type: "object", properties: one(text, TEXT) },
  })),
  inSchema("name in a tuple", (text) => ({
    type: "array",
    prefixItems: [{ type: "object", properties: one(text, TEXT) }, { const: text }],
  })),
  inSchema("propertyNames", (text) => ({
    type: "object",
    propertyNames: { enum: ["first of all", text] },
  })),
  inDocument("schema: value that an extension adds", GIFT_SCHEMA, ["$defs", "kind"], (tree, text) =>
    push(tree, "enum", text),
  ),
  embedded("description of a method", METHOD, (tree, text) => set(tree, "description", text)),
  embedded("name of a method", [], (tree, text) =>
    push(tree, "methods", { name: `es.${text}`, summary: text, params: [] }),
  ),
  embedded("name of a parameter", METHOD, (tree, text) =>
    push(tree, "params", { name: text, description: text, schema: TEXT }),
  ),
  embedded("member of a result", METHOD, (tree, text) =>
    set(tree, "result", {
      name: "result",
      schema: { type: "object", properties: one(text, TEXT) },
    }),
  ),
  {
    name: "schema: $defs key",
    plant({ documents }, text) {
      const types = documents[TYPES] as Tree;
      set(at(types, "$defs"), `${text}`, { type: "object", properties: { in_def: TEXT } });
      set(at(types, "$defs", "shared", "properties"), "to_def", reference(text, "$defs"));
    },
  },
  {
    name: "schema: property that is referred to",
    plant({ documents }, text) {
      const types = documents[TYPES] as Tree;
      set(at(types, "$defs"), "holder", {
        type: "object",
        properties: one(text, { type: "object", properties: { in_property: TEXT } }),
      });
      set(
        at(types, "$defs", "shared", "properties"),
        "to_property",
        reference(text, "$defs", "holder", "properties"),
      );
    },
  },
  {
    name: "profile: config",
    plant: ({ profile }, text) =>
      set(
        at(profile, "proto", "capabilities", ROOT, 0),
        "config",
        one(text, [text, one(text, text)]),
      ),
  },
  {
    name: "profile: handler id",
    plant: ({ profile }, text) =>
      set(at(profile, "proto", "payment_handlers", "com.acme.wallet", 0), "id", text),
  },
  {
    name: "profile: other member",
    plant: ({ profile }, text) => set(profile, `other ${text}`, text),
  },
  openapi("title", ["info"], (tree, text) => set(tree, "title", text)),
  openapi("info description", ["info"], (tree, text) => set(tree, "description", text)),
  openapi("info version", ["info"], (tree, text) => set(tree, "version", text)),
  openapi("tag", [], (tree, text) => {
    push(tree, "tags", { name: text, description: text });
    push(at(tree, ...POST), "tags", text);
  }),
  openapi("summary", POST, (tree, text) => set(tree, "summary", text)),
  openapi("description", POST, (tree, text) => set(tree, "description", text)),
  openapi("extension", POST, (tree, text) => set(tree, `x-${text}`, one(text, text))),
  openapi("external documentation", POST, (tree, text) =>
    set(tree, "externalDocs", { url: text, description: text }),
  ),
  openapi("description of a response", [...POST, "responses", 200], (tree, text) =>
    set(tree, "description", text),
  ),
  openapi("name of a response's header", [...POST, "responses", 200, "headers"], (tree, text) =>
    set(tree, text, { description: text, schema: TEXT }),
  ),
  openapi("default of a parameter", POST, (tree, text) =>
    push(tree, "parameters", {
      name: "with_default",
      in: "query",
      schema: { type: "string", default: text, enum: [text] },
    }),
  ),
  openapi("description of a parameter", POST, (tree, text) =>
    push(tree, "parameters", { name: "described", in: "query", description: text, schema: TEXT }),
  ),
  openapi(
    "name of a component",
    [],
    (tree, text) => {
      const components = at(tree, "components");
      set(components, "parameters", one(text, { name: "by_name", in: "query", schema: TEXT }));
      push(at(tree, ...POST), "parameters", reference(text, "components", "parameters"));
    },
    COMPONENT,
  ),
  openapi("name of a component's schema", [], (tree, text) => {
    set(
      at(tree, "components"),
      "schemas",
      one(text, { type: "object", properties: { in_component: TEXT } }),
    );
    push(at(tree, ...POST), "parameters", {
      name: "by_schema",
      in: "query",
      schema: reference(text, "components", "schemas"),
    });
  }),
  openapi(
    "name of a component's response",
    [],
    (tree, text) => {
      set(
        at(tree, "components"),
        "responses",
        one(text, { description: text, content: { [MEDIA]: { schema: TEXT } } }),
      );
      set(at(tree, ...POST, "responses"), "default", reference(text, "components", "responses"));
    },
    COMPONENT,
  ),
  openapi("name of a security scheme", [], (tree, text) => {
    set(at(tree, "components", "securitySchemes"), text, {
      type: "http",
      scheme: "basic",
      description: text,
    });
    push(tree, "security", one(text, [text]));
  }),
  openapi("name of a webhook", ["webhooks"], (tree, text) =>
    set(tree, text, {
      post: {
        operationId: "notify_first",
        requestBody: { required: true, content: { [MEDIA]: { schema: { $ref: SUBSCRIPTION } } } },
        responses: { 204: { description: "Taken." } },
      },
    }),
  ),
  openapi("example", POST, (tree, text) =>
    set(at(tree, "requestBody", "content", MEDIA), "example", one(text, text)),
  ),
  openrpc("title", ["info"], (tree, text) => set(tree, "title", text)),
  openrpc("summary", METHOD, (tree, text) => set(tree, "summary", text)),
  openrpc("description", METHOD, (tree, text) => set(tree, "description", text)),
  openrpc("tag", METHOD, (tree, text) => push(tree, "tags", { name: text })),
  openrpc("extension", METHOD, (tree, text) => set(tree, `x-${text}`, text)),
  openrpc("description of a parameter", METHOD, (tree, text) =>
    push(tree, "params", { name: "described", description: text, schema: TEXT }),
  ),
  openrpc("description of a result", [...METHOD, "result"], (tree, text) =>
    set(tree, "description", text),
  ),
  openrpc("error", METHOD, (tree, text) =>
    push(tree, "errors", { code: -32000, message: `a ${text}`, data: one(text, text) }),
  ),
];

const entryAt = (draft: Draft): Tree => at(draft.profile, "proto", "capabilities", ROOT, 0);

/** Another name for the document at `from`: in its `$id`, and wherever it is referred to. */
function rename(draft: Draft, from: string, to: string): void {
  const replaced = JSON.parse(
    JSON.stringify(draft).replaceAll(
      JSON.stringify(from).slice(1, -1),
      JSON.stringify(to).slice(1, -1),
    ),
  ) as Draft;
  for (const name of Object.keys(draft.documents)) delete draft.documents[name];
  Object.assign(draft.profile, replaced.profile);
  Object.assign(draft.documents, replaced.documents);
}

/** A capability's name in place of another, wherever it stands. */
function called(from: string, to: (text: string) => string): Place["plant"] {
  return (draft, text) => {
    const name = to(text);
    const renamed = JSON.parse(JSON.stringify(draft), (_key, value: unknown) => {
      if (value === from) return name;
      if (typeof value !== "object" || value === null || !Object.hasOwn(value, from)) return value;
      const entries = Object.entries(value).map(([key, each]) => [key === from ? name : key, each]);
      return Object.fromEntries(entries) as unknown;
    }) as Draft;
    for (const key of Object.keys(draft.documents)) delete draft.documents[key];
    for (const key of Object.keys(draft.profile)) delete draft.profile[key];
    Object.assign(draft.profile, renamed.profile);
    Object.assign(draft.documents, renamed.documents);
  };
}

/** What a name says that the operation does decides on views. */
function sameVerb(text: string, benign: string): string {
  const verb = verbOf(text);
  return verb === undefined ? benign : `${verb}_${benign}`;
}

/**
 * What TypeScript may not know of a pattern is no literal: names of groups, and properties of characters. It knows all
 * general categories by their letters, such as `\p{L}` and `\p{Sc}`.
 */
function samePattern(text: string): string {
  const mayBeUnknown = /\(\?<[^=!]|\\k|\\[pP]\{(?![CLMNPSZ][a-z]?\})/.test(text);
  return mayBeUnknown ? "(?<benign>a)" : "benign";
}

const TYPE_NAMES = ["array", "boolean", "integer", "null", "number", "object", "string"];

/** Each type is another program, so that its name has no other twin. */
function sameType(text: string, benign: string): string {
  return TYPE_NAMES.includes(text) ? text : benign;
}

/** An extension of OpenAPI is no path, no method and no status. */
function sameExtension(text: string, benign: string): string {
  return text.startsWith("x-") ? `x-${benign}` : benign;
}

const METHODS = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

/** A method is read as any other is. */
function sameMethod(text: string, benign: string): string {
  const index = METHODS.indexOf(text);
  return index < 0
    ? sameExtension(text, benign)
    : (METHODS[(index + 1) % METHODS.length] as string);
}

const PATTERN = { slot: "pattern", twin: samePattern } as const;
const ROUTE = { late: true, slot: "route" } as const;

/** Places whose grammar some texts break, which is refused: one text at a time. */
export const STRICT_PLACES: readonly Place[] = [
  {
    name: "profile: name of a root",
    late: true,
    slot: "capability",
    plant: called(ROOT, (text) => `${STORE}.${text}`),
  },
  {
    name: "profile: name of an extension",
    late: true,
    slot: "capability",
    plant: called(GIFT, (text) => `${STORE}.${text}`),
  },
  {
    name: "profile: name of a service",
    late: true,
    plant: called(STORE, (text) => `com.acme.${text}`),
  },
  {
    name: "profile: name of a handler",
    late: true,
    plant: called("com.acme.wallet", (text) => `com.acme.${text}`),
  },
  { name: "profile: version", plant: (draft, text) => set(entryAt(draft), "version", text) },
  { name: "profile: spec", plant: (draft, text) => set(entryAt(draft), "spec", `${HOST}/${text}`) },
  {
    name: "profile: name of the protocol",
    // It is a member of payloads, and no other inherited name is one that a protocol may have.
    twin: (text, benign) => (text === "constructor" ? text : benign),
    late: true,
    plant: called("proto", (text) => text),
  },
  {
    name: "profile: endpoint",
    plant: ({ profile }, text) =>
      set(at(profile, "proto", "services", STORE, 0), "endpoint", `https://api.acme.com/${text}`),
  },
  {
    name: "schema: path of a document",
    late: true,
    slot: "document",
    plant: (draft, text) => rename(draft, TYPES, `${HOST}/${encodeFragment(text)}.json`),
  },
  {
    name: "schema: folder of a document",
    late: true,
    slot: "document",
    plant: (draft, text) => rename(draft, TYPES, `${HOST}/${encodeFragment(text)}/types.json`),
  },
  {
    name: "schema: host of a document",
    late: true,
    slot: "document",
    plant: (draft, text) =>
      rename(draft, TYPES, `https://${encodeFragment(text)}.acme.com/types.json`),
  },
  {
    name: "schema: opaque $id",
    late: true,
    slot: "document",
    plant: (draft, text) => rename(draft, TYPES, `foo:${encodeFragment(text)}`),
  },
  {
    name: "schema: host of another scheme",
    late: true,
    slot: "document",
    plant: (draft, text) => rename(draft, TYPES, `foo://${encodeFragment(text)}/types.json`),
  },
  {
    name: "schema: urn",
    late: true,
    slot: "document",
    plant: (draft, text) => rename(draft, TYPES, `urn:example:${encodeFragment(text)}`),
  },
  {
    name: "schema: raw $ref",
    // What is taken refers to the whole document.
    twin: () => "#",
    plant: ({ documents }, text) =>
      set(at(documents[SUBSCRIPTION] as Tree, "properties"), "raw_ref", { $ref: text }),
  },
  {
    name: "schema: $anchor",
    plant: ({ documents }, text) =>
      set(at(documents[TYPES] as Tree, "$defs", "shared"), "$anchor", text),
  },
  {
    name: "schema: $schema",
    plant: ({ documents }, text) => set(documents[SUBSCRIPTION] as Tree, "$schema", text),
  },
  inSchema("pattern", (text) => ({ type: "string", pattern: text }), PATTERN),
  inSchema(
    "patternProperties",
    (text) => ({
      type: "object",
      patternProperties: one(text, { type: "integer" }),
    }),
    PATTERN,
  ),
  inSchema("type", (text) => ({ type: text }), { twin: sameType }),
  inSchema("keyword", (text) => one(text, text), {
    twin: (text, benign) => (text === "default" ? text : benign),
  }),
  inSchema("visibility", (text) => ({ type: "string", proto_request: text })),
  openapi("operationId", POST, (tree, text) => set(tree, "operationId", `create_${text}`), {
    slot: "operationId",
  }),
  openapi("operationId alone", POST, (tree, text) => set(tree, "operationId", text), {
    slot: "operationId",
    twin: sameVerb,
  }),
  openapi(
    "operationId of a webhook",
    ["webhooks"],
    (tree, text) =>
      set(tree, "happened", {
        post: {
          operationId: text,
          requestBody: { required: true, content: { [MEDIA]: { schema: { $ref: SUBSCRIPTION } } } },
          responses: { 204: { description: "Taken." } },
        },
      }),
    { slot: "operationId", twin: sameVerb },
  ),
  openapi(
    "path",
    ["paths"],
    (tree, text) => renameMember(tree, "/subscriptions", `/${text}`),
    ROUTE,
  ),
  openapi("raw path", ["paths"], (tree, text) => renameMember(tree, "/subscriptions", text), {
    ...ROUTE,
    twin: sameExtension,
  }),
  openapi(
    "path parameter",
    ["paths"],
    (tree, text) => {
      renameMember(tree, "/subscriptions", `/subscriptions/{${text}}`);
      push(at(tree, `/subscriptions/{${text}}`, "post"), "parameters", {
        name: text,
        in: "path",
        required: true,
        schema: TEXT,
      });
    },
    ROUTE,
  ),
  ...(["query", "header", "cookie"] as const).map((place) =>
    openapi(`${place} parameter`, POST, (tree, text) =>
      push(tree, "parameters", { name: text, in: place, schema: TEXT }),
    ),
  ),
  openapi("parameter's place", POST, (tree, text) =>
    push(tree, "parameters", { name: "a", in: text, schema: TEXT }),
  ),
  openapi("method", ["paths", "/subscriptions"], (tree, text) => renameMember(tree, "post", text), {
    ...ROUTE,
    twin: sameMethod,
  }),
  openapi(
    "status",
    [...POST, "responses"],
    (tree, text) => set(tree, text, { description: "Other." }),
    { twin: sameExtension },
  ),
  openapi(
    "media type",
    [...POST, "responses"],
    (tree, text) =>
      set(tree, "4XX", {
        description: "Problem.",
        content: one(`application/${text}+json`, { schema: TEXT }),
      }),
    // What stands behind a semicolon is a parameter: such a body is not JSON.
    { twin: (text, benign) => (text.includes(";") ? `${benign};` : benign) },
  ),
  openapi("server", [], (tree, text) => set(tree, "servers", [{ url: text, description: text }])),
  openapi("version of the format", [], (tree, text) => set(tree, "openapi", `3.1${text}`)),
  openapi("raw $ref", POST, (tree, text) => push(tree, "parameters", { $ref: text })),
  openrpc("name of a method", METHOD, (tree, text) => set(tree, "name", `create_${text}`)),
  openrpc(
    "name of a parameter",
    METHOD,
    (tree, text) => push(tree, "params", { name: text, schema: TEXT }),
    { isMember: true },
  ),
  openrpc(
    "name of the payload",
    [...METHOD, "params", 0],
    (tree, text) => set(tree, "name", text),
    { isMember: true },
  ),
  openrpc("name of a result", [...METHOD, "result"], (tree, text) => set(tree, "name", text), {
    isMember: true,
  }),
  openrpc("version of the format", [], (tree, text) => set(tree, "openrpc", `1.${text}`)),
];
