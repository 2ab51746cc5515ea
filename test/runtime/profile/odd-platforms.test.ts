/** Platforms whose profiles have odd entries (§2.1, §5.4, §7, §9.5): what the server makes of the rest. */

import { beforeEach, describe, expect, it } from "vitest";
import type { ProtocolError } from "@proto-gen/runtime/error";
import { createPlatformProfiles } from "@proto-gen/runtime/profile";
import { generateSigningKey, verifyRequests } from "@proto-gen/runtime/signature";
import { approvedPlatforms, type BusinessServer, type LogEntry } from "@proto-gen/runtime/server";
import { clock, createCheckout, pair, signed } from "../../support/signed-request.js";
import { ORDERED, REST_ENDPOINT, sampleServer } from "../../support/sample-business.js";

const AGENT = "https://agent.example/profile.json";
const CHECKOUT = "dev.proto.shopping.checkout";
const VERSION = "2026-11-27";
const sound = { [CHECKOUT]: [{ version: VERSION }] };

let entries: LogEntry[];
let calls = 0;
beforeEach(() => (entries = []));

function profileOf(capabilities: unknown, more: object = {}): object {
  return { proto: { version: VERSION, capabilities }, ...more };
}

function fetched(profile: unknown) {
  const text = typeof profile === "string" ? profile : JSON.stringify(profile);
  const bytes = new TextEncoder().encode(text);
  return createPlatformProfiles({
    name: "proto",
    fetch: () => Promise.resolve({ status: 200, headers: new Headers(), bytes }),
  });
}

function serverFor(profile: unknown): BusinessServer {
  return sampleServer({ created: [], entries }, {}, { platforms: fetched(profile) });
}

async function order(server: BusinessServer): Promise<{ status: number; body: unknown }> {
  calls++;
  const headers = {
    "Proto-Agent": `profile="${AGENT}"`,
    "Request-Id": `request_${calls}`,
    "Idempotency-Key": `key_${calls}`,
    "Content-Type": "application/json",
  };
  const url = `${REST_ENDPOINT}/checkout-sessions`;
  const body = JSON.stringify(ORDERED);
  const response = await server.fetch(new Request(url, { method: "POST", headers, body }));
  return { status: response.status, body: await response.json() };
}

describe("a platform with an odd entry", () => {
  it.each<[string, object]>([
    ["a name without a domain", { reviews: [{ version: VERSION }] }],
    ["a version that is no date", { "dev.proto.shopping.reviews": [{ version: "1.0" }] }],
    ["no version", { "dev.proto.shopping.reviews": [{}] }],
    ["a text", { "dev.proto.shopping.reviews": "yes" }],
    ["the same version twice", { [CHECKOUT]: [{ version: VERSION }, { version: VERSION }] }],
    ["a cycle", { "a.b": { version: VERSION, extends: "a.b" } }],
    ["nothing odd", {}],
  ])("is served on the rest: %s", async (_, more) => {
    const profile = profileOf({ ...sound, ...more });
    for (const server of [
      serverFor(profile),
      sampleServer(
        { created: [], entries },
        {},
        { platforms: approvedPlatforms({ [AGENT]: profile }) },
      ),
    ]) {
      const { status, body } = await order(server);
      expect(status, JSON.stringify(body)).toBe(201);
      expect((body as { readonly proto: object }).proto).toMatchObject({ capabilities: sound });
    }
  });

  it.each<[string, object]>([
    ["a later release", { [CHECKOUT]: [{ version: "2027-01-01" }] }],
    ["nothing", {}],
    ["another's capability", { "com.example.gift": [{ version: VERSION }] }],
    ["another release and an odd entry", { [CHECKOUT]: [{ version: "2027-01-01" }], gift: 1 }],
    [
      "what is not its host's (§1.9)",
      { [CHECKOUT]: [{ version: VERSION, spec: "https://evil.example/" }] },
    ],
  ])("has nothing in common with us by %s: negotiation fails (§9.5)", async (_, capabilities) => {
    const { status, body } = await order(serverFor(profileOf(capabilities)));
    expect(status).toBe(200);
    expect(body).toMatchObject({
      proto: { status: "error", capabilities: {} },
      status: "requires_escalation",
      messages: [{ code: "version_unsupported" }],
    });
  });
});

