/**
 * A vendor's service beside the protocol's (§2.1.1): its own endpoints and documents, and what those say
 * that the protocol's do not.
 */

import { check, resolveConfig } from "prettier";
import path from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import type { Json, JsonObject } from "@proto-gen/runtime/json";
import { viewText } from "../../src/compose/view.js";
import {
  brokenReferences,
  bundleOf,
  operationsOf,
  toolsOf,
  type Bundle,
} from "../support/bundle.js";
import { composeRelease } from "../support/compose-release.js";
import { compileErrors } from "../support/emitted.js";
import { openapiErrors } from "../support/peers/openapi-meta-schema.js";
import { validateOpenRpc } from "../support/peers/openrpc.js";
import { repository } from "../support/published.js";
import {
  GIFT,
  SUBSCRIPTION,
  subscriptionSchema,
  VENDOR,
  VENDOR_MCP,
  VENDOR_REST,
  vendorBinding,
  vendorOpenapi,
  vendorRelease,
} from "../support/vendor-service.js";
import { withinCpuTime } from "../support/cpu-time.js";

const own = { $ref: "subscription.json" };

describe("a vendor's service beside the protocol's", () => {
  let bundle: Bundle;
  let openapi: JsonObject;
  let openrpc: JsonObject;

  beforeAll(async () => {
    bundle = await bundleOf(vendorRelease(), "services-vendor");
    openapi = bundle.json("openapi.json");
    openrpc = bundle.json("openrpc.json");
  }, 60_000);

  const call = (place: string, method: string): JsonObject => operationAt(openapi, place, method);
  const methodNamed = (name: string): JsonObject =>
    (openrpc["methods"] as readonly JsonObject[]).find((each) => each["name"] === name) ?? {};

  it("has its own operations, by transport (§2.1.1)", () => {
    const found = operationsOf(bundle)
      .filter(({ service }) => service === VENDOR)
      .map(({ id, rest, mcp }) => [id, rest && `${rest.method} ${rest.path}`, mcp?.tool]);
    expect(found).toEqual([
      ["create_subscription", "post /subscriptions", "create_subscription"],
      ["get_subscription", "get /subscriptions/{id}", undefined],
      ["delete_subscription", "delete /subscriptions/{id}", undefined],
      ["update_subscription", undefined, "update_subscription"],
    ]);
  });

  it("is compiled under every strict option (§8)", () => {
    expect(compileErrors(bundle.directory, bundle.files)).toEqual([]);
  });

  it("is printed as prettier prints (§8)", async () => {
    const options = await resolveConfig(path.join(repository, "generated/index.ts"));
    const sources = bundle.files.filter((file) => /services|index|mcp-tools\.ts/.test(file.path));
    const clean = await Promise.all(
      sources.map((file) => check(file.content, { ...options, filepath: file.path })),
    );
    expect(sources.filter((_, index) => !clean[index]).map((file) => file.path)).toEqual([]);
  });

  it("leaves the protocol's shared types where they are without it (§7)", () => {
    expect(bundle.text("schemas/shopping/types/line-item.ts")).toBeDefined();
    expect(bundle.files.filter((file) => file.path.includes("proto.dev"))).toEqual([]);
  });

  it("is called at its own endpoint, the protocol's at theirs (§2.1.1)", () => {
    const ours = "https://business.example.com/proto/v1";
    expect(urlsOf(openapi)).toEqual([ours]);
    expect(urlsOf(call("/carts", "post"))).toEqual([]);
    for (const [place, method] of [
      ["/subscriptions", "post"],
      ["/subscriptions/{id}", "delete"],
    ] as const)
      expect(urlsOf(call(place, method))).toEqual([VENDOR_REST]);
    expect(openrpc["servers"]).toEqual([
      { name: "dev.proto.shopping", url: "https://business.example.com/proto/mcp" },
      { name: VENDOR, url: VENDOR_MCP },
    ]);
  });

  it("asks for its own security where an operation says nothing else (§5)", () => {
    expect(call("/subscriptions", "post")["security"]).toEqual([{ store_key: [] }]);
    expect(call("/subscriptions/{id}", "get")["security"]).toEqual([{}]);
    expect(call("/subscriptions/{id}", "delete")["security"]).toEqual([
      { store_key: [], store_token: ["write"] },
    ]);
    expect(call("/carts", "post")).not.toHaveProperty("security");
  });

  it("brings the security schemes that something asks for, and no others (§5)", () => {
    const { securitySchemes } = openapi["components"] as Readonly<Record<string, JsonObject>>;
    expect(Object.keys(securitySchemes as JsonObject)).toEqual([
      ...["api_key", "bearer", "mutual_tls"],
      ...["store_key", "store_token"],
    ]);
  });

  it("brings the tags that something has, each once", () => {
    const tags = openapi["tags"] as readonly JsonObject[];
    const names = ["checkout", "cart", "catalog", "order", "subscription"];
    expect(tags.map(({ name }) => name)).toEqual(names);
  });

  it("has the path's parameters, the operation's own in their place", () => {
    expect(call("/subscriptions", "post")["parameters"]).toEqual([
      { name: "Request-Id", in: "header", required: true, schema: { type: "string" } },
      {
        name: "X-Region",
        in: "header",
        required: true,
        description: "Of the operation.",
        deprecated: true,
        schema: { type: "string", enum: ["eu", "us"] },
      },
    ]);
  });

  it("has parameters of queries and cookies, and one whose component another service has too", () => {
    expect(call("/subscriptions/{id}", "get")["parameters"]).toEqual([
      {
        name: "id",
        in: "path",
        required: true,
        description: "Of the subscription.",
        schema: { type: "string", minLength: 3 },
      },
      {
        name: "expand",
        in: "query",
        required: false,
        schema: { type: "boolean", default: false },
      },
      { name: "session", in: "cookie", required: false, schema: { type: "string" } },
    ]);
    expect(call("/carts/{id}", "get")["parameters"]).toContainEqual({
      $ref: "#/components/parameters/id",
    });
  });

  it("has a component's request body with its description, in the view of the operation (§6)", () => {
    expect(call("/subscriptions", "post")["requestBody"]).toMatchObject({
      description: "What is wanted.",
      required: true,
      content: {
        "application/json": { schema: { $ref: "#/components/schemas/SubscriptionCreateRequest" } },
      },
    });
    expect(schemaNamed(openapi, "SubscriptionCreateRequest")).toMatchObject({
      required: ["every_days", "items"],
      properties: { every_days: {}, items: {}, rank: {} },
    });
    expect(
      Object.keys(schemaNamed(openapi, "SubscriptionCreateRequest")["properties"] ?? {}),
    ).toEqual(["every_days", "items", "rank"]);
  });

  it("shows examples of what is sent without what is read-only, and of what is given with it", () => {
    const { examples } = openapi["components"] as { examples: Record<string, { value: object }> };
    expect(examples["SubscriptionCreateRequest"]?.value).not.toHaveProperty("rank");
    expect(examples["Subscription"]?.value).toHaveProperty("rank");
  });

  it("answers with `2XX` and `default`, and with headers", () => {
    const { responses } = call("/subscriptions", "post") as { responses: JsonObject };
    expect(Object.keys(responses)).toEqual(["2XX", "default"]);
    expect(responses["2XX"]).toMatchObject({
      headers: {
        Location: { $ref: "#/components/headers/location" },
        "X-Left": { description: "Calls left.", schema: { type: "integer", minimum: 0 } },
      },
    });
    expect(responses["default"]).toEqual({ $ref: "#/components/responses/problem" });
    const created = operationsOf(bundle).find(({ id }) => id === "create_subscription");
    expect(created?.rest?.success).toBe(200);
  });

  it("answers without content where its document does", () => {
    const { responses } = call("/subscriptions/{id}", "delete") as { responses: JsonObject };
    expect(responses["204"]).toEqual({ description: "There was none." });
  });

  it("says what each transport's document says, and no other's", () => {
    const text = { summary: "Create subscription", description: "Begin it." };
    expect(call("/subscriptions", "post")).toMatchObject(text);
    const rpc = { summary: "Begin a subscription", description: "Begin it, by a tool." };
    expect(methodNamed("create_subscription")).toMatchObject(rpc);
    expect(toolsOf(bundle).get("create_subscription")).toMatchObject({
      title: rpc.summary,
      description: rpc.description,
    });
  });

  it("keeps what is deprecated: operations, methods and their params", () => {
    expect(call("/subscriptions/{id}", "get")["deprecated"]).toBe(true);
    expect(call("/subscriptions", "post")).not.toHaveProperty("deprecated");
    expect(methodNamed("create_subscription")).not.toHaveProperty("deprecated");
    expect(methodNamed("update_subscription")).toMatchObject({
      deprecated: true,
      params: [{}, {}, {}, { name: "dry_run", deprecated: true, required: false }],
    });
    expect(bundle.text(`services/${VENDOR.replaceAll(".", "/")}.ts`)).toMatch(
      /@deprecated\n \*\/\nexport const getSubscription/,
    );
  });

  it("keeps external docs and `x-` members of operations and methods (§4)", () => {
    const more = { externalDocs: { url: "https://acme.com/docs/create" }, "x-cost": 3 };
    expect(call("/subscriptions", "post")).toMatchObject(more);
    expect(methodNamed("create_subscription")).toMatchObject(more);
  });

  it("has component content descriptors as params, with the summary as their description", () => {
    const create = methodNamed("create_subscription");
    expect(create["params"]).toEqual([
      { name: "meta", required: true, schema: { $ref: "#/components/schemas/Meta" } },
      {
        name: "subscription",
        description: "What is wanted.",
        required: true,
        schema: { $ref: "#/components/schemas/SubscriptionCreateRequest" },
      },
    ]);
    expect(methodNamed("update_subscription")).toMatchObject({
      result: { name: "subscription", description: "As it is now." },
      errors: [{ code: -32000, message: "It did not work." }],
    });
  });

  it("gives the envelope of the others where its document names none (§7)", () => {
    expect(bundle.text("schemas/error-envelope.ts")).toBeUndefined();
    const outcomes = operationsOf(bundle).map(({ outcome }) => bundle.model.typeOf(outcome));
    expect(new Set(outcomes.map(({ module, name }) => `${module} ${name}`))).toEqual(
      new Set(["schemas/shopping/types/error-envelope ErrorEnvelope"]),
    );
    const { result } = methodNamed("update_subscription") as unknown as { result: JsonObject };
    expect(result["schema"]).toEqual({
      anyOf: [
        { $ref: "#/components/schemas/Subscription" },
        { $ref: "#/components/schemas/ErrorEnvelope" },
      ],
    });
  });

  it("is in `negotiation.ts`: operations under its root, members under its extension (§8)", () => {
    const text = bundle.text("negotiation.ts") ?? "";
    expect(text).toMatch(new RegExp(`"${SUBSCRIPTION}": \\[\\s+"create_subscription"`));
    expect(text).toContain(`"${GIFT}": {\n    Checkout: ["gift"],`);
  });

  it("adds the extension's member to create, update and response, not to complete (§6)", () => {
    const has = (name: string): boolean =>
      "gift" in (schemaNamed(openapi, name)["properties"] as JsonObject);
    expect(
      ["Checkout", "CheckoutCreateRequest", "CheckoutUpdateRequest", "CheckoutCompleteRequest"].map(
        has,
      ),
    ).toEqual([true, true, true, false]);
  });

  it("shows the extension's type in its view: what the business sets is not sent (§6)", () => {
    const members = (name: string): string[] =>
      Object.keys(schemaNamed(openapi, name)["properties"] as JsonObject);
    expect(members("Gift")).toEqual(["note", "wrapped_at"]);
    expect(members("GiftCreateRequest")).toEqual(["note"]);
  });
});

