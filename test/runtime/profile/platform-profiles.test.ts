/** Platforms' profiles (§5.3, §7, §9.6): fetched once, kept for a while, refused where they are none. */

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ProtocolError } from "@proto-gen/runtime/error";
import {
  createPlatformProfiles,
  DocumentFetchError,
  type DocumentFetch,
  type PlatformProfilesOptions,
} from "@proto-gen/runtime/profile";
import type { DocumentRequest } from "../../../src/runtime/document/document-fetch.js";

const URL_A = "https://a.example/profile.json";
const SECOND = 1_000;
const MINUTE = 60_000;

type Reply = () => Awaited<ReturnType<DocumentFetch>> | Promise<never>;

interface Fetched {
  readonly url: string;
  readonly request: DocumentRequest;
}

let fetched: Fetched[];
let reply: Reply;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
  fetched = [];
  reply = () => document();
});

afterEach(() => vi.useRealTimers());

function pass(milliseconds: number): void {
  vi.setSystemTime(Date.now() + milliseconds);
}

function memberOf(capabilities: unknown = {}): object {
  return { proto: { version: "2026-11-27", capabilities } };
}

function document(
  headers: Record<string, string> = {},
  body: unknown = memberOf(),
): Awaited<ReturnType<DocumentFetch>> {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return { status: 200, headers: new Headers(headers), bytes: new TextEncoder().encode(text) };
}

function failing(...of: ConstructorParameters<typeof DocumentFetchError>): Reply {
  return () => Promise.reject(new DocumentFetchError(...of));
}

function profilesWith(options: Partial<PlatformProfilesOptions> = {}): {
  get: (url?: string, signal?: AbortSignal) => Promise<unknown>;
  refresh: (url?: string) => Promise<unknown>;
} {
  const fetch: DocumentFetch = async (url, request) => {
    fetched.push({ url, request });
    return reply();
  };
  const profiles = createPlatformProfiles({ name: "proto", fetch, ...options });
  return {
    get: (url = URL_A, signal = new AbortController().signal) => profiles.get(url, { signal }),
    refresh: (url = URL_A) => profiles.refresh(url, new AbortController()),
  };
}

async function codeOf(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.then(
    () => "no error",
    (thrown: unknown) => thrown,
  );
  return error instanceof ProtocolError ? error.code : String(error);
}

