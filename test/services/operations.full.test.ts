/**
 * The operations of §4.2 to §4.7, transcribed from the specification's tables, against the model and the
 * emitted documents; and those of the published releases.
 */

import { beforeAll, describe, expect, it } from "vitest";
import type { Json, JsonObject } from "@proto-gen/runtime/json";
import { compose } from "../../src/compose/compose.js";
import { load } from "../support/load.js";
import { buildModel } from "../../src/model/build.js";
import type { Definition } from "../../src/model/node.js";
import type { Operation, Parameter } from "../../src/model/services/operation.js";
import { agree } from "../../src/negotiate/agree.js";
import {
  bundleOf,
  operationsOf,
  reducedRelease,
  toolsOf,
  WHOLE_TOOLS,
  type Bundle,
} from "../support/bundle.js";
import { valueAt } from "../support/peers/openapi-objects.js";
import { validateOpenRpc } from "../support/peers/openrpc.js";
import { ownRelease, published, checkoutReleases } from "../support/published.js";

/** How a call is made: id, method and path, success, what is sent, what is given. */
type RestRow = readonly [string, string, number, string | undefined, string | undefined];

/** §4.2 to §4.4. */
const REST: readonly RestRow[] = [
  ["create_checkout", "POST /checkout-sessions", 201, "CheckoutCreateRequest", "Checkout"],
  ["get_checkout", "GET /checkout-sessions/{id}", 200, undefined, "Checkout"],
  ["update_checkout", "PUT /checkout-sessions/{id}", 200, "CheckoutUpdateRequest", "Checkout"],
  [
    ...(["complete_checkout", "POST /checkout-sessions/{id}/complete", 200] as const),
    ...(["CheckoutCompleteRequest", "Checkout"] as const),
  ],
  ["cancel_checkout", "POST /checkout-sessions/{id}/cancel", 200, "CancelRequest", "Checkout"],
  ["create_cart", "POST /carts", 201, "CartCreateRequest", "Cart"],
  ["get_cart", "GET /carts/{id}", 200, undefined, "Cart"],
  ["update_cart", "PUT /carts/{id}", 200, "CartUpdateRequest", "Cart"],
  ["cancel_cart", "POST /carts/{id}/cancel", 200, "CancelRequest", "Cart"],
  ["search_catalog", "POST /catalog/search", 200, "SearchRequest", "SearchResponse"],
  ["lookup_catalog", "POST /catalog/lookup", 200, "LookupRequest", "LookupResponse"],
];

/** §4.5: a tool, its arguments, all of them required, and the key of the result. */
const TOOLS: Readonly<Record<string, readonly [readonly string[], string]>> = {
  create_checkout: [["meta", "checkout"], "checkout"],
  get_checkout: [["meta", "id"], "checkout"],
  update_checkout: [["meta", "id", "checkout"], "checkout"],
  complete_checkout: [["meta", "id", "checkout"], "checkout"],
  cancel_checkout: [["meta", "id"], "checkout"],
  create_cart: [["meta", "cart"], "cart"],
  get_cart: [["meta", "id"], "cart"],
  update_cart: [["meta", "id", "cart"], "cart"],
  cancel_cart: [["meta", "id"], "cart"],
};

/** §4.2 to §4.4: what the operation is about, and what it does. */
const ABOUT: Readonly<Record<string, readonly [string, string]>> = {
  create_checkout: ["checkout", "create"],
  get_checkout: ["checkout", "read"],
  update_checkout: ["checkout", "update"],
  complete_checkout: ["checkout", "complete"],
  cancel_checkout: ["checkout", "cancel"],
  create_cart: ["cart", "create"],
  get_cart: ["cart", "read"],
  update_cart: ["cart", "update"],
  cancel_cart: ["cart", "cancel"],
  search_catalog: ["catalog.search", "search"],
  lookup_catalog: ["catalog.lookup", "lookup"],
};

/** §4.8, by whether they are required. `Idempotency-Key` is so where a call changes state (§12). */
const HEADERS: Readonly<Record<string, boolean>> = {
  "Proto-Agent": true,
  "Request-Id": true,
  Authorization: false,
  "X-API-Key": false,
  Signature: false,
  "Signature-Input": false,
  "User-Agent": false,
  Accept: false,
  "Accept-Language": false,
  "Accept-Encoding": false,
};
const BODY_HEADERS = { "Content-Digest": false, "Content-Type": false };
const READING = ["get_checkout", "get_cart", "search_catalog", "lookup_catalog"];