describe("a vendor's documents", () => {
  it("may have a scheme, a tag and a path of the names that the protocol has", async () => {
    const document = vendorOpenapi() as Record<string, Json>;
    const key = { type: "apiKey", in: "query", name: "key" };
    const bundle = await bundleOf(
      vendorRelease({
        openapi: {
          ...document,
          security: [{ api_key: [] }],
          tags: [{ name: "cart", description: "The vendor's." }],
          paths: {
            "/carts": {
              get: { ...answer("search_subscriptions"), tags: ["cart"] },
            },
          },
          components: { securitySchemes: { api_key: key } },
        },
      }),
      "services-vendor-names",
    );
    const openapi = bundle.json("openapi.json");
    const call = operationAt(openapi, "/carts", "get");
    expect(urlsOf(call)).toEqual([VENDOR_REST]);
    expect(urlsOf(operationAt(openapi, "/carts", "post"))).toEqual([]);
    expect(call["security"]).toEqual([{ [`${VENDOR}.api_key`]: [] }]);
    expect(openapi["components"]).toMatchObject({
      securitySchemes: { api_key: { in: "header" }, [`${VENDOR}.api_key`]: key },
    });
    expect(
      (openapi["tags"] as readonly JsonObject[]).filter(({ name }) => name === "cart"),
    ).toEqual([{ name: "cart", description: "Operations on carts." }]);
    expect(openapiErrors(openapi)).toEqual([]);
  });

  it("may write parameters and bodies in ways of their own", async () => {
    const filter = { type: "object", properties: { a: { type: "string" } } };
    const parameters = [
      { name: "filter", in: "query", style: "deepObject", explode: true, schema: filter },
      { name: "q", in: "query", content: { "application/json": { schema: filter } } },
    ];
    const patch = "application/merge-patch+json";
    const bundle = await bundleOf(
      vendorRelease({
        openapi: {
          ...vendorOpenapi(),
          paths: {
            "/subscriptions": {
              patch: {
                ...answer("update_subscription", "application/hal+json"),
                parameters,
                requestBody: { content: { "text/plain": {}, [patch]: { schema: own } } },
              },
            },
          },
        },
      }),
      "services-vendor-writing",
    );
    const call = operationAt(bundle.json("openapi.json"), "/subscriptions", "patch");
    expect(call).toMatchObject({
      parameters,
      requestBody: { required: false, content: { [patch]: {} } },
      responses: { 200: { content: { "application/hal+json": {} } } },
    });
  });

  it("may have `x-` members of any kind beside paths and responses", async () => {
    const get = answer("get_subscription");
    const responses = { ...(get["responses"] as JsonObject), "x-cache": true };
    const bundle = await bundleOf(
      vendorRelease({
        openapi: {
          ...vendorOpenapi(),
          paths: {
            "x-gateway": ["a"],
            "x-get": { get: {} },
            "/one": { get: { ...get, responses } },
          },
        },
      }),
      "services-vendor-extensions",
    );
    const { paths } = bundle.json("openapi.json");
    const call = operationAt(bundle.json("openapi.json"), "/one", "get");
    expect(Object.keys(paths as JsonObject)).toContain("/one");
    expect(Object.keys(paths as JsonObject).filter((each) => each.startsWith("x-"))).toEqual([]);
    expect(Object.keys(call["responses"] as JsonObject)).toEqual(["200"]);
  });

  it("may require an id on update: a tool takes it beside the payload, not in it (§4.5)", async () => {
    const schema = subscriptionSchema();
    const properties = {
      ...(schema["properties"] as JsonObject),
      id: { type: "string", proto_request: { create: "omit", update: "required" } },
    };
    const bundle = await bundleOf(
      vendorRelease({ subscription: { ...schema, properties } }),
      "services-vendor-id",
    );
    const { inputSchema } = toolsOf(bundle).get("update_subscription") as JsonObject;
    expect(at(inputSchema as Json, "subscription", "id")).toBeUndefined();
    const payload = at(inputSchema as Json, "subscription") as JsonObject;
    expect(payload["required"]).toEqual(["every_days", "items"]);
  });

  it("may be of two versions: the newest is read (§9)", async () => {
    const old = { openapi: "3.1.0", info: { title: "Old", version: "1" }, paths: {} };
    const binding = vendorBinding("rest", "old", "https://old.acme.com", "2025-01-01");
    const newest = vendorBinding("rest", "rest", VENDOR_REST);
    for (const bindings of [
      [binding, newest],
      [newest, binding],
    ]) {
      const bundle = await bundleOf(
        vendorRelease({ bindings, documents: { "https://acme.com/old.json": old } }),
        "services-vendor-versions",
      );
      const service = bundle.model.services.find(({ name }) => name === VENDOR);
      expect(service).toMatchObject({ version: "2026-11-27", rest: { endpoint: VENDOR_REST } });
      expect(service?.operations).toHaveLength(3);
    }
  });

  it("may be of one transport only, in either", async () => {
    const rest = await bundleOf(
      vendorRelease({ bindings: [vendorBinding("rest", "rest", VENDOR_REST)] }),
      "services-vendor-rest",
    );
    expect([...toolsOf(rest).keys()].filter((name) => name.includes("subscription"))).toEqual([]);
    const mcp = await bundleOf(
      vendorRelease({ bindings: [vendorBinding("mcp", "mcp", VENDOR_MCP)] }),
      "services-vendor-mcp",
    );
    expect(Object.keys(mcp.json("openapi.json")["paths"] as JsonObject)).not.toContain(
      "/subscriptions",
    );
    expect(toolsOf(mcp).get("update_subscription")).toBeDefined();
  });

  it.each<[string, JsonObject, readonly string[]]>([
    ["REST", vendorBinding("rest", "rest", VENDOR_REST), ["response", "request.create"]],
    [
      "MCP",
      vendorBinding("mcp", "mcp", VENDOR_MCP),
      ["response", "request.create", "request.update"],
    ],
  ])(
    "over %s alone gives a root without annotations the requests that carry it (§2.1.1)",
    async (_, binding, views) => {
      const subscription: JsonObject = {
        $id: "https://acme.com/subscription.json",
        type: "object",
        properties: { id: { type: "string" } },
      };
      const release = vendorRelease({ bindings: [binding], subscription });
      const { shapes } = await composeRelease(release);
      const found = shapes.find(({ root }) => root === SUBSCRIPTION)?.views.map(viewText);
      expect(found).toEqual(views);
    },
  );
});

