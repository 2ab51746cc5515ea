/** The client over REST against the runtime's own server (§4.1 to §4.4, §4.8, §7, §9). */

import { parseDictionary } from "structured-headers";
import { beforeEach, describe, expect, expectTypeOf, it } from "vitest";
import { BusinessOutcome, ProtocolError } from "@proto-gen/runtime/error";
import { ClientError, type ClientOptions } from "@proto-gen/runtime/client";
import {
  createServer,
  restTransport,
  type CallContext,
  type Handlers,
  type ServerOptions,
} from "@proto-gen/runtime/server";
import type { Cart, Checkout, ErrorEnvelope } from "../../../generated/index.js";
import { agreement } from "../../../generated/negotiation.js";
import { service, type Operations } from "../../../generated/services/dev/proto/shopping.js";
import { surface } from "../../../generated/surface.js";
import { validators } from "../../../generated/validators.js";
import {
  connect,
  ENDPOINT,
  ORDERED,
  PLATFORM,
  profile,
  sample,
  type SampleClient,
} from "../../support/sample-client.js";

type BusinessHandlers = Handlers<Operations, "proto">;

const cart = {
  id: "cart_1",
  line_items: sample.line_items,
  currency: "USD",
  totals: sample.totals,
} as unknown as Cart;

let contexts: CallContext[];
let requests: Request[];

const OUT_OF_STOCK = new BusinessOutcome(
  [
    {
      type: "error",
      code: "out_of_stock",
      content: "There is none left.",
      severity: "unrecoverable",
    },
  ],
  { continueUrl: "https://business.example.com/" },
);

function handlers(own: Partial<BusinessHandlers> = {}): BusinessHandlers {
  return {
    createCheckout(_, context) {
      contexts.push(context);
      return { ...sample, id: "checkout_1" };
    },
    getCheckout: ({ id }) => ({ ...sample, id }),
    updateCheckout: ({ id, currency }) => ({ ...sample, id, currency }),
    completeCheckout: ({ id }) => ({ ...sample, id }),
    cancelCheckout: ({ id }) => ({ ...sample, id, status: "canceled" }),
    createCart: () => cart,
    getCart: ({ id }) => ({ ...cart, id }),
    updateCart: ({ id }) => ({ ...cart, id }),
    cancelCart: ({ id }) => ({ ...cart, id }),
    searchCatalog: () => ({ products: [] }),
    lookupCatalog: () => ({ products: [] }),
    ...own,
  };
}

function shop(
  own: Partial<BusinessHandlers> = {},
  more: Partial<ServerOptions> = {},
  options: Partial<ClientOptions> = {},
): Promise<SampleClient> {
  const definition = {
    name: "proto",
    agreement,
    services: [service],
    validators,
    surface,
    transports: [restTransport],
  } as const;
  const server = createServer<Operations, "proto">(definition, handlers(own), {
    profile,
    platforms: {
      get: (url) => Promise.resolve({ url, profile, identity: url }),
    },
    ...more,
  });
  return connect({
    ...options,
    fetch(url, init) {
      const request = new Request(url, init);
      requests.push(request.clone());
      return server.fetch(request);
    },
  });
}

beforeEach(() => {
  contexts = [];
  requests = [];
});

const COMPLETED = { payment: { instruments: [] }, ap2: { checkout_mandate: "mandate" } };

describe("every operation of the service (§4.2 to §4.4)", () => {
  it.each<[string, string, (client: SampleClient) => Promise<unknown>, object]>([
    ["POST", "/checkout-sessions", (each) => each.createCheckout(ORDERED), { id: "checkout_1" }],
    ["GET", "/checkout-sessions/c", (each) => each.getCheckout({ id: "c" }), { id: "c" }],
    [
      "PUT",
      "/checkout-sessions/c",
      (each) => each.updateCheckout({ ...ORDERED, id: "c", currency: "EUR" } as never),
      { id: "c", currency: "EUR" },
    ],
    [
      "POST",
      "/checkout-sessions/c/complete",
      (each) => each.completeCheckout({ id: "c", ...COMPLETED } as never),
      { id: "c" },
    ],
    [
      "POST",
      "/checkout-sessions/c/cancel",
      (each) => each.cancelCheckout({ id: "c" }),
      { id: "c", status: "canceled" },
    ],
    ["POST", "/carts", (each) => each.createCart(ORDERED), { id: "cart_1" }],
    ["GET", "/carts/c", (each) => each.getCart({ id: "c" }), { id: "c" }],
    ["PUT", "/carts/c", (each) => each.updateCart({ ...ORDERED, id: "c" }), { id: "c" }],
    ["POST", "/carts/c/cancel", (each) => each.cancelCart({ id: "c" }), { id: "c" }],
    ["POST", "/catalog/search", (each) => each.searchCatalog(), { products: [] }],
    ["POST", "/catalog/lookup", (each) => each.lookupCatalog({ ids: ["1"] }), { products: [] }],
  ])("%s %s", async (method, where, use, expected) => {
    const answer = await use(await shop());
    expect(answer).toMatchObject({ proto: { version: "2026-11-27" }, ...expected });
    expect(requests.at(-1)).toMatchObject({ method, url: ENDPOINT + where });
  });

  it("is a method, and there is no other", async () => {
    const methods = Object.keys(await shop()).filter((name) => !name.startsWith("$"));
    expect(methods).toHaveLength(service.operations.length);
  });
});