/** §7: every call may end so. */
const ERRORS = ["400", "401", "403", "422", "424", "429", "500", "503"];

describe("the operations of the repository's profile", () => {
  let bundle: Bundle;
  let openapi: JsonObject;
  let nameOf: (definition: Definition) => string;
  const ids = REST.map(([id]) => id);

  beforeAll(async () => {
    bundle = await bundleOf(ownRelease, "services-operations", WHOLE_TOOLS);
    openapi = bundle.json("openapi.json");
    nameOf = (definition) => bundle.model.typeOf(definition).name;
  }, 60_000);

  const operationNamed = (id: string): Operation =>
    operationsOf(bundle).find((each) => each.id === id) as Operation;

  it("are called over REST as §4.2 to §4.4 say, in the model", () => {
    const rows = operationsOf(bundle).map(({ id, rest, response }): RestRow => [
      id,
      `${rest?.method.toUpperCase()} ${rest?.path}`,
      rest?.success ?? 0,
      rest?.body && nameOf(rest.body.schema),
      response && nameOf(response),
    ]);
    expect(rows).toEqual(REST);
  });

  it("are called over REST as §4.2 to §4.4 say, in openapi.json", () => {
    const rows = callsOf(openapi).map(({ call, operation }) => rowOf(call, operation));
    expect(rows).toEqual(REST);
  });

  it("are about the roots that §4.2 to §4.4 give them to", () => {
    const found = operationsOf(bundle).map(({ id, capability, verb }) => [
      id,
      [capability.replace("dev.proto.shopping.", ""), verb],
    ]);
    expect(Object.fromEntries(found)).toEqual(ABOUT);
  });

  it.each(ids)("%s gives an error envelope where there is no resource (§7)", (id) => {
    const { outcome, rest } = operationNamed(id);
    expect(nameOf(outcome)).toBe("ErrorEnvelope");
    const given = (rest?.responses ?? []).filter(({ status }) => status.startsWith("2"));
    expect(given.flatMap(({ alternatives }) => alternatives)).toContain(outcome);
  });

  it.each(ids)("%s takes the headers of §4.8, and the path's parameter", (id) => {
    const { rest } = operationNamed(id);
    const expected = {
      ...HEADERS,
      "Idempotency-Key": !READING.includes(id),
      ...(rest?.body === undefined ? {} : BODY_HEADERS),
    };
    const inDocument = callsOf(openapi).find(({ operation }) => operation["operationId"] === id);
    const printed = (inDocument?.operation["parameters"] as readonly JsonObject[]).map((each) =>
      typeof each["$ref"] === "string" ? valueAt(openapi, each["$ref"].slice(1)) : each,
    ) as unknown as readonly Parameter[];
    for (const parameters of [rest?.parameters ?? [], printed]) {
      const among = (place: string): [string, boolean][] =>
        parameters
          .filter((each) => each.in === place)
          .map(({ name, required }) => [name, required]);
      expect(Object.fromEntries(among("header"))).toEqual(expected);
      expect(among("path")).toEqual(rest?.path.includes("{id}") === true ? [["id", true]] : []);
      expect(parameters).toHaveLength(among("header").length + among("path").length);
    }
  });

  it.each(ids)("%s fails with the statuses of §7, and an error body", (id) => {
    const { rest } = operationNamed(id);
    const failures = (rest?.responses ?? []).filter(({ status }) => !status.startsWith("2"));
    const expected = [
      ...ERRORS,
      // An unknown cart is an outcome (§4.3), an unknown checkout is not (§12).
      ...(/^\/checkout-sessions\/\{id\}/.test(rest?.path ?? "") ? ["404"] : []),
      ...(READING.includes(id) ? [] : ["409"]),
    ].sort();
    expect(failures.map(({ status }) => status)).toEqual(expected);
    for (const { alternatives } of failures)
      expect(alternatives.map(nameOf)).toEqual(["ErrorBody"]);
  });

  it("need a body but to cancel, which needs none (§4.2, §4.3)", () => {
    const optional = operationsOf(bundle).filter(({ rest }) => rest?.body?.required === false);
    expect(optional.map(({ id }) => id)).toEqual(["cancel_checkout", "cancel_cart"]);
  });

  it("are the tools of §4.5 with their arguments, in the model and in openrpc.json", () => {
    const model = operationsOf(bundle).flatMap(({ mcp }) =>
      mcp === undefined ? [] : [[mcp.tool, mcp.arguments, mcp.resultKey] as const],
    );
    const document = bundle.json("openrpc.json")["methods"] as unknown as readonly {
      readonly name: string;
      readonly params: readonly { readonly name: string; readonly required: boolean }[];
      readonly result: { readonly name: string };
    }[];
    const printed = document.map(
      ({ name, params, result }) => [name, params, result.name] as const,
    );
    for (const tools of [model, printed]) {
      const rows = tools.map(([tool, all, key]) => [tool, [all.map(({ name }) => name), key]]);
      expect(Object.fromEntries(rows)).toEqual(TOOLS);
      expect(tools.flatMap(([, all]) => all.filter(({ required }) => !required))).toEqual([]);
    }
  });

  it("are the tools of §4.5 with their arguments, in mcp-tools.json", () => {
    const rows = [...toolsOf(bundle)].map(([name, tool]) => {
      const { required, properties } = tool["inputSchema"] as unknown as {
        readonly required: readonly string[];
        readonly properties: object;
      };
      expect(Object.keys(properties)).toEqual(required);
      return [name, [required, resultKeyOf(tool)]];
    });
    expect(Object.fromEntries(rows)).toEqual(TOOLS);
  });

  it("have no tool for the catalog (§4.4)", () => {
    expect(["search_catalog", "lookup_catalog"].map((id) => operationNamed(id).mcp)).toEqual([
      undefined,
      undefined,
    ]);
  });

  it("have one webhook, of the order, that is signed and answered by any 2xx (§4.7, §6)", () => {
    const [webhook, ...others] = bundle.model.services.flatMap(({ webhooks }) => webhooks);
    expect(others).toEqual([]);
    expect(webhook).toMatchObject({ name: "order_event", capability: "dev.proto.shopping.order" });
    const { method, body, responses, parameters } = webhook?.rest ?? { parameters: [] };
    expect(method).toBe("post");
    expect(body && nameOf(body.schema)).toBe("OrderEvent");
    const answer = responses?.find(({ status }) => status === "2XX");
    expect(answer?.alternatives.map(nameOf)).toEqual(["Envelope"]);
    const required = parameters.filter((each) => each.required).map(({ name }) => name);
    expect(required).toEqual(["Proto-Agent", "Signature", "Signature-Input", "Content-Digest"]);
    const { webhooks } = openapi as { readonly webhooks: Record<string, object> };
    expect(Object.entries(webhooks)).toMatchObject([["order_event", { post: {} }]]);
  });

  it("sends order events in the view of a response, with the two members of §4.7", () => {
    const { OrderEvent } = (openapi["components"] as { schemas: Record<string, JsonObject> })
      .schemas;
    const text = JSON.stringify(OrderEvent);
    for (const name of ["event_id", "created_time", "checkout_id", "permalink_url"])
      expect(text).toContain(`"${name}"`);
  });

  it("leave none out (§9)", () => {
    expect(bundle.model.services.flatMap(({ omittedOperations: leftOut }) => leftOut)).toEqual([]);
  });
});

