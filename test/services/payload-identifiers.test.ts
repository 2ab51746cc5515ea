/** An `id` in the payload of a tool (§4.5): barred beside an argument `id`, and what names the resource where there is none. */

import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { ClientTransport } from "@proto-gen/runtime/client";
import { mcp } from "@proto-gen/runtime/client/mcp";
import type { Json, JsonObject } from "@proto-gen/runtime/json";
import { approvedPlatforms } from "@proto-gen/runtime/server";
import { methodName } from "@proto-gen/runtime/codegen/generator";
import { readFileSync } from "node:fs";
import { payloadIdentifiersOf } from "../../src/model/services/operation.js";
import { bundleOf, operationsOf, toolsOf, type Bundle } from "../support/bundle.js";
import { importEmitted } from "../support/emitted.js";
import { definitionOf } from "../support/exported.js";
import { metaOf } from "../support/mcp-call.js";
import {
  subscriptionSchema,
  VENDOR_REST,
  vendorBinding,
  vendorOpenrpc,
  vendorRelease,
} from "../support/vendor-service.js";

/** At a path of its own: a server tells its endpoints apart by them. */
const MCP = "https://api.acme.com/tools";
const PLATFORM = "https://agent.example/profile.json";
const JSON_TYPE = "application/json";
const own = { $ref: "subscription.json" };

/** The id is a member of every request, which some require; nothing else has to be there. */
function schema(): JsonObject {
  const { properties, ...rest } = subscriptionSchema();
  const members = properties as Readonly<Record<string, JsonObject>>;
  return {
    ...rest,
    properties: {
      ...members,
      id: {
        type: "string",
        proto_request: { create: "optional", update: "optional", cancel: "optional" },
      },
      every_days: { type: "integer", proto_request: "optional" },
      items: { type: "array", items: { type: "string" }, proto_request: "optional" },
    },
  };
}

const answers = { 200: { description: "It.", content: { [JSON_TYPE]: { schema: own } } } };
const requestBody = { required: true, content: { [JSON_TYPE]: { schema: own } } };
const parameters = [{ name: "id", in: "path", required: true, schema: { type: "string" } }];

const openapi: JsonObject = {
  openapi: "3.1.0",
  info: { title: "Acme store", version: "7" },
  paths: {
    "/subscriptions": {
      post: { operationId: "create_subscription", requestBody, responses: answers },
    },
    "/lookup": { post: { operationId: "lookup_subscription", requestBody, responses: answers } },
    "/search": { post: { operationId: "search_subscription", requestBody, responses: answers } },
    "/subscriptions/{id}": {
      parameters,
      get: { operationId: "get_subscription", responses: answers },
      put: { operationId: "update_subscription", requestBody, responses: answers },
    },
    "/subscriptions/{id}/cancel": {
      parameters,
      post: { operationId: "cancel_subscription", requestBody, responses: answers },
    },
  },
};

const meta = { $ref: "#/components/contentDescriptors/meta" };
const payload = { $ref: "#/components/contentDescriptors/subscription" };
const id = { name: "id", required: true, schema: { type: "string" } };
const method = (name: string, ...params: readonly JsonObject[]): JsonObject => ({
  name,
  params: [meta, ...params],
  result: { name: "subscription", schema: own },
});

const openrpc: JsonObject = {
  ...vendorOpenrpc(),
  methods: [
    method("create_subscription", payload),
    method("lookup_subscription", payload),
    method("get_subscription", payload),
    method("update_subscription", id, payload),
    method("cancel_subscription", id, payload),
    // Without a payload: the id is a member of the request.
    method("search_subscription", id),
    // Over MCP alone.
    method("read_subscription", payload),
  ],
};

const BOTH = [vendorBinding("rest", "rest", VENDOR_REST), vendorBinding("mcp", "mcp", MCP)];

type AnyClient = Readonly<Record<string, (request: object) => Promise<JsonObject>>>;
type Answered = { result?: { structuredContent: JsonObject }; error?: { message: string } };

interface Business {
  readonly bundle: Bundle;
  readonly requests: JsonObject[];
  callTool(tool: string, args: JsonObject): Promise<Answered>;
  connect(transport: ClientTransport<"mcp"> | undefined): Promise<AnyClient>;
}

async function open(bindings = BOTH): Promise<Business> {
  const transports = bindings === BOTH ? "both" : "mcp";
  const release = vendorRelease({
    openapi,
    openrpc,
    subscription: schema(),
    bindings,
  });
  const bundle = await bundleOf(release, `payload-identifiers-${transports}`);
  const load = (file: string): Promise<Record<string, unknown>> =>
    importEmitted(bundle.directory, file);
  const { createServer } = await load("server.ts");
  const { createClient } = await load("client.ts");
  const requests: JsonObject[] = [];
  const handler = (request: JsonObject): JsonObject => {
    requests.push(request);
    return { id: String(request["id"] ?? "new"), every_days: 1, items: ["one"] };
  };
  const profile = JSON.parse(readFileSync(release.profile, "utf8")) as JsonObject;
  const handlers = operationsOf(bundle).map((each) => [methodName(each.id), handler] as const);
  const server = (createServer as Function)(Object.fromEntries(handlers), {
    profile,
    platforms: approvedPlatforms({ [PLATFORM]: profile }),
  }) as { fetch(request: Request): Promise<Response> };
  const fetch = (url: string, init: RequestInit): Promise<Response> =>
    server.fetch(new Request(url, init));
  return {
    bundle,
    requests,
    async callTool(tool, args) {
      const response = await fetch(MCP, {
        method: "POST",
        headers: { "Content-Type": JSON_TYPE, Accept: `${JSON_TYPE}, text/event-stream` },
        body: JSON.stringify({
          ...{ jsonrpc: "2.0", id: 1, method: "tools/call" },
          params: { name: tool, arguments: { meta: metaOf(PLATFORM), ...args } },
        }),
      });
      const text = await response.text();
      return JSON.parse(text.slice(text.indexOf("{"))) as Answered;
    },
    connect: (transport) =>
      (createClient as Function)({
        ...{ business: "https://business.example", profile: PLATFORM, platform: profile },
        ...{ transport, fetch },
      }) as Promise<AnyClient>,
  };
}

