/**
 * What a release says in prose alone, as its mock answers, over REST and MCP: each value of each fact of `src/facts/facts.ts`, by the
 * release that has it and by `--fact`.
 */

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { callerOf, type MockCaller, type Members } from "../support/mock-caller.js";
import { hostOf, openWithFacts, type ProfileHost } from "../support/facts-mock.js";
import type { OpenMock } from "../support/mock-process.js";
import { ownRelease, published, publishedRelease, type Release } from "../support/published.js";

const APRIL_VALUES = [
  ...["toolResult=bare", "unsupportedVersion=error", "nothingInCommon=capabilities_incompatible"],
  ...["missingProfile=invalid_profile_url", "missingResource=outcome", "emptySearch=refused"],
  ...["answerCapabilities=relevant", "outcomeSeverity=unrecoverable", "errorBody=code"],
];
const SPECIFICATION_VALUES = [
  ...["toolResult=keyed", "unsupportedVersion=outcome", "nothingInCommon=version_unsupported"],
  ...["missingProfile=invalid_request", "missingResource=error", "emptySearch=accepted"],
  ...["answerCapabilities=active", "outcomeSeverity=own"],
];

interface Case {
  readonly name: string;
  readonly release: Release;
  readonly facts: readonly string[];
  /** As the release of April 2026 of `ucp` says, or as the protocol's own text. */
  readonly isApril: boolean;
}

const APRIL = publishedRelease("2026-04-08");
const CASES: readonly Case[] = [
  { name: "the protocol's own", release: ownRelease, facts: [], isApril: false },
  {
    name: "the protocol's own, overridden",
    ...{ release: ownRelease, facts: APRIL_VALUES, isApril: true },
  },
  ...(published === undefined
    ? []
    : [
        { name: "2026-04-08", release: APRIL, facts: [], isApril: true },
        {
          name: "2026-04-08, overridden",
          ...{ release: APRIL, facts: SPECIFICATION_VALUES, isApril: false },
        },
      ]),
];

const LINES = { currency: "USD", line_items: [{ item: { id: "mugs" }, quantity: 1 }] };

function codesOf(body: Members): readonly unknown[] {
  return ((body["messages"] ?? []) as readonly Members[]).map(({ code }) => code);
}

describe.each(CASES)("$name", ({ release, facts, isApril }) => {
  let mock: OpenMock;
  let shop: MockCaller;
  let host: ProfileHost;
  let name = "";
  let version = "";

  beforeAll(async () => {
    mock = await openWithFacts(release, facts);
    shop = callerOf(mock);
    const profile = (await (await fetch(mock.opened.discovery)).json()) as Members;
    name = "ucp" in profile ? "ucp" : "proto";
    version = (profile[name] as { readonly version: string }).version;
    const checkout = `dev.${name}.shopping.checkout`;
    const platform = (of: string, capability: string, at: string): object => ({
      [name]: { version: of, capabilities: { [capability]: [{ version: at }] } },
    });
    host = await hostOf({
      "/later.json": platform("2099-01-01", checkout, "2099-01-01"),
      "/other.json": platform(version, "com.example.other", version),
    });
  });
  afterAll(async () => {
    host.close();
    await mock.stop();
  });

  const envelopeOf = (body: Members): Members => body[name] as Members;
  const structured = (answer: { readonly result?: Members }): Members =>
    answer.result?.["structuredContent"] as Members;

  it("toolResult", async () => {
    const made = structured(await shop.tool("create_checkout", { checkout: LINES }));
    expect("checkout" in made).toBe(!isApril);
    expect(name in made).toBe(isApril);
    // The protocol's own catalog has no tools.
    if (name !== "ucp") return;
    const found = structured(await shop.tool("search_catalog", { catalog: { query: "mug" } }));
    expect("products" in found).toBe(isApril);
  });

  it("unsupportedVersion", async () => {
    const later = `${host.base}/later.json`;
    const rest = await shop.rest("POST", "/checkout-sessions", LINES, later);
    const tool = await shop.tool("create_checkout", { checkout: LINES }, later);
    if (isApril) {
      expect(rest).toMatchObject({ status: 422, body: { code: "version_unsupported" } });
      expect(tool.error).toMatchObject({ code: -32001, data: { code: "version_unsupported" } });
      return;
    }
    for (const body of [rest.body, structured(tool)]) {
      expect(body).toMatchObject({ status: "requires_escalation" });
      expect(codesOf(body)).toEqual(["version_unsupported"]);
    }
  });

  it("nothingInCommon", async () => {
    const other = `${host.base}/other.json`;
    const rest = await shop.rest("POST", "/checkout-sessions", LINES, other);
    const tool = await shop.tool("create_checkout", { checkout: LINES }, other);
    expect(rest.status).toBe(200);
    for (const body of [rest.body, structured(tool)]) {
      expect(envelopeOf(body)).toMatchObject({ status: "error" });
      expect(codesOf(body)).toEqual([
        isApril ? "capabilities_incompatible" : "version_unsupported",
      ]);
      expect(body["status"]).toBe(isApril ? undefined : "requires_escalation");
    }
  });

  it("missingProfile", async () => {
    const { status, body } = await shop.rest("POST", "/checkout-sessions", LINES, null);
    expect(status).toBe(400);
    expect(body["code"]).toBe(isApril ? "invalid_profile_url" : "invalid_request");
    // Over MCP both say the same: an error of discovery.
    const tool = await shop.tool("create_checkout", { checkout: LINES }, null);
    expect(tool.error).toMatchObject({ code: -32001, data: { code: "invalid_profile_url" } });
  });

  it.each([
    ["checkout", "/checkout-sessions/none", "get_checkout"],
    // The protocol's own text has no tool for an order or a cart.
    ...(release === ownRelease
      ? []
      : [
          ["order", "/orders/none", "get_order"],
          ["cart", "/carts/none", "get_cart"],
        ]),
  ])("missingResource and outcomeSeverity: %s", async (what, path = "", called = "") => {
    const rest = await shop.rest("GET", path);
    const tool = await shop.tool(called, { id: "none" });
    if (!isApril && what !== "cart") {
      expect(rest).toMatchObject({ status: 404, body: { code: "not_found" } });
      expect(tool.error).toMatchObject({ code: -32000, data: { code: "not_found" } });
      return;
    }
    for (const body of [rest.body, structured(tool)]) {
      expect(envelopeOf(body)).toMatchObject({ status: "error" });
      expect(body["messages"]).toMatchObject([
        { type: "error", code: "not_found", severity: "unrecoverable" },
      ]);
    }
  });

  it("answerCapabilities", async () => {
    const { body } = await shop.rest("POST", "/catalog/search", { query: "mug" });
    const listed = Object.keys(envelopeOf(body)["capabilities"] as object);
    const search = `dev.${name}.shopping.catalog.search`;
    if (isApril) expect(listed).toEqual([search]);
    else expect(listed.length).toBeGreaterThan(3);
    const made = await shop.rest("POST", "/checkout-sessions", LINES);
    const names = Object.keys(envelopeOf(made.body)["capabilities"] as object);
    expect(names).toContain(`dev.${name}.shopping.fulfillment`);
    expect(names.includes(search)).toBe(!isApril);
    const tool = structured(await shop.tool("create_checkout", { checkout: LINES }));
    const answer = (isApril ? tool : tool["checkout"]) as Members;
    expect(Object.keys(envelopeOf(answer)["capabilities"] as object)).toEqual(names);
  });

  it("emptySearch", async () => {
    for (const empty of [{}, { pagination: { limit: 2 } }, { query: " " }, { filters: {} }]) {
      const rest = await shop.rest("POST", "/catalog/search", empty);
      expect(rest.status, JSON.stringify(empty)).toBe(isApril ? 400 : 200);
      if (name !== "ucp") continue;
      const tool = await shop.tool("search_catalog", { catalog: empty });
      expect(tool.error !== undefined, JSON.stringify(empty)).toBe(isApril);
    }
    for (const input of [{ query: "mug" }, { filters: { price: { max: 5000 } } }])
      expect(await shop.rest("POST", "/catalog/search", input)).toMatchObject({ status: 200 });
  });
});

