/** What the model makes of a small release with services: its operations' types, and the values in which releases differ. */

import type { Json, JsonObject } from "@proto-gen/runtime/json";
import { describe, expect, it } from "vitest";
import { emit } from "../../src/emit/emit.js";
import { createSchemaSet } from "../../src/json-schema/schema-set.js";
import { satisfies } from "../../src/model/instance/satisfies.js";
import { createLowering } from "../../src/model/lower.js";
import type { Model } from "../../src/model/model.js";
import { outputNode } from "../../src/model/services/tool-nodes.js";
import { memoryRelease } from "../support/bundle.js";
import { modelRelease } from "../support/compose-release.js";

const VERSION = "2026-01-01";
const HOST = "https://proto.dev";
const SHOPPING = "dev.proto.shopping";
const text = { type: "string" };

/** A member that a request to complete has, and nothing else. */
function completing(schema: JsonObject): JsonObject {
  const proto_request = { create: "omit", update: "omit", complete: "required" };
  return { ...schema, proto_request, proto_response: "omit" };
}

const identifier = { name: "id", in: "path", required: true, schema: text };

function call(operationId: string, response: Json, request?: Json): JsonObject {
  const body = (schema: Json): JsonObject => ({ content: { "application/json": { schema } } });
  return {
    operationId,
    ...(request === undefined ? {} : { requestBody: body(request) }),
    responses: { 200: { description: "It.", ...body(response) } },
  };
}

const CHECKOUT = { $ref: "checkout.json" };

const PATHS: JsonObject = {
  "/checkouts/{id}/complete": {
    parameters: [identifier],
    post: call("complete_checkout", CHECKOUT, CHECKOUT),
  },
  "/orders/{id}": { parameters: [identifier], get: call("get_order", { $ref: "order.json" }) },
};

interface Parts {
  readonly checkout?: JsonObject;
  readonly order?: JsonObject;
  readonly paths?: JsonObject;
  readonly handlers?: JsonObject;
}

/** A release of checkouts and orders over REST. */
function model({ checkout = {}, order = {}, paths = PATHS, handlers = {} }: Parts): Promise<Model> {
  const of = (name: string, more: JsonObject = {}): JsonObject => ({
    ...{ version: VERSION, spec: `${HOST}/${name}.html`, schema: `${HOST}/schemas/${name}.json` },
    ...more,
  });
  const root = (name: string, members: JsonObject): JsonObject => ({
    $id: `${HOST}/schemas/${name}.json`,
    ...{ type: "object", required: ["id"], properties: { id: text, ...members } },
  });
  const info = { title: "Shopping", version: VERSION };
  const proto = {
    version: VERSION,
    services: { [SHOPPING]: [of("rest", { transport: "rest", endpoint: "https://shop.example" })] },
    capabilities: {
      [`${SHOPPING}.checkout`]: [of("checkout")],
      [`${SHOPPING}.order`]: [of("order")],
    },
    payment_handlers: handlers,
  };
  return modelRelease(
    memoryRelease(
      "services",
      { proto },
      {
        [`${HOST}/schemas/checkout.json`]: root("checkout", checkout),
        [`${HOST}/schemas/order.json`]: root("order", order),
        [`${HOST}/schemas/rest.json`]: { openapi: "3.1.0", info, paths },
      },
    ),
  );
}

async function releaseText(parts: Parts): Promise<string> {
  const files = await emit(await model(parts), ["release"]);
  return files.find(({ path }) => path === "release.ts")?.content ?? "";
}

function modulesOf({ modules }: Model): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(
    modules.map(({ path, types }) => [path, types.map(({ name }) => name).sort()]),
  );
}

describe("the types of operations", () => {
  it("are in the module of their document, which has no folder for the protocol's own host", async () => {
    const inline = (member: string): Json => ({
      ...{ type: "object", properties: { [member]: text, of: CHECKOUT } },
    });
    const notes = { "/notes": { post: call("create_note", inline("a"), inline("b")) } };
    const modules = modulesOf(await model({ paths: { ...PATHS, ...notes } }));
    expect(modules["schemas/rest"]).toEqual(["CreateNoteRequest", "CreateNoteResponse"]);
  });

  it("have an error envelope that no document has, where none of the responses is one", async () => {
    const found = await model({});
    expect(modulesOf(found)["schemas/error-envelope"]).toEqual(["ErrorEnvelope"]);
    const outcomes = found.services.flatMap(({ operations }) => operations.map((o) => o.outcome));
    expect(outcomes.map(({ origin }) => origin.document)).toEqual([
      "proto-gen:error-envelope",
      "proto-gen:error-envelope",
    ]);
  });

  it("need a verb, and the name that has none is told with its place", async () => {
    const post = call("frobnicate_checkout", CHECKOUT, CHECKOUT);
    await expect(model({ paths: { "/checkouts": { post } } })).rejects.toMatchObject({
      diagnostics: [
        {
          code: "SERVICE_UNKNOWN_VERB",
          place: { pointer: "/paths/~1checkouts/post/operationId" },
        },
      ],
    });
  });
});

