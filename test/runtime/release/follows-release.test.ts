/**
 * A server and a client that were generated from a published release, on one machine without a network: they follow what their
 * release has, and other releases have not.
 */

import { beforeAll, describe, expect, it } from "vitest";
import { checkTotals } from "@proto-gen/runtime/codegen/v1/commerce";
import { ClientError, type ClientOptions } from "@proto-gen/runtime/client";
import { ProtocolError } from "@proto-gen/runtime/error";
import { createMemoryStorage } from "@proto-gen/runtime/storage";
import { approvedPlatforms, type CallContext, type LogEntry } from "@proto-gen/runtime/server";
import type { ReleaseValues, Service } from "@proto-gen/runtime/codegen/v1";
import type * as Commerce from "../../../generated/commerce.js";
import { bundleOf } from "../../support/bundle.js";
import { importEmitted } from "../../support/emitted.js";
import { published, publishedReleases, type Release } from "../../support/published.js";
import { readFileSync } from "node:fs";

const BUSINESS = "https://business.example.com";
const PLATFORM = "https://agent.example/profile.json";

interface Members {
  readonly [name: string]: unknown;
}

type Call = (request: object) => Promise<Members>;
type AnyClient = Readonly<Record<string, Call>>;

interface Generated {
  readonly profile: Members;
  readonly releaseValues: ReleaseValues;
  readonly commerce: typeof Commerce;
  readonly service: Service;
  /** Bodies that came to the server. */
  readonly bodies: (readonly [path: string, body: Members])[];
  readonly entries: LogEntry[];
  /** Of the platforms that trust was asked for. */
  readonly trustAsked: { readonly profile: unknown }[];
  connect(options?: Partial<ClientOptions>): Promise<AnyClient>;
  /** @param agent the value of the agent header; null for a request without one */
  post(path: string, method: string, body: object, agent?: string | null): Promise<Response>;
  /** A call of a tool over MCP, without the agent header. */
  callTool(tool: string, args: object): Promise<Members>;
}