describe.skipIf(published === undefined)("2026-01-11", () => {
  let mock: OpenMock;
  let shop: MockCaller;
  beforeAll(async () => {
    mock = await openWithFacts(publishedRelease("2026-01-11"), []);
    shop = callerOf(mock);
  });
  afterAll(() => mock.stop());

  const ORDER = { currency: "USD", payment: {} };
  const linesOf = (id: string): object => ({ line_items: [{ item: { id }, quantity: 1 }] });

  it("unknownSeverity: an operation that is refused has an error that the release can express", async () => {
    const made = await shop.rest("POST", "/checkout-sessions", { ...ORDER, ...linesOf("presets") });
    const { id } = made.body as { readonly id: string };
    await shop.rest("POST", `/checkout-sessions/${id}/cancel`);
    const again = await shop.rest("POST", `/checkout-sessions/${id}/cancel`);
    expect(again).toMatchObject({ status: 200, body: { status: "canceled" } });
    expect((again.body["messages"] as readonly object[]).at(-1)).toMatchObject({
      ...{ type: "error", code: "operation_not_allowed", severity: "recoverable" },
    });
    const none = await shop.rest("POST", "/checkout-sessions", { ...ORDER, ...linesOf("none") });
    for (const { severity } of none.body["messages"] as readonly Members[])
      expect(["recoverable", "requires_buyer_input", "requires_buyer_review"]).toContain(severity);
  });

  it("unknownSeverity, over MCP", async () => {
    const call = async (name: string, args: object): Promise<Members> => {
      const { result } = await shop.plainTool(name, args);
      return (result?.["structuredContent"] as Members)["checkout"] as Members;
    };
    const { id } = await call("create_checkout", { checkout: { ...ORDER, ...linesOf("presets") } });
    const cancel = (key: string): Promise<Members> =>
      call("cancel_checkout", { id, idempotency_key: key });
    await cancel(crypto.randomUUID());
    const again = await cancel(crypto.randomUUID());
    expect((again["messages"] as readonly object[]).at(-1)).toMatchObject({
      ...{ type: "error", code: "operation_not_allowed", severity: "recoverable" },
    });
  });

  it("errorBody: a 4xx has messages", async () => {
    const wrong = await shop.rest("POST", "/checkout-sessions", { ...ORDER, line_items: 1 });
    expect(wrong).toMatchObject({
      status: 400,
      body: {
        status: "requires_escalation",
        messages: [{ type: "error", code: "invalid_request", severity: "requires_buyer_input" }],
      },
    });
  });
});
