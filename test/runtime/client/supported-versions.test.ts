/** A business that has moved on (§2.1, `supported_versions`), and one whose profile has odd entries. */

import { describe, expect, it, vi } from "vitest";
import type { ClientOptions } from "@proto-gen/runtime/client";
import { agreement } from "../../../generated/negotiation.js";
import { BUSINESS, connect, ENDPOINT, json, profile, sample } from "../../support/sample-client.js";

const SHOPPING = "dev.proto.shopping";
const OURS = "2026-11-27";
const LATER = "2027-03-01";
const NAMED = `${BUSINESS}/releases/${OURS}.json`;

type Answers = Record<string, () => Response>;
type Proto = Record<string, unknown>;

function ours(more: Proto = {}): object {
  return { ...profile, proto: { ...(profile["proto"] as object), ...more } };
}

/** The profile of the later release: nothing in it is of ours. */
function later(supported: unknown, more: Proto = {}): object {
  const capabilities = Object.fromEntries(
    agreement.capabilities.map(({ name }) => [name, [{ version: LATER }]]),
  );
  return ours({
    ...{ version: LATER, capabilities, services: {} },
    ...(supported === undefined ? {} : { supported_versions: supported }),
    ...more,
  });
}

async function reach(answers: Answers, options: Partial<ClientOptions> = {}) {
  const asked: string[] = [];
  const redirects: unknown[] = [];
  const fetch = (url: string, init: RequestInit): Promise<Response> => {
    asked.push(url);
    redirects.push(init.redirect);
    return Promise.resolve((answers[url] ?? (() => json({}, 404)))());
  };
  const work = connect({ fetch, retries: 0, ...options });
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return { asked, redirects, error, client: error === undefined ? await work : undefined };
}

const DISCOVERY = `${BUSINESS}/.well-known/proto`;

