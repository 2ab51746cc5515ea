/** Answers of handlers that a business wrote by itself: what is said of them in development, and what in production. */

import { readFileSync } from "node:fs";
import { totalsOf } from "@proto-gen/runtime/codegen/v1/commerce";
import { ProtocolError } from "@proto-gen/runtime/error";
import { approvedPlatforms, InvalidAnswer, type LogEntry } from "@proto-gen/runtime/server";
import { DoubtfulAnswer } from "../../../src/runtime/server/answer-rules.js";
import { describe, expect, it, vi } from "vitest";
import { createServer, type Handlers } from "../../../generated/server.js";
import { type Declared, undeclaredIn } from "../../../src/runtime/schema/declared.js";
import { bundleOf } from "../../support/bundle.js";
import { importEmitted } from "../../support/emitted.js";
import { published, publishedRelease } from "../../support/published.js";
import { publishedWebhook } from "../../support/published-webhook.js";
import { cart, checkout, ORDERED, profile, WHOLE } from "../../support/sample-business.js";

const ENDPOINT = "https://business.example.com/proto/v1";
const WRONG = [...totalsOf({ subtotal: 100 }).slice(0, 1), { type: "total" as const, amount: 90 }];

interface Options {
  readonly development?: boolean;
  readonly create?: object;
  readonly cart?: object;
}

function business({ development = true, create = {}, cart: ownCart = {} }: Options) {
  const entries: LogEntry[] = [];
  const unused = (): never => {
    throw new ProtocolError("not_found");
  };
  const body = (more: object) => () => ({ ...checkout, ...more }) as never;
  const handlers: Handlers = {
    ...{ getCart: unused, updateCart: unused, cancelCart: unused },
    ...{ updateCheckout: unused, completeCheckout: unused, cancelCheckout: unused },
    ...{ searchCatalog: unused, lookupCatalog: unused },
    createCart: () => ({ ...cart, ...ownCart }) as never,
    createCheckout: body(create),
    getCheckout: body(create),
  };
  const server = createServer(handlers, {
    ...{ profile, development, log: (entry) => void entries.push(entry) },
    platforms: approvedPlatforms({ [WHOLE]: profile }),
  });
  let count = 0;
  return {
    entries,
    doubts: () => entries.flatMap(({ cause }) => (cause instanceof DoubtfulAnswer ? [cause] : [])),
    async call(path: string, payload: object): Promise<Response> {
      count += 1;
      return server.fetch(
        new Request(ENDPOINT + path, {
          method: "POST",
          headers: {
            "Content-Type": "application/json",
            "Proto-Agent": `profile="${WHOLE}"`,
            "Request-Id": `r${count}`,
            "Idempotency-Key": `k${count}`,
          },
          body: JSON.stringify(payload),
        }),
      ) as Promise<Response>;
    },
  };
}

describe("totals that do not add up", () => {
  it("are refused in development, where the log says which", async () => {
    const { call, doubts } = business({ create: { totals: WRONG } });
    expect((await call("/checkout-sessions", ORDERED)).status).toBe(500);
    expect(doubts().map(({ code, message }) => [code, message])).toEqual([
      [
        "totals_invalid",
        expect.stringMatching(/total_mismatch at \$\.totals\[1\]\.amount.*totalsOf/),
      ],
    ]);
  });

  it("are sent in production, and are an error in the log", async () => {
    const { call, doubts, entries } = business({ development: false, create: { totals: WRONG } });
    expect((await call("/checkout-sessions", ORDERED)).status).toBe(201);
    expect(doubts()).toHaveLength(1);
    expect(entries.map(({ level, status }) => [level, status])).toEqual([["error", 201]]);
  });

  it("are refused in a cart as well, which may lack totals", async () => {
    const wrong = business({ cart: { totals: WRONG } });
    expect((await wrong.call("/carts", ORDERED)).status).toBe(500);
    const partial = business({ cart: { totals: [] } });
    const { line_items } = ORDERED;
    expect((await partial.call("/carts", { line_items })).status).toBe(201);
    expect(partial.doubts()).toEqual([]);
  });

  it("are sent below zero, which is for the business to decide", async () => {
    const lines = checkout.line_items.map((line) => ({ ...line, totals: [] }));
    const totals = [
      { type: "subtotal", amount: 0 },
      { type: "fee", amount: -5 },
      { type: "total", amount: -5 },
    ];
    const { call, doubts } = business({ create: { totals, line_items: lines } });
    const { status } = await call("/checkout-sessions", ORDERED);
    // The release's schema may refuse an amount below zero by itself.
    if (status === 201) expect(doubts().map(({ code }) => code)).toEqual(["totals_invalid"]);
    else expect(doubts()).toEqual([]);
  });

  it("are no matter where they add up", async () => {
    const { call, entries } = business({});
    expect((await call("/checkout-sessions", ORDERED)).status).toBe(201);
    expect(entries.map(({ level }) => level)).toEqual(["info"]);
  });
});