describe("a profile", () => {
  it("is fetched, and told apart by its contents", async () => {
    const { get } = profilesWith();
    const one = await get();
    expect(one).toMatchObject({ url: URL_A, profile: memberOf() });
    expect(fetched).toMatchObject([{ url: URL_A, request: { maxBytes: 262_144 } }]);
    const same = (await get("https://b.example/")) as { readonly identity: string };
    expect(one).toHaveProperty("identity", same.identity);
    reply = () => document({}, memberOf([]));
    const other = (await get("https://c.example/")) as { readonly identity: string };
    expect(other.identity).not.toBe(same.identity);
  });

  it("is nobody's to change", async () => {
    reply = () => document({}, memberOf({ "com.example.gift": [{ version: "2026-11-27" }] }));
    const { profile } = (await profilesWith().get()) as {
      readonly profile: { readonly proto: { capabilities: Record<string, object[]> } };
    };
    const { capabilities } = profile.proto;
    expect(() => (profile.proto.capabilities = {})).toThrow(TypeError);
    expect(() => capabilities["com.example.gift"]?.push({})).toThrow(TypeError);
  });

  it("has one entry, however its URL is written", async () => {
    const { get } = profilesWith();
    await get("https://a.example/b/../profile.json");
    await get("HTTPS://A.example:443/profile.json");
    expect(fetched.map(({ url }) => url)).toEqual([URL_A]);
  });

  it.each([
    "http://a.example/",
    "ftp://a.example/",
    "a.example",
    "",
    "https://user@a.example/",
    "https://:secret@a.example/",
    "https://a.example/#1",
    "https://a.example/#",
    `https://a.example/${"a".repeat(2_048)}`,
  ])("has no URL like %j: invalid_profile_url", async (url) => {
    expect(await codeOf(profilesWith().get(url))).toBe("invalid_profile_url");
    expect(await codeOf(profilesWith().refresh(url))).toBe("invalid_profile_url");
    expect(fetched).toEqual([]);
  });

  it("has an http URL in development", async () => {
    await profilesWith({ development: true }).get("http://a.example/");
    expect(fetched).toHaveLength(1);
  });

  it.each([
    "",
    "{",
    "[]",
    "null",
    "{}",
    '{"proto":[]}',
    '{"proto":{}}',
    '{"proto":{"version":"1"}}',
    '{"proto":{"version":"2026-11-27","capabilities":[{}]}}',
    '{"proto":{"version":"2026-11-27"},"proto":{"version":"2026-11-27"}}',
    '\ufeff{"proto":{"version":"2026-11-27"}}',
    '{"other":{"version":"2026-11-27"}}',
  ])("is malformed if its text is %j", async (text) => {
    reply = () => document({}, text);
    expect(await codeOf(profilesWith().get())).toBe("profile_malformed");
  });

  it.each([
    ["URL_REFUSED", "invalid_profile_url"],
    ["PORT_REFUSED", "invalid_profile_url"],
    ["ADDRESS_REFUSED", "profile_unreachable"],
    ["NOT_RESOLVED", "profile_unreachable"],
    ["NOT_CONNECTED", "profile_unreachable"],
    ["REDIRECTED", "profile_unreachable"],
    ["STATUS_UNEXPECTED", "profile_unreachable"],
    ["HEADERS_TOO_LARGE", "profile_unreachable"],
    ["TYPE_UNEXPECTED", "profile_malformed"],
    ["ENCODED", "profile_unreachable"],
    ["TOO_LARGE", "profile_malformed"],
    ["BROKEN_OFF", "profile_unreachable"],
    ["TIMEOUT", "profile_unreachable"],
  ] as const)("turns a fetch that ends with %s into %s", async (code, expected) => {
    reply = failing(code, { detail: "10.0.0.1" });
    const error: unknown = await profilesWith()
      .get()
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: expected });
    expect((error as ProtocolError).message).not.toContain("10.0.0.1");
  });

  it("says what a host has answered, and nothing of what a name leads to", async () => {
    const said = async (development: boolean, given: Reply): Promise<string> => {
      reply = given;
      const work = profilesWith({ development }).get();
      return work.then(String, (thrown: unknown) => (thrown as ProtocolError).content);
    };
    const plain = "The profile cannot be fetched.";
    expect(await said(false, failing("STATUS_UNEXPECTED", { status: 404 }))).toBe(
      `${plain} The answer's status is 404, not 200.`,
    );
    expect(await said(false, failing("REDIRECTED", { status: 301 }))).toContain("redirect");
    for (const code of ["ADDRESS_REFUSED", "NOT_RESOLVED", "NOT_CONNECTED", "TIMEOUT"] as const)
      expect(await said(false, failing(code))).toBe(plain);
    expect(await said(true, failing("NOT_RESOLVED", { detail: "10.0.0.1" }))).toBe(
      `${plain} The host has no address.`,
    );
  });

  it("is unreachable where a fetch of somebody's own throws anything", async () => {
    reply = () => Promise.reject(new TypeError("fetch failed"));
    expect(await codeOf(profilesWith().get())).toBe("profile_unreachable");
  });
});