describe("the operations of a profile", () => {
  it("without cart are those of the rest; those of the cart are left out, with a reason (§9.3)", async () => {
    const release = reducedRelease("no cart", { capability: (name) => name !== "cart" });
    const bundle = await bundleOf(release, "services-operations-no-cart");
    expect(operationsOf(bundle).map(({ id }) => id)).toEqual(
      REST.map(([id]) => id).filter((id) => !id.endsWith("_cart")),
    );
    const left = bundle.model.services.flatMap(({ omittedOperations: leftOut }) => leftOut);
    expect(left.map(({ id }) => id)).toEqual([
      ...["create_cart", "get_cart", "update_cart", "cancel_cart"],
    ]);
    for (const { reason } of left)
      expect(reason).toMatch(/cart\.json does not belong to a capability/);
    // What these bind does not depend on the operations.
    const bound = ["business.ts", "commerce.ts"];
    for (const { path, content } of bundle.files.filter((each) => !bound.includes(each.path)))
      expect([path, /carts|_cart\b|CartCreate/.test(content)]).toEqual([path, false]);
  });

  it("with catalogs only are theirs, without tools and without webhooks (§4.4)", async () => {
    const release = reducedRelease("catalog", {
      capability: (name) => name.startsWith("catalog."),
    });
    const bundle = await bundleOf(release, "services-operations-catalog");
    expect(operationsOf(bundle).map(({ id }) => id)).toEqual(["search_catalog", "lookup_catalog"]);
    expect(bundle.text("mcp-tools.json")).toBeUndefined();
    expect(validateOpenRpc(bundle.json("openrpc.json"))).toBe(true);
    const openapi = bundle.json("openapi.json");
    expect(openapi).not.toHaveProperty("webhooks");
    expect(openapi["tags"]).toMatchObject([{ name: "catalog" }]);
    const left = bundle.model.services.flatMap(({ omittedOperations: leftOut }) =>
      leftOut.map(({ id }) => id),
    );
    expect(left).toEqual([
      ...REST.map(([id]) => id).filter((id) => !id.endsWith("_catalog")),
      "order_event",
    ]);
  });

  it("over MCP only are its tools, and no OpenAPI document (§4.5)", async () => {
    const bundle = await bundleOf(reducedRelease("mcp", { transport: "mcp" }), "services-mcp-only");
    expect(operationsOf(bundle).map(({ id, rest, mcp }) => [id, rest, mcp?.tool])).toEqual(
      Object.keys(TOOLS).map((id) => [id, undefined, id]),
    );
    expect(bundle.text("openapi.json")).toBeUndefined();
    expect(bundle.text("openapi.d.ts")).toBeUndefined();
    const sent = operationsOf(bundle).map(
      ({ request }) => request && bundle.model.typeOf(request).name,
    );
    expect(sent).toEqual([
      ...["CheckoutCreateRequest", undefined, "UpdateCheckoutPayload"],
      ...["CompleteCheckoutPayload", undefined],
      ...["CartCreateRequest", undefined, "UpdateCartPayload", undefined],
    ]);
  });

  it("over REST only are its calls, and neither OpenRPC nor tools (§4.2)", async () => {
    const bundle = await bundleOf(
      reducedRelease("rest", { transport: "rest" }),
      "services-rest-only",
    );
    const rows = callsOf(bundle.json("openapi.json")).map(({ call, operation }) =>
      rowOf(call, operation),
    );
    expect(rows).toEqual(REST);
    expect(operationsOf(bundle).flatMap(({ mcp }) => mcp ?? [])).toEqual([]);
    for (const file of ["openrpc.json", "mcp-tools.json", "mcp-tools.ts"])
      expect(bundle.text(file)).toBeUndefined();
  });

  it("with a capability that negotiation dropped have the reason that it is not active (§9.3)", async () => {
    const sources = await load(ownRelease);
    const chosen = ["dev.proto.shopping.checkout"];
    const model = buildModel(compose(sources, agree(sources, chosen).agreement));
    const reasons = model.services.flatMap(({ omittedOperations: leftOut }) =>
      leftOut.map(({ id, reason }) => [id, reason]),
    );
    expect(Object.fromEntries(reasons)).toMatchObject({
      create_cart: "dev.proto.shopping.cart is not active",
      search_catalog: "dev.proto.shopping.catalog.search is not active",
    });
  });
});