describe("a business that has moved on", () => {
  it("is called by the profile that it names for our release, and that is drift", async () => {
    const { asked, redirects, client } = await reach({
      [DISCOVERY]: () => json(later({ [OURS]: NAMED })),
      [NAMED]: () => json(ours()),
      [`${ENDPOINT}/checkout-sessions/${sample.id}`]: () => json(sample),
    });
    expect(asked).toEqual([DISCOVERY, NAMED]);
    expect(redirects).toEqual(["manual", "manual"]);
    expect(client?.$business).toMatchObject({
      url: DISCOVERY,
      profile: ours(),
      agreement: { version: OURS },
      drift: [{ kind: "supported_version", built: OURS, live: LATER, profile: NAMED }],
    });
    expect(await client?.getCheckout({ id: sample.id })).toMatchObject({ id: sample.id });
  });

  it("is called as before if it names no profile and has what the code was generated for", async () => {
    const still = ours({ version: LATER });
    const { asked, client } = await reach({ [DISCOVERY]: () => json(still) });
    expect(asked).toEqual([DISCOVERY]);
    expect(client?.$business.drift).toEqual([]);
  });

  it("is not asked for another profile where it speaks our release", async () => {
    const { asked } = await reach({
      [DISCOVERY]: () => json(ours({ supported_versions: { [OURS]: NAMED } })),
    });
    expect(asked).toEqual([DISCOVERY]);
  });

  it.each<[string, unknown, RegExp]>([
    ["none", undefined, /Its profile names none for that version\.$/],
    ["those of other releases", { "2026-01-01": NAMED }, /names none/],
    ["a list", [NAMED], /names none/],
    ["a text", NAMED, /names none/],
    [
      "one over http",
      { [OURS]: NAMED.replace("https", "http") },
      /not at an https URL of its origin/,
    ],
    [
      "one at another host",
      { [OURS]: "https://evil.example/p.json" },
      /its origin: https:\/\/evil/,
    ],
    ["one at a host below", { [OURS]: "https://a.business.example.com/" }, /its origin/],
    ["one at another port", { [OURS]: `${BUSINESS}:8443/p.json` }, /its origin/],
    ["one with a user", { [OURS]: "https://u:p@business.example.com/" }, /its origin/],
    ["a path alone", { [OURS]: "/releases/p.json" }, /its origin: \/releases\/p\.json/],
    ["a number", { [OURS]: 1 }, /its origin: no text/],
    [
      "a text to hide in",
      { [OURS]: "\u001b[2J\nhttps://x" },
      /its origin: \\u\{1b\}\[2J\\u\{a\}https/,
    ],
  ])("is refused if it names %s, and nothing else is fetched", async (_, named, said) => {
    const { asked, error } = await reach({ [DISCOVERY]: () => json(later(named)) });
    expect(error).toMatchObject({ code: "VERSION_MISMATCH" });
    const { content } = error as { readonly content: string };
    expect(content).toMatch(said);
    expect(content).toContain(`uses version ${LATER}, but the code was generated for ${OURS}`);
    expect(asked).toEqual([DISCOVERY]);
  });

  it.each<[string, () => Response, RegExp]>([
    ["nothing", () => json({}, 404), /answered with status 404/],
    ["a redirect", () => new Response(null, { status: 302 }), /answered with status 302/],
    ["a page", () => new Response("<p>"), /not JSON/],
    ["a list", () => json([]), /cannot be read: the profile: expected an object/],
    ["another protocol", () => json({ ucp: {} }), /\/proto: expected an object/],
    [
      "a later version",
      () => json(later({ [OURS]: `${BUSINESS}/next` })),
      /has version 2027-03-01/,
    ],
    ["too much", () => json({ much: "x".repeat(30_000) }), /larger than/],
  ])("is refused if it answers there with %s", async (_, answer, said) => {
    const { error, asked } = await reach(
      { [DISCOVERY]: () => json(later({ [OURS]: NAMED })), [NAMED]: answer },
      { limits: { profileBytes: 30_000 } },
    );
    expect(error).toMatchObject({ code: "VERSION_MISMATCH" });
    expect((error as { readonly content: string }).content).toMatch(said);
    expect(asked).toEqual([DISCOVERY, NAMED]);
  });

  it("may be asked again where that profile cannot be had now", async () => {
    const { error } = await reach({
      [DISCOVERY]: () => json(later({ [OURS]: NAMED })),
      [NAMED]: () => json({}, 503),
    });
    expect(error).toMatchObject({ code: "temporarily_unavailable", retry: true });
  });

  it("is reached on one's own machine in development, at its own port", async () => {
    const origin = "http://127.0.0.1:8080";
    const { asked, error } = await reach(
      {
        [`${origin}/.well-known/proto`]: () => json(later({ [OURS]: `${origin}/old#1` })),
        [`${origin}/old`]: () => json(ours()),
      },
      { business: origin, development: true },
    );
    expect(error).toBeUndefined();
    expect(asked).toEqual([`${origin}/.well-known/proto`, `${origin}/old`]);
  });

  it("is read again, both profiles, once the first of them has expired", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    try {
      const long = { "Cache-Control": "max-age=3600" };
      const { asked, client } = await reach({
        [DISCOVERY]: () => json(later({ [OURS]: NAMED }), 200, { "Cache-Control": "max-age=300" }),
        [NAMED]: () => json(ours(), 200, long),
        [`${ENDPOINT}/checkout-sessions/${sample.id}`]: () => json(sample),
      });
      const call = async (after: number): Promise<number> => {
        vi.setSystemTime(Date.now() + after);
        await client?.getCheckout({ id: sample.id });
        return asked.filter((url) => url === NAMED).length;
      };
      expect(await call(290_000)).toBe(1);
      expect(await call(20_000)).toBe(2);
      expect(asked.filter((url) => url === DISCOVERY)).toHaveLength(2);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe("a business whose profile has odd entries", () => {
  const soundCapabilities = (profile["proto"] as { readonly capabilities: object }).capabilities;

  it("is called on the rest, and each is drift with its place and the reason", async () => {
    const capabilities = {
      ...soundCapabilities,
      reviews: [{ version: OURS }],
      [`${SHOPPING}.reviews`]: [{ version: "1.0" }],
      [`${SHOPPING}.returns`]: "yes",
    };
    const { client } = await reach({ [DISCOVERY]: () => json(ours({ capabilities })) });
    const at = "/proto/capabilities/";
    expect(client?.$business.drift).toEqual([
      {
        kind: "entry_left_out",
        name: "reviews",
        pointer: `${at}reviews`,
        reason: expect.stringContaining("a reverse-domain name") as string,
      },
      {
        kind: "entry_left_out",
        name: `${SHOPPING}.reviews`,
        pointer: `${at}${SHOPPING}.reviews/0/version`,
        reason: expect.stringContaining('found "1.0"') as string,
      },
      {
        kind: "entry_left_out",
        name: `${SHOPPING}.returns`,
        pointer: `${at}${SHOPPING}.returns`,
        reason: 'expected an object, found "yes"',
      },
    ]);
  });

  it("says of a capability that is gone why it was left out", async () => {
    const foreign = [{ version: OURS, schema: "https://evil.example/discount.json" }];
    const capabilities = { ...soundCapabilities, [`${SHOPPING}.discount`]: foreign };
    const { client } = await reach({ [DISCOVERY]: () => json(ours({ capabilities })) });
    expect(client?.$business.drift).toMatchObject([
      { kind: "entry_left_out", pointer: `/proto/capabilities/${SHOPPING}.discount/0/schema` },
      {
        kind: "capability_gone",
        name: `${SHOPPING}.discount`,
        detail: "the host of its schema has no authority for its name",
      },
    ]);
  });

  it("is called at the transports that are sound, in either form of a service", async () => {
    const rest = { schema: "https://proto.dev/rest.json", endpoint: ENDPOINT };
    const mcp = { schema: "https://evil.example/mcp.json", endpoint: `${BUSINESS}/mcp` };
    const entry = { version: OURS };
    for (const [services, pointer] of [
      [{ [SHOPPING]: { ...entry, rest, mcp } }, `/proto/services/${SHOPPING}/mcp/schema`],
      [
        {
          [SHOPPING]: [
            { ...entry, ...mcp, transport: "mcp" },
            { ...entry, ...rest, transport: "rest" },
          ],
        },
        `/proto/services/${SHOPPING}/0/schema`,
      ],
    ]) {
      const { client } = await reach({ [DISCOVERY]: () => json(ours({ services })) });
      expect(client?.$business.endpoints).toEqual({ [SHOPPING]: ENDPOINT });
      expect(client?.$business.drift).toMatchObject([
        { kind: "entry_left_out", name: SHOPPING, pointer },
        { kind: "endpoint", transport: "mcp", live: undefined },
      ]);
    }
  });

  it("has no endpoint where that of its only transport is another's", async () => {
    const service = { version: OURS, transport: "rest", endpoint: ENDPOINT };
    const foreign = { ...service, spec: "https://evil.example/" };
    const { error } = await reach({
      [DISCOVERY]: () => json(ours({ services: { [SHOPPING]: [foreign] } })),
    });
    expect(error).toMatchObject({ code: "TRANSPORT_UNAVAILABLE" });
  });

  it("loses no more than the entry of a handler that is not its host's", async () => {
    const handlers = {
      "com.example.pay": [
        { id: "a", version: OURS, spec: "https://evil.example/" },
        { id: "b", version: OURS, spec: "https://example.com/" },
      ],
    };
    const { client } = await reach({
      [DISCOVERY]: () => json(ours({ payment_handlers: handlers })),
    });
    expect(client?.$business.drift).toMatchObject([
      { kind: "entry_left_out", pointer: "/proto/payment_handlers/com.example.pay/0/spec" },
    ]);
  });

  it("has no text in drift that is invisible or long", async () => {
    const capabilities = {
      ...soundCapabilities,
      ["\u001b[31m\n\u202e" + "x".repeat(5_000)]: {},
      "a.b": { version: "\u202e\u0000" },
    };
    const { client } = await reach({ [DISCOVERY]: () => json(ours({ capabilities })) });
    const drift = client?.$business.drift ?? [];
    expect(drift).toHaveLength(2);
    for (const each of drift)
      for (const text of Object.values(each) as string[]) {
        expect(text).not.toMatch(/[\p{Cc}\p{Cf}]/u);
        expect(text.length).toBeLessThan(600);
      }
  });

  it("is refused where its own version cannot be read", async () => {
    const { error } = await reach({ [DISCOVERY]: () => json(ours({ version: "1" })) });
    expect(error).toMatchObject({ code: "DISCOVERY_FAILED" });
    expect((error as Error).message).toContain("/proto/version: expected a version");
  });
});