describe("approved platforms (§7)", () => {
  it.each([
    ["a set", new Set([URL_A])],
    ["a function", (url: string) => url === URL_A],
  ])("are those of %s; of others nothing is fetched", async (_, approved) => {
    const { get, refresh } = profilesWith({ approved });
    await get();
    expect(await codeOf(get("https://b.example/"))).toBe("profile_not_trusted");
    expect(await codeOf(refresh("https://b.example/"))).toBe("profile_not_trusted");
    expect(fetched).toHaveLength(1);
  });

  it("may be taken back", async () => {
    const approved = new Set([URL_A]);
    const { get } = profilesWith({ approved });
    await get();
    approved.delete(URL_A);
    expect(await codeOf(get())).toBe("profile_not_trusted");
  });
});

describe("concurrent requests for a profile", () => {
  it("share one fetch, 10,000 of them", async () => {
    const { get } = profilesWith();
    const all = await Promise.all(Array.from({ length: 10_000 }, () => get()));
    expect(fetched).toHaveLength(1);
    expect(new Set(all).size).toBe(1);
  });

  it("share one fetch that fails", async () => {
    reply = failing("TIMEOUT");
    const { get } = profilesWith();
    const codes = await Promise.all(Array.from({ length: 100 }, () => codeOf(get())));
    expect(new Set(codes)).toEqual(new Set(["profile_unreachable"]));
    expect(fetched).toHaveLength(1);
  });

  it("go on waiting when one of them is aborted, even the first", async () => {
    let answer: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (answer = resolve));
    const fetch: DocumentFetch = async (url, request) => {
      fetched.push({ url, request });
      await held;
      return document();
    };
    const { get } = profilesWith({ fetch });
    const controller = new AbortController();
    const first = codeOf(get(URL_A, controller.signal));
    const second = get();
    controller.abort();
    expect(await first).toBe("request_aborted");
    answer();
    expect(await second).toMatchObject({ url: URL_A });
    expect(fetched).toHaveLength(1);
    expect(await codeOf(get("https://b.example/", controller.signal))).toBe("request_aborted");
  });

  it("are told to come again where too many are fetched, unless they are known", async () => {
    let answer: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (answer = resolve));
    const fetch: DocumentFetch = async (url) => {
      if (url !== URL_A) await held;
      return document();
    };
    const { get } = profilesWith({ fetch, limits: { fetches: 2 } });
    await get();
    pass(MINUTE);
    const slow = [get("https://b.example/"), get("https://c.example/")];
    expect(await codeOf(get("https://d.example/"))).toBe("temporarily_unavailable");
    expect(await get()).toMatchObject({ url: URL_A });
    answer();
    await Promise.all(slow);
    expect(await codeOf(get("https://d.example/"))).toBe("no error");
  });
});