/** As their OpenRPC documents have them: the first has no `meta`. */
const ARGUMENTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "2026-01-11": {
    create: "checkout",
    read: "id",
    update: "id checkout",
    complete: "id payment idempotency_key",
    cancel: "id idempotency_key",
  },
  "2026-01-23": {
    create: "meta checkout",
    read: "meta id",
    update: "meta id checkout",
    complete: "meta id checkout idempotency_key",
    cancel: "meta id",
  },
};

const KEYED: Readonly<Record<string, readonly string[]>> = {
  // There, the key is an argument of its own.
  "2026-01-11": ["complete_checkout", "cancel_checkout"],
  "2026-01-23": ["complete_checkout", "cancel_checkout"],
};

describe.skipIf(published === undefined).each(checkoutReleases)(
  "the operations of release $name",
  (release) => {
    let bundle: Bundle;

    beforeAll(async () => {
      bundle = await bundleOf(release, `services-operations-${release.name}`);
    }, 60_000);

    it("are five, over both transports (§4.2, §4.5)", () => {
      const rows = operationsOf(bundle).map(({ id, verb, capability, rest, mcp }) => [
        ...[id, verb, capability, `${rest?.method.toUpperCase()} ${rest?.path}`],
        ...[rest?.success, mcp?.tool, mcp?.arguments.map(({ name }) => name).join(" ")],
      ]);
      const root = "dev.ucp.shopping.checkout";
      const at = "/checkout-sessions";
      const call = (verb: string, where: string, status: number): unknown[] => {
        const id = `${verb === "read" ? "get" : verb}_checkout`;
        return [id, verb, root, where, status, id, ARGUMENTS[release.name]?.[verb]];
      };
      expect(rows).toEqual([
        call("create", `POST ${at}`, 201),
        call("read", `GET ${at}/{id}`, 200),
        call("update", `PUT ${at}/{id}`, 200),
        call("complete", `POST ${at}/{id}/complete`, 200),
        call("cancel", `POST ${at}/{id}/cancel`, 200),
      ]);
    });

    it("are safe to repeat where they require a key (§4.5)", () => {
      const keyed = operationsOf(bundle).filter(({ mcp }) => mcp?.idempotencyKey.required === true);
      expect(keyed.map(({ id }) => id)).toEqual(KEYED[release.name]);
    });

    it("are in openapi.json, openrpc.json and mcp-tools.json, which are valid (§8)", () => {
      const ids = operationsOf(bundle).map(({ id }) => id);
      const calls = callsOf(bundle.json("openapi.json"));
      expect(calls.map(({ operation }) => operation["operationId"])).toEqual(ids);
      const openrpc = bundle.json("openrpc.json");
      expect(validateOpenRpc(openrpc)).toBe(true);
      expect((openrpc["methods"] as readonly JsonObject[]).map(({ name }) => name)).toEqual(ids);
      expect([...toolsOf(bundle).keys()]).toEqual(ids);
    });
  },
);

