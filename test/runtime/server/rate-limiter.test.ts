/** A rate limit by principal (§7): token buckets for who authenticates, and for all others together. */

import { describe, expect, it } from "vitest";
import { anyOf, apiKey, open, type Principal } from "@proto-gen/runtime/auth";
import { createRateLimiter, type ServerOptions } from "@proto-gen/runtime/server";
import type { RateLimiterOptions } from "../../../src/runtime/server/create-rate-limiter.js";
import { createOverRest, sampleServer } from "../../support/sample-business.js";

const ANYONE: Principal = { kind: "open", id: "anonymous" };
const KEYS = anyOf(apiKey({ keys: { agent: "secret", other: "other" } }), open());

function named(id: string): Principal {
  return { kind: "bearer", id };
}

/** A limiter with a clock that stands still unless it is moved. */
function limiter(options: RateLimiterOptions) {
  let time = 0;
  const limit = createRateLimiter({ ...options, now: () => time });
  return {
    call: (principal: Principal, remoteAddress?: string) => limit({ principal, remoteAddress }),
    advance: (ms: number) => void (time += ms),
  };
}

describe("a rate limiter", () => {
  it.each([
    ["2001:db8::1", "2001:db8::2"],
    ["2001:db8:0:0:1::1", "2001:DB8::ffff:2"],
    ["2001:db8:1:2:3:4:5:6", "2001:0db8:0001:0002::"],
    ["fe80::1%eth0", "fe80::2"],
    ["::1", "::2"],
    ["192.0.2.1", "::ffff:192.0.2.1"],
  ])("counts %s and %s as one caller", (one, other) => {
    const { call } = limiter({ address: { perSecond: 1, burst: 1 } });
    expect([call(ANYONE, one), call(ANYONE, other)]).toEqual([undefined, 1]);
  });

  it.each([
    ["2001:db8::1", "2001:db8:0:1::1"],
    ["2001:db8:1::", "2001:db8:10::"],
    ["192.0.2.1", "192.0.2.2"],
    ["::ffff:192.0.2.1", "::ffff:192.0.2.2"],
  ])("counts %s and %s as two callers", (one, other) => {
    const { call } = limiter({ address: { perSecond: 1, burst: 1 } });
    expect([call(ANYONE, one), call(ANYONE, other)]).toEqual([undefined, undefined]);
  });

  it("lets a principal call as often as its burst at once, and then at its rate", () => {
    const { call, advance } = limiter({ principal: { perSecond: 2, burst: 3 } });
    const now = (): (number | undefined)[] =>
      Array.from({ length: 4 }, () => call(named("a"))) as number[];
    expect(now()).toEqual([undefined, undefined, undefined, 0.5]);
    advance(400);
    expect(call(named("a"))).toBeCloseTo(0.1);
    advance(100);
    expect([call(named("a")), call(named("a"))]).toEqual([undefined, 0.5]);
    // No more than a burst, however long the pause was.
    advance(1_000_000);
    expect(now()).toEqual([undefined, undefined, undefined, 0.5]);
  });

  it("counts each principal by itself: by kind, issuer, client and id", () => {
    const { call } = limiter({ principal: { perSecond: 1, burst: 1 } });
    const others = [
      { kind: "bearer", id: "a" },
      { kind: "api_key", id: "a" },
      { kind: "bearer", id: "b" },
      { kind: "bearer", id: "a", issuer: "i" },
      { kind: "bearer", id: "a", client: "i" },
      { kind: "bearer", id: "x".repeat(1_000) },
    ];
    for (const each of others) expect(call(each)).toBeUndefined();
    for (const each of others) expect(call(each)).toBe(1);
  });

  it("counts anonymous callers together, and those of one address beside that", () => {
    const { call } = limiter({
      anonymous: { perSecond: 1, burst: 3 },
      address: { perSecond: 1, burst: 2 },
    });
    const from = (address: string) => call(ANYONE, address);
    expect([from("192.0.2.1"), from("192.0.2.1"), from("192.0.2.1")]).toEqual([
      undefined,
      undefined,
      1,
    ]);
    // A refused call has taken nothing from the others.
    expect([from("192.0.2.2"), from("192.0.2.2")]).toEqual([undefined, 1]);
    expect(call(named("a"), "192.0.2.1")).toBeUndefined();
  });

  it("looks at no address where it is told so, or none is known", () => {
    const options = { anonymous: { perSecond: 1, burst: 2 }, address: { perSecond: 1, burst: 1 } };
    const unknown = limiter(options);
    expect([1, 2, 3].map(() => unknown.call(ANYONE))).toEqual([undefined, undefined, 1]);
    const behindProxy = limiter({ ...options, address: false });
    expect([1, 2, 3].map(() => behindProxy.call(ANYONE, "proxy"))).toEqual([
      undefined,
      undefined,
      1,
    ]);
  });

  it("remembers a bounded number of principals: it forgets the one that called longest ago", () => {
    const { call } = limiter({ principal: { perSecond: 1, burst: 1 }, maxRemembered: 2 });
    for (const id of ["a", "b", "c"]) expect(call(named(id))).toBeUndefined();
    expect(["b", "c"].map((id) => call(named(id)))).toEqual([1, 1]);
    expect(call(named("a"))).toBeUndefined();
  });

  it.each([
    [{ principal: { perSecond: 0, burst: 1 } }, "perSecond"],
    [{ anonymous: { perSecond: 1, burst: 0 } }, "burst"],
    [{ address: { perSecond: Number.NaN, burst: 1 } }, "perSecond"],
    [{ maxRemembered: 0 }, "maxRemembered"],
  ])("is a RangeError where %j lets nobody call", (options, name) => {
    expect(() => createRateLimiter(options)).toThrow(RangeError);
    expect(() => createRateLimiter(options)).toThrow(name);
  });
});

describe("a server with a rate limiter", () => {
  function serverWith(options: RateLimiterOptions, more: Partial<ServerOptions> = {}) {
    const witness = { created: [], entries: [] };
    const rateLimit = createRateLimiter(options);
    const server = sampleServer(witness, {}, { rateLimit, authentication: KEYS, ...more });
    let keys = 0;
    return async (apiKey?: string): Promise<Response> => {
      keys += 1;
      return createOverRest(
        server,
        `key_${keys}`,
        apiKey === undefined ? {} : { "X-API-Key": apiKey },
      );
    };
  }
  const once = { perSecond: 0.01, burst: 1 };

  it("refuses with 429 and says when to come again (§7)", async () => {
    const call = serverWith({ anonymous: once });
    expect((await call()).status).toBe(201);
    const refused = await call();
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "100"]);
    expect(await refused.json()).toMatchObject({ code: "rate_limited" });
  });

  it("knows who calls: each has a rate, and anonymous callers take nothing from it", async () => {
    const call = serverWith({ anonymous: once, principal: once });
    const calls = [undefined, undefined, "secret", "secret", "other"];
    const statuses: number[] = [];
    for (const each of calls) statuses.push((await call(each)).status);
    expect(statuses).toEqual([201, 429, 201, 429, 201]);
  });

  it("counts those whose credentials are wrong as anonymous", async () => {
    const call = serverWith({ anonymous: once });
    expect((await call("wrong")).status).toBe(401);
    expect((await call("wrong")).status).toBe(429);
    expect((await call("secret")).status).toBe(201);
  });
});