describe("how long a profile is kept (§9.6)", () => {
  const DATE = "Fri, 20 Nov 2026 12:00:00 GMT";

  it.each([
    ["nothing", {}, 60],
    ["no-store", { "Cache-Control": "no-store" }, 5],
    ["no-cache beside an age", { "Cache-Control": "max-age=600, no-cache" }, 5],
    ["an age below the floor", { "Cache-Control": "max-age=1" }, 5],
    ["an age", { "Cache-Control": "public, Max-Age=600" }, 600],
    ["an age beside that of shared caches", { "Cache-Control": "s-maxage=9, max-age=600" }, 600],
    ["a part of an age that is over", { "Cache-Control": "max-age=600", Age: "200" }, 400],
    ["an age above the ceiling", { "Cache-Control": "max-age=31536000" }, 3_600],
    ["an age beyond numbers", { "Cache-Control": `max-age=${"9".repeat(400)}` }, 3_600],
    ["no number", { "Cache-Control": "max-age=soon" }, 60],
    ["a date", { Expires: "Fri, 20 Nov 2026 12:10:00 GMT", Date: DATE }, 600],
    ["a date that has passed", { Expires: "0", Date: DATE }, 5],
    ["an age, not a date", { "Cache-Control": "max-age=120", Expires: DATE, Date: DATE }, 120],
  ])("depends on the header fields: %s", async (_, headers, seconds) => {
    reply = () => document(headers as Record<string, string>);
    const { get } = profilesWith();
    await get();
    pass(seconds * SECOND - 1);
    await get();
    expect(fetched).toHaveLength(1);
    pass(1);
    await get();
    expect(fetched).toHaveLength(2);
  });

  it("is longer where it has not changed (RFC 9110 §15.4.5)", async () => {
    reply = () => document({ ETag: '"1"' });
    const { get } = profilesWith();
    const before = await get();
    pass(MINUTE);
    reply = () => ({
      status: 304,
      headers: new Headers({ "Cache-Control": "max-age=600" }),
      bytes: new Uint8Array(0),
    });
    expect(await get()).toBe(before);
    expect(fetched.map(({ request }) => request.ifNoneMatch)).toEqual([undefined, '"1"']);
    pass(10 * MINUTE - 1);
    await get();
    expect(fetched).toHaveLength(2);
    pass(1);
    await get();
    expect(fetched[2]?.request.ifNoneMatch).toBe('"1"');
  });

  it.each([
    failing("NOT_RESOLVED"),
    failing("NOT_CONNECTED"),
    failing("TIMEOUT"),
    failing("STATUS_UNEXPECTED", { status: 503 }),
    (): Promise<never> => Promise.reject(new TypeError("fetch failed")),
  ])("is longer while its host is down, but not forever", async (down) => {
    const { get } = profilesWith();
    const before = await get();
    pass(MINUTE);
    reply = down;
    expect(await get()).toBe(before);
    pass(10 * SECOND - 1);
    await get();
    expect(fetched).toHaveLength(2);
    pass(1);
    expect(await get()).toBe(before);
    expect(fetched).toHaveLength(3);
    pass(10 * MINUTE);
    expect(await codeOf(get())).toBe("profile_unreachable");
  });

  it.each([
    [failing("STATUS_UNEXPECTED", { status: 404 }), "profile_unreachable"],
    [failing("REDIRECTED", { status: 301 }), "profile_unreachable"],
    [failing("ADDRESS_REFUSED"), "profile_unreachable"],
    [(): ReturnType<Reply> => document({}, "{}"), "profile_malformed"],
  ] as const)("is over where its host says something else", async (other, code) => {
    const { get } = profilesWith();
    await get();
    pass(MINUTE);
    reply = other;
    expect(await codeOf(get())).toBe(code);
  });

  it("is over for good: an outage brings no profile back that was taken away", async () => {
    const { get } = profilesWith();
    await get();
    pass(MINUTE);
    reply = failing("STATUS_UNEXPECTED", { status: 404 });
    await codeOf(get());
    pass(10 * SECOND);
    reply = failing("TIMEOUT");
    expect(await codeOf(get())).toBe("profile_unreachable");
  });

  it("is over at once where a refresh says so", async () => {
    const { get, refresh } = profilesWith({ limits: { floorMs: 10 * MINUTE } });
    await get();
    pass(MINUTE);
    reply = () => document({}, "{}");
    expect(await codeOf(refresh())).toBe("profile_malformed");
    expect(await codeOf(get())).toBe("profile_malformed");
  });

  it("is short for a failure", async () => {
    reply = failing("TIMEOUT");
    const { get } = profilesWith();
    await codeOf(get());
    reply = () => document();
    pass(10 * SECOND - 1);
    expect(await codeOf(get())).toBe("profile_unreachable");
    pass(1);
    expect(await codeOf(get())).toBe("no error");
    expect(fetched).toHaveLength(2);
  });

  it("ends for what was not asked for the longest", async () => {
    const { get } = profilesWith({ limits: { profiles: 2 } });
    const [a, b, c] = ["https://a.example/", "https://b.example/", "https://c.example/"] as const;
    for (const url of [a, b, a, c, a]) await get(url);
    expect(fetched.map(({ url }) => url)).toEqual([a, b, c]);
    await get(b);
    expect(fetched).toHaveLength(4);
  });

  it("ends where all of them are too large", async () => {
    const bytes = document().bytes.length;
    const { get } = profilesWith({ limits: { totalBytes: 2 * bytes } });
    for (const host of ["a", "b", "c", "b", "a"]) await get(`https://${host}.example/`);
    expect(fetched).toHaveLength(4);
  });

  it("is not changed by failures of others", async () => {
    const { get } = profilesWith({ limits: { profiles: 2 } });
    await get();
    reply = failing("TIMEOUT");
    for (let each = 0; each < 10; each++) await codeOf(get(`https://${each}.example/`));
    await get();
    expect(fetched).toHaveLength(11);
  });
});