describe("a profile of which nothing is sound", () => {
  it.each<[string, unknown, string]>([
    [
      "odd names alone",
      profileOf({ reviews: [{}], gift: 1 }),
      '/proto/capabilities/reviews: expected a reverse-domain name such as com.example.gift, found "reviews".',
    ],
    [
      "versions alone",
      profileOf([{ name: CHECKOUT, version: 1 }]),
      "/proto/capabilities/0/version: expected a version",
    ],
    ["a text", profileOf("all"), '/proto/capabilities: expected an object, found "all".'],
    ["no version", { proto: {} }, "/proto/version: expected a version"],
    ["no member", { other: {} }, "/proto: expected an object, found nothing."],
    ["a list", [], "the profile: expected an object, found an array."],
    ["no JSON", '{\n"proto": }', "JSON_SYNTAX in line 2, column 10."],
    [
      "another's beside an odd one",
      profileOf({ "a.b": [{ version: VERSION, spec: "https://evil.example/" }], reviews: 1 }),
      "/proto/capabilities/reviews: expected a reverse-domain name",
    ],
    [
      "thousands of odd entries",
      profileOf({ ...sound, "a.b": Array.from({ length: 1_001 }, () => 1) }),
      "/proto/capabilities/a.b/1000: more than 1000 entries are invalid.",
    ],
  ])("is malformed (§7), with the first place and the reason: %s", async (_, profile, said) => {
    const { status, body } = await order(serverFor(profile));
    expect(status).toBe(422);
    const { code, content } = body as { readonly code: string; readonly content: string };
    expect(code).toBe("profile_malformed");
    expect(content.startsWith(`The profile is not valid. ${said}`), content).toBe(true);
  });

  it("is told in one short line, with nothing that could control a terminal", async () => {
    const hostile = `\u001b[2J\r\n\u202e\u2028${"x".repeat(10_000)}`;
    for (const profile of [
      profileOf({ [hostile]: 1 }),
      profileOf({ "a.b": { version: "\u001b[2J\u202e\n" } }),
      profileOf({ "a.b": { version: hostile } }),
    ]) {
      const { body } = await order(serverFor(profile));
      const { content } = body as { readonly content: string };
      expect(content).not.toMatch(/[\p{Cc}\p{Cf}\u2028]/u);
      expect(content.length).toBeLessThan(900);
    }
  });
});

describe("signing keys of a platform (§5.4)", () => {
  const { publicKey } = pair;
  const unreadable: readonly unknown[] = [
    null,
    "key",
    { ...publicKey, kid: 1 },
    { ...publicKey, x: undefined },
    { ...publicKey, y: "short" },
    { ...publicKey, kty: undefined },
  ];

  /** What becomes of a request that is signed with the key `pair`. */
  async function outcome(keys: unknown): Promise<string> {
    const { method, target, headers, body } = await signed(createCheckout);
    const verifier = verifyRequests({
      name: "proto",
      platforms: fetched(profileOf(sound, { signing_keys: keys })),
      clock,
    });
    const request = {
      ...{ method, target, body: body ?? new Uint8Array(), url: "https://shop.example/" },
      origins: ["https://shop.example"],
      headers: new Headers(),
      rawHeaders: headers,
      profile: AGENT,
      signal: new AbortController().signal,
    };
    return verifier.verify(request).then(
      ({ keyId }) => keyId,
      (error: unknown) => (error as ProtocolError).code,
    );
  }

  it("are left out if they cannot be read, and take no other's id", async () => {
    expect(await outcome([...unreadable, publicKey])).toBe(publicKey.kid);
    expect(await outcome([publicKey, ...unreadable])).toBe(publicKey.kid);
  });

  it("verify nothing if they were left out: the request is refused, as with an unknown key", async () => {
    const { publicKey: other } = await generateSigningKey();
    expect(await outcome([...unreadable, other])).toBe("key_not_found");
    for (const keys of [...unreadable.map((key) => [key]), [], undefined, "keys", { keys: [] }])
      expect(await outcome(keys), JSON.stringify(keys)).toBe("key_not_found");
    // Two that can both be read are ambiguous.
    expect(await outcome([publicKey, { ...other, kid: publicKey.kid }])).toBe("key_not_found");
  });
});