/** A shop of downloads: every line costs 100. */
async function generated(release: Release): Promise<Generated> {
  const { directory } = await bundleOf(release, `follows-${release.name}`);
  const load = async (file: string): Promise<Record<string, never>> =>
    (await importEmitted(directory, file)) as unknown as Record<string, never>;
  const { createServer } = (await load("server.ts")) as unknown as {
    createServer: (
      handlers: object,
      options: object,
    ) => { fetch(request: Request): Promise<Response> };
  };
  const { createClient } = (await load("client.ts")) as unknown as {
    createClient: (options: object) => Promise<AnyClient>;
  };
  const { releaseValues } = (await load("release.ts")) as unknown as Generated;
  const commerce = (await load("commerce.ts")) as unknown as typeof Commerce;
  const { createCarts, createCheckouts, totalsOf } = commerce;
  const { service } = (await load("services/dev/ucp/shopping.ts")) as unknown as Generated;
  const profile = JSON.parse(readFileSync(release.profile, "utf8")) as Members;
  const bodies: (readonly [string, Members])[] = [];
  const entries: LogEntry[] = [];
  const trustAsked: { readonly profile: unknown }[] = [];
  const store = createMemoryStorage();
  const linesOf = (asked: readonly Members[]): readonly object[] =>
    asked.map(({ item, quantity }, index) => ({
      id: `line_${index}`,
      item: { ...(item as object), title: "A download", price: 100 },
      quantity,
      totals: totalsOf({ subtotal: 100 }),
    }));
  const carts = createCarts({
    store,
    evaluate: ({ line_items: asked }: { line_items: Members[] }) => ({
      line_items: linesOf(asked),
      currency: "USD",
      totals: totalsOf({ subtotal: 100 * asked.length }),
    }),
  } as never);
  const checkouts = createCheckouts({
    store,
    carts: carts.conversion,
    evaluate: ({ line_items: asked }: { line_items: Members[] }) => ({
      line_items: linesOf(asked),
      totals: totalsOf({ subtotal: 100 * asked.length, discount: 10 }),
      links: [],
      // The first release has a payment with its handlers in every checkout.
      payment: { handlers: [] },
    }),
    complete: ({ id }: { id: string }) => ({
      id: `order_${id}`,
      permalink_url: "https://shop.example/orders/1",
    }),
    release: () => undefined,
    continueUrl: (id: string) => `https://shop.example/${id}`,
    trustedUi({ platform: { profile: asking } }: CallContext) {
      trustAsked.push({ profile: asking });
      return true;
    },
  } as never) as unknown as { readonly handlers: Readonly<Record<string, unknown>> };
  const others = service.operations.map(({ id }) =>
    id.replace(/_(.)/g, (_, c: string) => c.toUpperCase()),
  );
  const unused = Object.fromEntries(others.map((name) => [name, () => undefined]));
  const server = createServer(
    { ...unused, ...(carts.handlers as object), ...checkouts.handlers },
    {
      profile,
      platforms: approvedPlatforms({ [PLATFORM]: withoutMandates(profile) }),
      log: (entry: LogEntry) => entries.push(entry),
    },
  );
  const fetch = async (url: string, init: RequestInit): Promise<Response> => {
    const request = new Request(url, init);
    const text = await request.clone().text();
    if (text !== "") bodies.push([new URL(url).pathname, JSON.parse(text) as Members]);
    return server.fetch(request);
  };
  const rest = service.endpoints.rest ?? "";
  return {
    ...{ profile, releaseValues, commerce, service, bodies, entries, trustAsked },
    connect: (options = {}) =>
      createClient({
        business: BUSINESS,
        profile: PLATFORM,
        platform: withoutMandates(profile),
        headers: { "Request-Signature": "signature" },
        fetch,
        ...options,
      }),
    post: (path, method, body, agent = `profile="${PLATFORM}"`) =>
      fetch(rest + path, {
        method,
        body: JSON.stringify(body),
        headers: {
          "Content-Type": "application/json",
          ...(agent === null ? {} : { "UCP-Agent": agent }),
          "Request-Id": "1",
          "Idempotency-Key": String(Math.random()),
          "Request-Signature": "signature",
        },
      }),
    async callTool(tool, args) {
      const message = {
        ...{ jsonrpc: "2.0", id: 1, method: "tools/call" },
        params: { name: tool, arguments: args },
      };
      const response = await fetch(service.endpoints.mcp ?? "", {
        method: "POST",
        body: JSON.stringify(message),
        headers: {
          "Content-Type": "application/json",
          Accept: "application/json, text/event-stream",
          "Idempotency-Key": String(Math.random()),
        },
      });
      const text = await response.text();
      return JSON.parse(text.slice(text.indexOf("{"))) as Members;
    },
  };
}

function withoutMandates(profile: Members): object {
  const text = JSON.stringify(profile).replaceAll("ap2_mandate", "ap2_other");
  return JSON.parse(text) as object;
}

const ORDERED = {
  currency: "USD",
  line_items: [{ item: { id: "one" }, quantity: 1 }],
  payment: {},
};
const PAYMENT = {
  payment: { instruments: [] },
  payment_data: { id: "1", handler_id: "h", type: "card", brand: "visa", last_digits: "4242" },
};