describe("refresh", () => {
  it("fetches what may have changed, once in a while", async () => {
    reply = () => document({ "Cache-Control": "max-age=3600" });
    const { get, refresh } = profilesWith();
    const before = await get();
    reply = () => document({ "Cache-Control": "max-age=3600" }, memberOf([]));
    // At once, however young the profile is.
    const after = await Promise.all(Array.from({ length: 1_000 }, () => refresh()));
    expect(new Set(after).size).toBe(1);
    expect(after[0]).not.toBe(before);
    reply = () => document({ "Cache-Control": "max-age=3600" });
    pass(MINUTE - 1);
    expect(await refresh()).toBe(after[0]);
    expect(await get()).toBe(after[0]);
    expect(fetched).toHaveLength(2);
    pass(1);
    expect(await refresh()).toEqual(before);
    expect(fetched).toHaveLength(3);
  });

  it("fetches what is not known", async () => {
    expect(await profilesWith().refresh()).toMatchObject({ url: URL_A });
  });

  it("gives what is known while the host is down, and asks no sooner for that", async () => {
    const { get, refresh } = profilesWith({ limits: { floorMs: 10 * MINUTE } });
    const before = await get();
    pass(MINUTE);
    reply = failing("TIMEOUT");
    expect(await refresh()).toBe(before);
    expect(await refresh()).toBe(before);
    expect(fetched).toHaveLength(2);
  });
});

describe("a capability that is declared at another's host (§1.9)", () => {
  const GIFT = "com.example.gift";
  const own = { version: "2026-11-27", spec: "https://example.com/gift" };

  async function capabilitiesOf(capabilities: unknown): Promise<unknown> {
    reply = () => document({}, memberOf(capabilities));
    const { profile } = (await profilesWith().get()) as {
      readonly profile: { readonly proto: { readonly capabilities: unknown } };
    };
    return profile.proto.capabilities;
  }

  it.each([
    "https://example.com/gift",
    "https://EXAMPLE.com/gift",
    "https://gift.example.com",
    "https://example.com",
  ])("is not one at %s", async (spec) => {
    const declared = { [GIFT]: [{ ...own, spec, schema: spec }] };
    expect(await capabilitiesOf(declared)).toEqual(declared);
  });

  it.each([
    "https://evil.example/gift",
    "https://example.com.evil.example/gift",
    "https://sample.com/gift",
    "https://gif.example.com/",
    "https://com/",
    "https://example.com:443/",
    "https://example.com./",
    "https://user@example.com/",
    "https://evil.example\\@example.com/",
    "http://example.com/",
    "gift.json",
  ])("is left out: %s", async (url) => {
    const bad = { ...own, schema: url };
    expect(await capabilitiesOf({ [GIFT]: [bad, own] })).toEqual({ [GIFT]: [own] });
    expect(await capabilitiesOf({ [GIFT]: [bad] })).toEqual({});
    expect(await capabilitiesOf({ [GIFT]: bad })).toEqual({});
    const other = { name: "com.example.card", version: "2026-11-27" };
    expect(await capabilitiesOf([{ name: GIFT, ...bad }, other])).toEqual([other]);
    expect(await capabilitiesOf({ [GIFT]: [{ version: "2026-11-27", spec: url }] })).toEqual({});
  });
});