describe("schemas that hold themselves", () => {
  let bundle: Bundle;

  beforeAll(async () => {
    bundle = await withinCpuTime(30_000, () =>
      bundleOf(recursiveRelease(), "services-vendor-recursive"),
    );
  }, 60_000);

  it("are emitted in bounded time, and every document is valid (§8)", () => {
    expect(openapiErrors(bundle.json("openapi.json"))).toEqual([]);
    expect(validateOpenRpc(bundle.json("openrpc.json"))).toBe(true);
    expect(compileErrors(bundle.directory, bundle.files)).toEqual([]);
  });

  it("stay references in documents (§8)", () => {
    const openapi = bundle.json("openapi.json");
    expect(brokenReferences(openapi)).toEqual([]);
    expect(brokenReferences(bundle.json("openrpc.json"))).toEqual([]);
    expect(schemaNamed(openapi, "Gift")).toMatchObject({
      properties: {
        inside: { $ref: "#/components/schemas/Gift" },
        wrap: { $ref: "#/components/schemas/Wrap" },
      },
    });
  });

  it("stand in the $defs of tools, and are referred to where they come again (§4.5)", () => {
    const { inputSchema } = toolsOf(bundle).get("create_checkout") as JsonObject;
    const gift = { $ref: "#/$defs/Gift" };
    const { $defs } = inputSchema as { readonly $defs: JsonObject };
    expect(at(inputSchema as Json, "checkout", "gift")).toEqual(gift);
    expect($defs["Gift"]).toEqual({
      type: "object",
      properties: { inside: gift, wrap: { $ref: "#/$defs/Wrap" } },
    });
    expect(at($defs["Wrap"] as Json, "gifts")).toEqual({ type: "array", items: gift });
  });
});