interface Call {
  /** `POST /carts`. */
  readonly call: string;
  readonly operation: JsonObject;
}

function callsOf({ paths }: JsonObject): Call[] {
  const items = paths as Readonly<Record<string, Readonly<Record<string, JsonObject>>>>;
  return Object.entries(items).flatMap(([place, item]) =>
    Object.entries(item).map(([method, operation]) => ({
      call: `${method.toUpperCase()} ${place}`,
      operation,
    })),
  );
}

/** An operation of the document, as the tables have it. */
function rowOf(call: string, { operationId, requestBody, responses }: JsonObject): RestRow {
  const successes = Object.entries(responses as JsonObject)
    .filter(([status]) => Number(status) < 300)
    .map(([status, response]) => [Number(status), namesIn(response)] as const)
    .filter(([, names]) => names.some((name) => name !== "ErrorEnvelope"));
  const [[status, names] = [0, []]] = successes;
  return [
    String(operationId),
    call,
    status,
    requestBody === undefined ? undefined : namesIn(requestBody)[0],
    names.filter((name) => name !== "ErrorEnvelope").join(),
  ];
}

/** The components that a body's schema names. */
function namesIn(body: Json): string[] {
  const { content } = body as { readonly content: Readonly<Record<string, JsonObject>> };
  const { schema } = content["application/json"] as { readonly schema: JsonObject };
  const choices = (schema["anyOf"] ?? [schema]) as readonly JsonObject[];
  return choices.map((each) => String(each["$ref"]).replace("#/components/schemas/", ""));
}

/** What the first alternative of the structured content requires. */
function resultKeyOf({ outputSchema }: JsonObject): Json {
  const [resource] = (outputSchema as { readonly anyOf: readonly JsonObject[] }).anyOf;
  return (resource?.["required"] as readonly Json[])[0] as Json;
}