describe("a payment handler", () => {
  it("needs no schema, and has no module then", async () => {
    const entry = { id: "card_1", version: VERSION, spec: "https://acme.com/card.html" };
    const modules = modulesOf(await model({ handlers: { "com.acme.card": [entry] } }));
    expect(modules).toEqual(modulesOf(await model({})));
  });
});

describe("the output of a tool", () => {
  const schemas = createSchemaSet();
  schemas.add("test:/outcome.json", { type: "object", required: ["messages"] });
  schemas.add("test:/resource.json", { type: "object", required: ["id"] });
  const lowering = createLowering(schemas);
  const outcome = lowering.definition("test:/outcome.json");
  const resource = {
    ...{ name: "cart", required: true, description: undefined, inline: false },
    schema: lowering.definition("test:/resource.json"),
  };

  it.each([
    ["keyed", { cart: { id: "a" } }, { id: "a" }],
    ["bare", { id: "a" }, { cart: { id: "a" } }],
  ] as const)("is a %s resource or the outcome", (shape, valid, invalid) => {
    const node = outputNode(outcome.origin, { resource, outcome, shape });
    expect([valid, { messages: [] }, invalid].map((each) => satisfies(node, each))).toEqual([
      true,
      true,
      false,
    ]);
  });

  it.each(["keyed", "bare"] as const)("is any object where there is no resource (%s)", (shape) => {
    const node = outputNode(outcome.origin, { resource: undefined, outcome, shape });
    expect([{}, { messages: [] }, 1].map((each) => satisfies(node, each))).toEqual([
      true,
      true,
      false,
    ]);
  });
});

describe("the values of a release", () => {
  it("have the payments of a request by their names, and no answer where a checkout has none", async () => {
    const instrument = { type: "object", properties: { id: text, handler_id: text } };
    const checkout = { wallet: completing(instrument), card: completing(instrument) };
    const printed = await releaseText({ checkout });
    expect(printed.match(/member: "\w+"/g)).toEqual(['member: "card"', 'member: "wallet"']);
    expect(printed).not.toContain("paymentAnswer");
  });

  it("have the members of a payment that a checkout answers with", async () => {
    const properties = { handler_id: text, id: text, credential: text };
    const instruments = { type: "array", items: { type: "object", properties } };
    const payment = { type: "object", properties: { selected: text, instruments } };
    const printed = (await releaseText({ checkout: { payment } })).replace(/\s+/g, " ");
    expect(printed).toContain(
      'paymentAnswer: { members: ["instruments", "selected"], instrument: ["handler_id", "id"], }',
    );
  });

  it.each<[string, JsonObject, JsonObject, readonly string[]]>([
    ["nothing", {}, {}, ["fulfilled", "positive", "absent"]],
    ["a status", { status: { enum: ["removed"] } }, {}, ["removed", "positive", "absent"]],
    [
      "quantities of signs",
      {},
      { quantity: { type: "integer" } },
      ["fulfilled", "signed", "absent"],
    ],
    [
      "quantities without signs",
      {},
      { quantity: { minimum: 0 } },
      ["fulfilled", "positive", "absent"],
    ],
    [
      "an original quantity",
      { quantity: { properties: { original: { type: "integer" } } } },
      {},
      ["fulfilled", "positive", "kept"],
    ],
  ])("have the form of order lines that say %s", async (_, line, adjusted, form) => {
    const lines = (properties: JsonObject): JsonObject => ({
      ...{ type: "array", items: { type: "object", properties } },
    });
    const order = { line_items: lines(line), adjustments: lines({ line_items: lines(adjusted) }) };
    const { orderLines } = (await model({ order })).releaseValues;
    expect(Object.values(orderLines ?? {})).toEqual(form);
  });
});