describe.skipIf(published === undefined).each(publishedReleases)("$name", (release) => {
  let of: Generated;
  beforeAll(async () => {
    of = await generated(release);
  }, 60_000);
  const requires = (header: string): boolean =>
    of.service.operations.some(({ rest }) =>
      rest?.parameters.some(({ name, required }) => name === header && required),
    );

  it("has identifiers in the body where its schema requires them, and they agree with the path", async () => {
    const client = await of.connect();
    const { id } = (await client["createCheckout"]?.(ORDERED)) as { readonly id: string };
    await client["updateCheckout"]?.({ ...ORDERED, id });
    const update = of.service.operations.find((each) => each.id === "update_checkout");
    const repeats = update?.repeatedIdentifiers?.includes("id") === true;
    expect(repeats).toBe(release.name !== "2026-04-08");
    const [, body] = of.bodies.at(-1) ?? [];
    expect(body?.["id"]).toBe(repeats ? id : undefined);
    if (!repeats) return;
    const path = `/checkout-sessions/${id}`;
    expect((await of.post(path, "PUT", ORDERED)).status).toBe(400);
    expect((await of.post(path, "PUT", { ...ORDERED, id: "another" })).status).toBe(400);
    expect((await of.post(path, "PUT", { ...ORDERED, id })).status).toBe(200);
  });

  it("gets the headers that its service document requires, or the call says which one is missing", async () => {
    const bare = await of.connect({ headers: {} });
    const call = (bare["createCheckout"] as Call)(ORDERED);
    if (!requires("Request-Signature")) return void (await call);
    await expect(call).rejects.toThrow("create_checkout requires Request-Signature");
    const seen: string[] = [];
    const client = await of.connect({
      headers: {
        "Request-Signature": ({ method, url, body }) => {
          seen.push(`${method} ${new URL(url).pathname} ${body?.length ?? 0}`);
          return "made";
        },
      },
    });
    await client["createCheckout"]?.(ORDERED);
    expect(seen[0]).toMatch(/^POST .*\/checkout-sessions [1-9]/);
  });

  it.each([
    [{ "Content-Type": "text/plain" }],
    [{ "X-Note": "a\r\nHost: other.example" }],
    [{ "request-id": "mine" }],
  ])("sends no header that contradicts the client's own: %j", async (headers) => {
    const added = { "Request-Signature": "signature", ...headers } as Record<string, string>;
    const client = await of.connect({ headers: added });
    await expect((client["createCheckout"] as Call)(ORDERED)).rejects.toBeInstanceOf(ClientError);
  });

  it("asks a platform for nothing of an extension that it does not have", async () => {
    const client = await of.connect();
    const { id } = (await client["createCheckout"]?.(ORDERED)) as { readonly id: string };
    const done = await client["completeCheckout"]?.({ id, ...PAYMENT });
    expect(done).toMatchObject({ status: "completed" });
    expect(done).not.toHaveProperty("ap2");
  });

  it("serves a call that names no platform where no document asks for its profile", async () => {
    const created = await of.post("/checkout-sessions", "POST", ORDERED, null);
    const isRequired = requires("UCP-Agent");
    expect(isRequired).toBe(release.name === "2026-04-08");
    expect(created.status).toBe(isRequired ? 400 : 201);
    if (isRequired) return;
    const { id } = (await created.json()) as { readonly id: string };
    const done = await of.post(`/checkout-sessions/${id}/complete`, "POST", PAYMENT, null);
    // No mandate was sent, so that nothing is asked or said of mandates.
    expect(done.status).toBe(200);
    // Whoever is asked for trust is given no text that a platform, or an empty entry of a list, could have for a name.
    expect(of.trustAsked.at(-1)).toEqual({ profile: undefined });
    const completed = (await done.json()) as Members;
    expect(completed).toMatchObject({ id, status: "completed" });
    expect(completed).not.toHaveProperty("ap2");
    // The session is not that of a platform with a name, nor the other way round.
    const named = await of.post(`/checkout-sessions/${id}/cancel`, "POST", {});
    expect(named.status).toBe(404);
    const wrong = await of.post("/checkout-sessions", "POST", { line_items: 1 }, null);
    expect(wrong.status).toBe(400);
    const malformed = await of.post("/checkout-sessions", "POST", ORDERED, "profile=none");
    expect(await malformed.json()).toEqual({
      status: "requires_escalation",
      messages: [expect.objectContaining({ type: "error", code: "invalid_profile_url" }) as object],
    });
    expect(of.entries.filter(({ status }) => status >= 500)).toEqual([]);
  });

  it("serves a tool that has neither `meta` nor the agent header, and no other one", async () => {
    const { mcp } = of.service.operations.find(({ id }) => id === "get_checkout") ?? {};
    const answer = await of.callTool(mcp?.tool ?? "", { id: "nobody" });
    const isServed = mcp?.meta === false;
    expect(isServed).toBe(release.name === "2026-01-11");
    expect(answer).toMatchObject({
      error: { data: { code: isServed ? "not_found" : "invalid_profile_url" } },
    });
  });

  it("has the members in its envelope that the release describes, and no others", async () => {
    const created = await of.post("/checkout-sessions", "POST", ORDERED);
    const { ucp } = (await created.json()) as { readonly ucp: object };
    const members = {
      "2026-01-11": [],
      "2026-01-23": ["payment_handlers"],
      "2026-04-08": ["status", "payment_handlers"],
    }[release.name];
    expect(of.releaseValues.envelope).toEqual(members);
    const common = ["version", "capabilities"];
    expect(Object.keys(ucp).sort()).toEqual([...common, ...(members ?? [])].sort());
  });

  it("says of a session that is over what its messages can say", async () => {
    const client = await of.connect();
    const { id } = (await client["createCheckout"]?.(ORDERED)) as { readonly id: string };
    await client["cancelCheckout"]?.({ id });
    const late = await client["updateCheckout"]?.({ ...ORDERED, id });
    const isThere = of.releaseValues.severities.includes("unrecoverable");
    expect(isThere).toBe(release.name === "2026-04-08");
    const messages = late?.["messages"] as Members[];
    expect(messages.at(-1)).toMatchObject({
      code: "operation_not_allowed",
      ...{ type: "error", severity: isThere ? "unrecoverable" : "recoverable" },
    });
    expect(of.entries.filter(({ status }) => status >= 500)).toEqual([]);
  });

  it("creates one checkout from a cart where requests have cart_id", async () => {
    const isThere = release.name === "2026-04-08";
    expect(of.releaseValues.cartId).toBe(isThere ? "accepted" : undefined);
    expect(of.releaseValues.cartMembers).toEqual(isThere ? ["discounts"] : undefined);
    if (!isThere) return;
    const line = { item: { id: "two" }, quantity: 1 };
    const cart = await of.post("/carts", "POST", { line_items: [line, line] });
    const { id: cart_id } = (await cart.json()) as { readonly id: string };
    const client = await of.connect();
    const created = await client["createCheckout"]?.({ ...ORDERED, cart_id });
    expect(created).toMatchObject({
      line_items: [{ item: { id: "two" } }, { item: { id: "two" } }],
    });
    expect(await client["createCheckout"]?.({ ...ORDERED, cart_id })).toMatchObject({
      id: created?.["id"],
    });
    const wrong = await client["createCheckout"]?.({ ...ORDERED, cart_id: "nobody's" });
    expect(wrong).toMatchObject({ messages: [{ code: "not_found", path: "$.cart_id" }] });
  });

  it("writes discounts with its own sign, and its totals add up", async () => {
    const isNegative = release.name === "2026-04-08";
    expect(of.releaseValues.discounts).toBe(isNegative ? "negative" : "positive");
    const client = await of.connect();
    const { totals } = (await client["createCheckout"]?.(ORDERED)) as unknown as {
      readonly totals: { readonly type: string; readonly amount: number }[];
    };
    expect(totals).toContainEqual({ type: "discount", amount: isNegative ? -10 : 10 });
    expect(totals).toContainEqual({ type: "total", amount: 90 });
    expect(of.commerce.checkTotals(totals)).toEqual([]);
    const other = { discounts: isNegative ? "positive" : "negative" } as const;
    expect(checkTotals(totals, other)).toHaveLength(1);
  });

  it("keeps what a platform without a client says wrong apart from what the server does wrong", async () => {
    const refused = await of.post("/checkout-sessions", "POST", { line_items: 1 });
    expect(refused.status).toBe(400);
    const client = await of.connect();
    const found = (client["getCheckout"] as Call)({ id: "nobody" });
    if (of.releaseValues.facts?.missingResource === "outcome")
      expect(await found).toMatchObject({ messages: [{ code: "not_found" }] });
    else await expect(found).rejects.toBeInstanceOf(ProtocolError);
  });
});