describe("members that no schema declares", () => {
  const buyer = { email: "a@example.com", emial: "b@example.com" };
  const line_items = checkout.line_items.map((line) => ({ ...line, colour: "red" }));

  it("are named once each, with where they are", async () => {
    const { call, doubts, entries } = business({
      create: { gift_nte: "Hello", buyer, line_items },
    });
    expect((await call("/checkout-sessions", ORDERED)).status).toBe(201);
    expect((await call("/checkout-sessions", ORDERED)).status).toBe(201);
    const [doubt, ...more] = doubts();
    expect(more).toEqual([]);
    expect(doubt?.code).toBe("members_undeclared");
    for (const path of ["$.gift_nte", "$.buyer.emial", "$.line_items[*].colour"])
      expect(doubt?.message).toContain(`${path} (declared there: `);
    expect(entries.map(({ level }) => level)).toEqual(["error", "info"]);
  });

  it("are named once each in requests, and what names the resource is none", async () => {
    const { call, doubts, entries } = business({});
    const instrument = { id: "i1", handler_id: "h1", type: "card", tokn: "secret" };
    const payment = { instrumnets: [instrument], instruments: [instrument] };
    const request = { ...ORDERED, payment };
    for (const _ of [1, 2]) expect((await call("/checkout-sessions", request)).status).toBe(201);
    const [doubt, ...more] = doubts();
    expect(more).toEqual([]);
    expect(doubt?.code).toBe("request_members_undeclared");
    expect(doubt?.message).toMatch(
      /request of create_checkout.*\$\.payment\.instrumnets \(declared there: .*instruments/,
    );
    expect(doubt?.message).not.toContain("secret");
    expect(entries.map(({ level }) => level)).toEqual(["error", "info"]);
    const production = business({ development: false });
    await production.call("/checkout-sessions", request);
    expect(production.doubts()).toEqual([]);
  });

  it("are sent in production without an entry in the log", async () => {
    const { call, entries } = business({ development: false, create: { gift_nte: "Hello" } });
    const answer = await call("/checkout-sessions", ORDERED);
    expect(await answer.json()).toMatchObject({ gift_nte: "Hello" });
    expect(entries.map(({ level }) => level)).toEqual(["info"]);
  });

  it("are written to the console where a server in development has no log", async () => {
    const said = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const { logToConsole } = await import("../../../src/runtime/server/create-server.js");
    const cause = Object.assign(new Error("why"), { stack: "Error: why\u001b[2J\n    at here" });
    const entry = { operation: "create_checkout", status: 201, cause };
    logToConsole({ ...entry, level: "info" } as never);
    logToConsole({ ...entry, level: "error" } as never);
    expect(said.mock.calls).toEqual([
      [expect.stringMatching(/^create_checkout: 201 Error: why[^\u001b]*\n\s*at here$/)],
    ]);
    said.mockRestore();
  });
});

describe.runIf(published)("members beside those of a schema that says it is open", () => {
  it("are undeclared in a checkout and a cart, which have names, and declared in a map, which has none", async () => {
    const { directory } = await bundleOf(publishedRelease("2026-04-08"), "answer-rules");
    const { members } = (await importEmitted(directory, "members.ts")) as unknown as {
      readonly members: Readonly<Record<string, Declared>>;
    };
    const pathsIn = (operation: string, answer: object): string[] =>
      undeclaredIn(answer, members[operation] ?? true).map(({ path }) => path);
    const buyer = { email: "a@example.com", emial: "b@example.com" };
    const attribution = { campaign: "spring" };
    const answer = { gift_nte: "Hello", buyer, attribution };
    const expected = ["$.gift_nte", "$.buyer.emial"];
    expect(pathsIn("create_checkout", answer)).toEqual(expected);
    expect(pathsIn("create_cart", answer)).toEqual(expected);
  });
});

describe.runIf(published)("a handler that gives orders to everyone", () => {
  const PLATFORM = "https://agent.example/profile.json";
  const OTHERS = ["createCheckout", "updateCheckout", "completeCheckout", "cancelCheckout"].concat(
    ["getCheckout", "createCart", "getCart", "updateCart", "cancelCart"],
    ["searchCatalog", "lookupCatalog", "getProduct"],
  );

  function endpointIn(own: object): string {
    const { ucp } = own as {
      readonly ucp: {
        readonly services: Readonly<
          Record<string, readonly { readonly transport: string; readonly endpoint: string }[]>
        >;
      };
    };
    const entries = ucp.services["dev.ucp.shopping"] ?? [];
    return entries.find(({ transport }) => transport === "rest")?.endpoint ?? "";
  }

  async function doubtsOf(getOrder: (request: object, context: object) => unknown, status = 200) {
    const release = publishedRelease("2026-04-08");
    const { directory } = await bundleOf(release, "answer-rules");
    const generated = (await importEmitted(directory, "server.ts")) as unknown as {
      readonly createServer: (
        handlers: object,
        options: object,
      ) => { fetch(request: Request): Promise<Response> };
    };
    const own = JSON.parse(readFileSync(release.profile, "utf8")) as object;
    const unused = Object.fromEntries(OTHERS.map((name) => [name, () => undefined]));
    const doubts: unknown[] = [];
    const server = generated.createServer(
      { ...unused, getOrder },
      {
        ...{ profile: own, development: true },
        platforms: approvedPlatforms({ [PLATFORM]: own }),
        log({ cause }: LogEntry) {
          if (cause instanceof DoubtfulAnswer) doubts.push(cause.code);
          if (cause instanceof InvalidAnswer) doubts.push(...cause.issues.map(String));
        },
      },
    );
    const headers = { "UCP-Agent": `profile="${PLATFORM}"`, "Request-Id": "r1" };
    const call = () => server.fetch(new Request(`${endpointIn(own)}/orders/order_1`, { headers }));
    expect((await call()).status).toBe(status);
    expect((await call()).status).toBe(status);
    return doubts;
  }

  async function order(): Promise<object> {
    const { order: placed } = await publishedWebhook(publishedRelease("2026-04-08"));
    return { ...placed, totals: totalsOf({ subtotal: 100 }) };
  }

  it("is refused if its currency is empty", async () => {
    const empty = async () => ({ ...(await order()), currency: "" });
    const [issue, ...more] = await doubtsOf(empty, 500);
    expect(more).toHaveLength(1);
    expect(issue).toContain("$.currency");
  });

  it("is named once", async () => {
    expect(await doubtsOf(order)).toEqual(["order_of_another"]);
  });

  it("is right where it asks who placed the order", async () => {
    const asking = (_request: object, context: { platform?: { profile?: string } }) => {
      if (context.platform?.profile !== PLATFORM) throw new ProtocolError("not_found");
      return order();
    };
    expect(await doubtsOf(asking)).toEqual([]);
  });
});
