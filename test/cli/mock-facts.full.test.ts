/**
 * What a release says in prose alone, as its mock answers, over REST and MCP: each value of each fact of `src/facts/facts.ts`, by the
 * release that has it and by `--fact`.
 */

import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { callerOf, type MockCaller, type Members } from "../support/mock-caller.js";
import { openMock, type OpenMock } from "../support/mock-process.js";
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
const flagsOf = (values: readonly string[]): string[] => values.flatMap((each) => ["--fact", each]);

interface Case {
  readonly name: string;
  readonly release: Release;
  readonly flags: readonly string[];
  /** As the release of April 2026 of `ucp` says, or as the protocol's own text. */
  readonly isApril: boolean;
}

const APRIL = publishedRelease("2026-04-08");
const CASES: readonly Case[] = [
  { name: "the protocol's own", release: ownRelease, flags: [], isApril: false },
  {
    name: "the protocol's own, overridden",
    ...{ release: ownRelease, flags: flagsOf(APRIL_VALUES), isApril: true },
  },
  ...(published === undefined
    ? []
    : [
        { name: "2026-04-08", release: APRIL, flags: [], isApril: true },
        {
          name: "2026-04-08, overridden",
          ...{ release: APRIL, flags: flagsOf(SPECIFICATION_VALUES), isApril: false },
        },
      ]),
];

const LINES = { currency: "USD", line_items: [{ item: { id: "mugs" }, quantity: 1 }] };

async function open({ release, flags }: Pick<Case, "release" | "flags">): Promise<OpenMock> {
  const schemas = release.schemas.map(({ directory, prefix = "" }) => `${directory}=${prefix}`);
  const roots = schemas.flatMap((each) => ["--schemas", each]);
  return openMock("--profile", release.profile, ...roots, ...flags);
}

/** The host of platforms' profiles. */
async function hostOf(documents: (base: string) => Readonly<Record<string, object>>) {
  const server: Server = createServer(({ url = "" }, response) => {
    const found = documents("")[url];
    response.writeHead(found === undefined ? 404 : 200, { "Content-Type": "application/json" });
    response.end(JSON.stringify(found ?? {}));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { base, close: () => void server.close() };
}

function codesOf(body: Members): readonly unknown[] {
  return ((body["messages"] ?? []) as readonly Members[]).map(({ code }) => code);
}

describe.each(CASES)("$name", ({ release, flags, isApril }) => {
  let mock: OpenMock;
  let shop: MockCaller;
  let host: Awaited<ReturnType<typeof hostOf>>;
  let name = "";
  let version = "";

  beforeAll(async () => {
    mock = await open({ release, flags });
    shop = callerOf(mock);
    const profile = (await (await fetch(mock.opened.discovery)).json()) as Members;
    name = "ucp" in profile ? "ucp" : "proto";
    version = (profile[name] as { readonly version: string }).version;
    const checkout = `dev.${name}.shopping.checkout`;
    const platform = (of: string, capability: string, at: string): object => ({
      [name]: { version: of, capabilities: { [capability]: [{ version: at }] } },
    });
    host = await hostOf(() => ({
      "/later.json": platform("2099-01-01", checkout, "2099-01-01"),
      "/other.json": platform(version, "com.example.other", version),
    }));
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
  });

  it("missingResource and outcomeSeverity", async () => {
    const rest = await shop.rest("GET", "/checkout-sessions/none");
    const tool = await shop.tool("get_checkout", { id: "none" });
    if (!isApril) {
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
    mock = await open({ release: publishedRelease("2026-01-11"), flags: [] });
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