/** The gift holds a gift, and a wrap that holds gifts and a checkout. */
function recursiveRelease(): ReturnType<typeof vendorRelease> {
  const checkout = "https://proto.dev/schemas/2026-11-27/shopping/checkout.json";
  const gift = { $ref: "#/$defs/gift" };
  return vendorRelease({
    gift: {
      $schema: "https://json-schema.org/draft/2020-12/schema",
      $id: "https://acme.com/gift.json",
      $defs: {
        "dev.proto.shopping.checkout": {
          allOf: [{ $ref: checkout }, { type: "object", properties: { gift } }],
        },
        gift: { type: "object", properties: { inside: gift, wrap: { $ref: "#/$defs/wrap" } } },
        wrap: {
          type: "object",
          properties: { gifts: { type: "array", items: gift }, around: { $ref: checkout } },
        },
      },
    },
  });
}

function answer(operationId: string, type = "application/json"): JsonObject {
  return {
    operationId,
    responses: { 200: { description: "It.", content: { [type]: { schema: own } } } },
  };
}

function operationAt({ paths }: JsonObject, place: string, method: string): JsonObject {
  const item = (paths as Readonly<Record<string, Readonly<Record<string, JsonObject>>>>)[place];
  return item?.[method] ?? {};
}

function urlsOf({ servers = [] }: JsonObject): Json[] {
  return (servers as readonly JsonObject[]).map(({ url }) => url as Json);
}

function schemaNamed({ components }: JsonObject, name: string): JsonObject {
  const { schemas } = components as { readonly schemas: Readonly<Record<string, JsonObject>> };
  return schemas[name] ?? {};
}

/** Down through `properties`. */
function at(schema: Json, ...names: readonly string[]): Json | undefined {
  return names.reduce<Json | undefined>(
    (each, name) => ((each as JsonObject | undefined)?.["properties"] as JsonObject)?.[name],
    schema,
  );
}