describe("what a call says of itself (§4.8)", () => {
  it("is in headers, and nothing of it goes with discovery", async () => {
    const client = await shop();
    await client.createCheckout(ORDERED, { requestId: "trace-1" });
    const [discovery, call] = requests;
    expect([...(discovery as Request).headers.keys()]).toEqual(["accept"]);
    const headers = (call as Request).headers;
    expect(parseDictionary(headers.get("proto-agent") ?? "").get("profile")?.[0]).toBe(PLATFORM);
    expect(headers.get("content-type")).toBe("application/json");
    expect(headers.get("accept")).toBe("application/json");
    expect(headers.get("idempotency-key")).toMatch(/^[\w-]{32}$/);
    expect(contexts[0]).toMatchObject({ requestId: "trace-1" });
  });

  it("is a new key for each call, of reads too (§4.8), and one that was given where it is", async () => {
    const client = await shop();
    await client.createCheckout(ORDERED);
    await client.createCheckout(ORDERED);
    await client.createCheckout(ORDERED, { idempotencyKey: "own" });
    await client.getCheckout({ id: "c" });
    const keys = requests.slice(1).map(({ headers }) => headers.get("idempotency-key"));
    expect(new Set(keys).size).toBe(4);
    expect(keys.slice(2)).toEqual(["own", expect.stringMatching(/^[\w-]{32}$/)]);
    expect(contexts).toHaveLength(3);
  });
});

describe("a business outcome (§7)", () => {
  it("is told apart from the resource, by the compiler too", async () => {
    const client = await shop({ createCart: () => OUT_OF_STOCK });
    const answer = await client.createCart(ORDERED);
    expectTypeOf(answer).toEqualTypeOf<Cart | BusinessOutcome<ErrorEnvelope>>();
    if (!(answer instanceof BusinessOutcome)) {
      expectTypeOf(answer).toEqualTypeOf<Cart>();
      return expect.unreachable();
    }
    expectTypeOf(answer).toEqualTypeOf<BusinessOutcome<ErrorEnvelope>>();
    expect(answer.messages).toMatchObject([{ code: "out_of_stock" }]);
    expect(answer.continueUrl).toBe("https://business.example.com/");
    expect(answer.body?.proto).toMatchObject({ status: "error", version: "2026-11-27" });
  });

  it("is what a failed negotiation is (§9.5)", async () => {
    const nothing = { proto: { version: "2026-11-27", capabilities: {} } };
    const client = await shop(
      {},
      { platforms: { get: (url) => Promise.resolve({ url, profile: nothing, identity: url }) } },
    );
    const answer = await client.createCheckout(ORDERED);
    expect(answer).toMatchObject({ status: "requires_escalation", kind: "business_outcome" });
  });
});

describe("a call that fails", () => {
  it("throws a ProtocolError with the business's own code and content", async () => {
    const client = await shop({
      getCheckout() {
        throw new ProtocolError("not_found", { content: "There is no checkout c." });
      },
    });
    const error = await client.getCheckout({ id: "c" }).catch((each: unknown) => each);
    expect(error).toBeInstanceOf(ProtocolError);
    expect(error).toMatchObject({
      code: "not_found",
      content: "There is no checkout c.",
      status: 404,
      retry: false,
    });
  });

  it("throws a ClientError with issues before an invalid request is sent", async () => {
    const client = await shop();
    const error = await client
      .createCheckout({ currency: "USD" } as never)
      .catch((each: unknown) => each);
    expect(error).toBeInstanceOf(ClientError);
    expect(error).toMatchObject({
      code: "REQUEST_INVALID",
      issues: [{ code: "required", pointer: "/line_items" }],
      call: { operation: "create_checkout" },
    });
    expect(requests).toHaveLength(1);
  });

  it("throws the server's error for an invalid request if the client does not validate", async () => {
    const client = await shop({}, {}, { validate: false });
    await expect(client.createCheckout({ currency: "USD" } as never)).rejects.toMatchObject({
      name: "ProtocolError",
      code: "invalid_request",
    });
  });
});

describe("what names a resource", () => {
  it.each(["a b", "é/", "a\\b", "a?b#c", "%2e", "%2F", "...", "日本", "shop://checkout/1"])(
    "goes through a path: %j",
    async (id) => {
      expect(await (await shop()).getCheckout({ id })).toMatchObject({ id });
      expect(new URL((requests.at(-1) as Request).url).pathname.split("/")).toHaveLength(5);
    },
  );

  it.each(["", ".", "..", "\ud800", undefined])("is refused: %j", async (id) => {
    const client = await shop();
    await expect(client.getCheckout({ id: id as string })).rejects.toMatchObject({
      code: "REQUEST_INVALID",
    });
    expect(requests).toHaveLength(1);
  });
});

it("types the methods of a transport only, and what they need", async () => {
  const client = await shop();
  expectTypeOf<SampleClient<"mcp">>().not.toHaveProperty("searchCatalog");
  expectTypeOf<SampleClient<"mcp">>().toHaveProperty("createCheckout");
  expectTypeOf<Awaited<ReturnType<SampleClient["getCheckout"]>>>().toEqualTypeOf<
    Checkout | BusinessOutcome<ErrorEnvelope>
  >();
  // @ts-expect-error: a checkout has line items
  const missing = (): unknown => client.createCheckout({ currency: "USD" });
  // @ts-expect-error: which checkout?
  const unnamed = (): unknown => client.getCheckout();
  expect([missing, unnamed]).toHaveLength(2);
});