function payloadOf(bundle: Bundle, tool: string): Readonly<Record<string, Json>> {
  const { inputSchema } = toolsOf(bundle).get(tool) as {
    readonly inputSchema: { readonly properties: Readonly<Record<string, JsonObject>> };
  };
  return (inputSchema.properties["subscription"] as JsonObject)["properties"] as never;
}

describe.each([
  ["both transports", BOTH],
  ["MCP alone", BOTH.slice(1)],
])("a vendor's tools over %s", (_, bindings) => {
  let business: Business;
  beforeAll(async () => {
    business = await open(bindings);
  }, 60_000);

  const without = ["create", "lookup", "get", "read"].map((verb) => `${verb}_subscription`);
  const beside = ["update", "cancel"].map((verb) => `${verb}_subscription`);

  it.each(without)("%s takes the id that its payload declares", async (tool) => {
    const { result, error } = await business.callTool(tool, { subscription: { id: "s 1" } });
    expect(error).toBeUndefined();
    expect(result?.structuredContent).toMatchObject({ subscription: { id: "s 1" } });
    expect(payloadOf(business.bundle, tool)["id"]).toEqual({ type: "string" });
  });

  it.each(without)("%s refuses an id beside its payload", async (tool) => {
    const { error } = await business.callTool(tool, { id: "s1", subscription: { id: "s1" } });
    expect(error?.message).toBe("$.id is not a known member");
  });

  it.each(beside)("%s has an argument for it, and refuses another", async (tool) => {
    const subscription = { every_days: 2 };
    const taken = await business.callTool(tool, { id: "s1", subscription });
    expect(taken.result?.structuredContent).toMatchObject({ subscription: { id: "s1" } });
    const { error } = await business.callTool(tool, {
      id: "s1",
      subscription: { ...subscription, id: "s1" },
    });
    expect(error?.message).toMatch(/^\$\.subscription\.id /);
    expect(payloadOf(business.bundle, tool)["id"]).toBeUndefined();
  });

  it.each([...without, ...beside])("the generated client calls %s", async (tool) => {
    const client = await business.connect(mcp);
    const name = tool.replace(/_(.)/, (_, letter: string) => letter.toUpperCase());
    expect(await client[name]?.({ id: "s1" })).toMatchObject({ id: "s1" });
    expect(business.requests.at(-1)).toEqual({ id: "s1" });
  });
});

describe("a tool without an argument for what names the resource in the path", () => {
  let business: Business;
  beforeAll(async () => {
    business = await open();
  }, 60_000);
  beforeEach(() => business.requests.splice(0));

  it("refuses a payload that does not name it", async () => {
    for (const id of [undefined, "", 7]) {
      const subscription = { every_days: 1, ...(id === undefined ? {} : { id }) };
      const { error } = await business.callTool("get_subscription", { subscription });
      expect(error?.message).toBe("$.subscription.id is required: it names the resource");
    }
    expect(business.requests).toEqual([]);
  });

  it("may have one for an id that is a member of the request", async () => {
    const { result } = await business.callTool("search_subscription", { id: "s1" });
    expect(result?.structuredContent).toMatchObject({ subscription: { id: "s1" } });
    const client = await business.connect(mcp);
    expect(await client["searchSubscription"]?.({ id: "s2" })).toMatchObject({ id: "s2" });
    expect(business.requests).toEqual([{ id: "s1" }, { id: "s2" }]);
  });

  it("is called over REST by its path", async () => {
    const client = await business.connect(undefined);
    expect(await client["getSubscription"]?.({ id: "s1" })).toMatchObject({ id: "s1" });
    expect(business.requests).toEqual([{ id: "s1" }]);
  });
});

describe("what names a resource in a tool's payload", () => {
  const payload = definitionOf(declaring("id", "cart_id", "note"));
  const cases: readonly (readonly [string, string[], string[], string[]])[] = [
    ["the id, of an operation without a path", [], ["payload"], ["id"]],
    ["the parameters of the path", ["cart_id"], ["payload"], ["id", "cart_id"]],
    ["no parameter that the payload does not declare", ["order_id"], ["payload"], ["id"]],
    ["nothing that is an argument", ["cart_id"], ["payload", "id"], ["cart_id"]],
    ["nothing, where no argument holds the payload", ["cart_id"], ["id"], []],
  ];

  function declaring(...names: string[]): JsonObject {
    const properties = Object.fromEntries(names.map((name) => [name, { type: "string" }]));
    // Members of a part count as well.
    return { type: "object", properties: {}, allOf: [{ properties }] };
  }

  it.each(cases)("is %s", (_, path, names, expected) => {
    const operation = {
      rest: { parameters: path.map((name) => ({ name, in: "path" })) },
      mcp: { arguments: names.map((name) => ({ name, schema: payload })), payload: "payload" },
    };
    expect(payloadIdentifiersOf(operation as never)).toEqual(expected);
  });
});
