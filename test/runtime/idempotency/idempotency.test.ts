/** Calls with an idempotency key (§4.8, §7, DESIGN §12): one effect, one answer. */

import {
  checkKey,
  type Effect,
  type IdempotentResult,
} from "../../../src/runtime/idempotency/idempotent.js";
import {
  fingerprintOf,
  IdempotencyError,
  idempotent,
  type Idempotency,
} from "@proto-gen/runtime/server";
import { once } from "node:events";
import { setTimeout } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { answer, CLAIMS, claimsInMemory, held, request, testClock } from "../../support/claims.js";

/** An effect that counts how often it is had. */
function counted(effect?: (times: number) => Promise<void>): {
  readonly effect: Effect;
  readonly times: () => number;
} {
  let times = 0;
  return {
    effect: async () => {
      times += 1;
      await effect?.(times);
      return { answer: answer(`effect ${times}`, 201), store: true };
    },
    times: () => times,
  };
}

/** What it throws, which must be something. */
async function thrownBy(call: Promise<IdempotentResult>): Promise<unknown> {
  const result = await call.catch((error: unknown) => ({ thrown: error }));
  if ("thrown" in result) return result.thrown;
  throw new Error(`expected an error, found ${result.kind}`);
}

describe.each(CLAIMS)("a call with a store %s", (_, open) => {
  it("has one effect and one answer, 200 times at once", async () => {
    const store = open();
    const { effect, times } = counted(() => setTimeout(50));
    const calls = Array.from({ length: 200 }, () => idempotent(store, request(), effect));
    const results = await Promise.all(calls);
    expect(times()).toBe(1);
    for (const result of results) expect(result.answer).toEqual(answer("effect 1", 201));
    expect(results.filter(({ kind }) => kind === "executed")).toHaveLength(1);
  });

  it("conflicts when the key comes with other parameters", async () => {
    const store = open();
    const { effect, times } = counted();
    await idempotent(store, request(), effect);
    const error = await thrownBy(idempotent(store, request({ fingerprint: "f2" }), effect));
    expect(error).toMatchObject({ code: "idempotency_key_reused", status: 409 });
    expect(error).toMatchObject({ retryAfterSeconds: undefined });
    expect(times()).toBe(1);
  });

  it("tells a twin when to come back, once it has waited", async () => {
    const store = open({ leaseMs: 2500 });
    await store.claim(request());
    const { effect, times } = counted();
    const error = await thrownBy(idempotent(store, { ...request(), waitMs: 20 }, effect));
    expect(error).toBeInstanceOf(IdempotencyError);
    expect(error).toMatchObject({
      code: "idempotency_in_progress",
      status: 409,
      retryAfterSeconds: 3,
    });
    expect(times()).toBe(0);
  });

  it("stops waiting when it is aborted", async () => {
    const store = open();
    await store.claim(request());
    const { effect, times } = counted();
    const abort = new AbortController();
    const { signal } = abort;
    const call = thrownBy(idempotent(store, { ...request(), signal, waitMs: 60_000 }, effect));
    await setTimeout(20);
    const reason = new Error("the client has gone");
    abort.abort(reason);
    expect(await call).toBe(reason);
    expect(await thrownBy(idempotent(store, { ...request({ key: "new" }), signal }, effect))).toBe(
      reason,
    );
    expect(times()).toBe(0);
  });

  it("frees the key when the effect throws", async () => {
    const store = open();
    const broken = new Error("declined");
    const { effect, times } = counted(async (time) => {
      if (time === 1) throw broken;
    });
    expect(await thrownBy(idempotent(store, request(), effect))).toBe(broken);
    const again = await idempotent(store, request({ fingerprint: "f2" }), effect);
    expect(again).toEqual({ kind: "executed", answer: answer("effect 2", 201), stored: true });
    expect(times()).toBe(2);
  });

  it("stores nothing of a validation failure", async () => {
    const store = open();
    const invalid: Effect = async () => ({ answer: answer("invalid", 400), store: false });
    const failed = await idempotent(store, request(), invalid);
    expect(failed).toEqual({ kind: "executed", answer: answer("invalid", 400), stored: false });
    const { effect } = counted();
    const corrected = await idempotent(store, request({ fingerprint: "f2" }), effect);
    expect(corrected.kind).toBe("executed");
  });

  it("lets a waiting twin have the effect when the first one fails", async () => {
    const store = open();
    const { effect } = counted(async (time) => {
      await setTimeout(20);
      if (time === 1) throw new Error("declined");
    });
    const [first, twin] = await Promise.allSettled([
      idempotent(store, request(), effect),
      idempotent(store, request(), effect),
    ]);
    expect(first.status).toBe("rejected");
    expect(twin).toMatchObject({ value: { kind: "executed", answer: answer("effect 2", 201) } });
  });

  it("has no effect when the store is down", async () => {
    const store = open();
    store.close();
    const { effect, times } = counted();
    expect(await thrownBy(idempotent(store, request(), effect))).toMatchObject({
      code: "idempotency_unavailable",
      status: 503,
    });
    expect(times()).toBe(0);
  });

  it("answers when the store fails after the effect, and says that nothing is stored", async () => {
    const store = open();
    const { effect } = counted(async () => store.close());
    expect(await idempotent(store, request(), effect)).toMatchObject({
      kind: "executed",
      stored: false,
      failure: { code: "idempotency_unavailable" },
    });
  });

  it("renews the lease while the effect runs", async () => {
    const clock = testClock();
    const inner = open({ leaseMs: 60, now: clock.now });
    let renewals = 0;
    const store: Idempotency = {
      ...inner,
      renew: async (claim) => {
        const renewed = await inner.renew(claim);
        renewals += 1;
        return renewed;
      },
    };
    const { effect, times } = counted(async () => {
      // Longer than the lease, but not without a renewal.
      for (let step = 1; step <= 4; step += 1) {
        const before = renewals;
        clock.advance(50);
        while (renewals === before) await setTimeout(5);
      }
    });
    const calls = [idempotent(store, request(), effect), idempotent(store, request(), effect)];
    expect((await Promise.all(calls)).map(({ kind }) => kind)).toEqual(["executed", "replayed"]);
    expect(times()).toBe(1);
  });

  it("does not give an answer that another call's has replaced", async () => {
    const clock = testClock();
    const store = open({ now: clock.now, leaseMs: 60 });
    const slow: Effect = async (claim) => {
      clock.advance(60);
      const other = held(await store.claim(request()));
      expect(other.token).toBeGreaterThan(claim.token);
      await once(claim.lost, "abort");
      await store.complete(other, answer("other"));
      return { answer: answer("slow"), store: true };
    };
    expect(await thrownBy(idempotent(store, request(), slow))).toMatchObject({
      code: "idempotency_lease_lost",
      status: 409,
      retryAfterSeconds: 1,
    });
    expect(await idempotent(store, request(), slow)).toEqual({
      kind: "replayed",
      answer: answer("other"),
    });
  });
});

describe("a call with a store of somebody's own", () => {
  it("has no effect when the store throws whatever it does", async () => {
    const cause = new Error("connection refused");
    const store: Idempotency = {
      ...claimsInMemory(),
      claim: () => Promise.reject(cause),
    };
    const { effect, times } = counted();
    expect(await thrownBy(idempotent(store, request(), effect))).toMatchObject({
      code: "idempotency_unavailable",
      cause,
    });
    expect(times()).toBe(0);
  });

  it("keeps its claim where one renewal fails, and the next does not", async () => {
    const clock = testClock();
    const memory = claimsInMemory({ leaseMs: 60, now: clock.now });
    let renewals = 0;
    const store: Idempotency = {
      ...memory,
      renew: (claim) => {
        renewals += 1;
        return renewals === 1 ? Promise.reject(new Error("busy")) : memory.renew(claim);
      },
    };
    const { effect, times } = counted();
    let isLost: boolean | undefined;
    let twin: unknown;
    await idempotent(store, request(), async ({ lost }) => {
      clock.advance(50);
      while (renewals < 2 && !lost.aborted) await setTimeout(5);
      clock.advance(50);
      isLost = lost.aborted;
      twin = await idempotent(store, { ...request(), waitMs: 0 }, effect).catch(
        (error: unknown) => error,
      );
      return { answer: answer(), store: true };
    });
    expect(isLost).toBe(false);
    expect(twin).toMatchObject({ code: "idempotency_in_progress" });
    expect(times()).toBe(0);
  });

  it("tries again to store an answer", async () => {
    const memory = claimsInMemory();
    let failures = 2;
    const store: Idempotency = {
      ...memory,
      complete: (claim, given) => {
        failures -= 1;
        return failures < 0 ? memory.complete(claim, given) : Promise.reject(new Error("busy"));
      },
    };
    const { effect } = counted();
    expect(await idempotent(store, request(), effect)).toMatchObject({ stored: true });
    expect(await idempotent(store, request(), effect)).toMatchObject({ kind: "replayed" });
  });

  it("gives the effect's own error when the claim cannot be released", async () => {
    const store: Idempotency = {
      ...claimsInMemory(),
      release: () => Promise.reject(new Error("gone")),
    };
    const broken = new Error("declined");
    expect(await thrownBy(idempotent(store, request(), () => Promise.reject(broken)))).toBe(broken);
  });

  it("needs a client", async () => {
    const { effect } = counted();
    const call = idempotent(claimsInMemory(), request({ client: "" }), effect);
    expect(await thrownBy(call)).toBeInstanceOf(TypeError);
  });
});

describe("a key", () => {
  it.each(["a", "!~", "x".repeat(255), "7f9c24e8-3b12-4fef-91e0-56f2d5a1c001"])(
    "may be %s",
    (key) => {
      expect(() => checkKey(key)).not.toThrow();
    },
  );

  it.each(["", " ", "a b", "a\n", "\u007f", "\u0000", "ä", "😀", "x".repeat(256)])(
    "may not be %j",
    async (key) => {
      const { effect, times } = counted();
      const call = idempotent(claimsInMemory(), request({ key }), effect);
      expect(await thrownBy(call)).toMatchObject({ code: "idempotency_key_invalid", status: 400 });
      expect(times()).toBe(0);
    },
  );
});

describe("a fingerprint", () => {
  const value = { id: 1 };
  const call = { method: "POST", target: "/checkout-sessions?a=1", value };

  it("is SHA-256 of method, target and body", async () => {
    // printf '["POST","/checkout-sessions?a=1"]\n{"id":1}' | sha256sum
    const digest = "b91c2239efde876d4a58789f95ba75f64c571f1e82b53b688649b3971062af21";
    expect(await fingerprintOf(call)).toBe(digest);
  });

  it.each([
    ["white space", '{ "a": 1,\n "b": [2] }'],
    ["the order of members", '{"b":[2],"a":1}'],
    ["the spelling of a number", '{"a":1.0,"b":[2e0]}'],
    ["escapes", '{"\\u0061":1,"b":[2]}'],
  ])("does not depend on %s", async (_, text) => {
    const [one, other] = await Promise.all(
      ['{"a":1,"b":[2]}', text].map((each) =>
        fingerprintOf({ ...call, value: JSON.parse(each) as unknown }),
      ),
    );
    expect(other).toBe(one);
  });

  it("does not depend on the order of members at any depth", async () => {
    const texts = [
      '{"c":[{"x":{"__proto__":3,"1":2,"2":1},"y":1}]}',
      '{"c":[{"y":1,"x":{"2":1,"1":2,"__proto__":3}}]}',
    ];
    const [one, other, without] = await Promise.all(
      [...texts, '{"c":[{"y":1,"x":{"2":1,"1":2}}]}'].map((each) =>
        fingerprintOf({ ...call, value: JSON.parse(each) as unknown }),
      ),
    );
    expect(other).toBe(one);
    expect(without).not.toBe(one);
  });

  it("differs where one of them does, or where a part ends elsewhere", async () => {
    const others = [
      { ...call, method: "PUT" },
      { ...call, target: "/checkout-sessions" },
      { ...call, value: { id: "1" } },
      { ...call, value: { id: 1, a: null } },
      { ...call, value: [1, 2] },
      { ...call, value: [2, 1] },
      { ...call, value: null },
      { ...call, value: "" },
      { ...call, value: undefined },
      { method: "POST/", target: "checkout-sessions?a=1", value },
      { ...call, target: '/checkout-sessions?a=1"]\n{"id":1}', value: undefined },
    ];
    const all = await Promise.all([call, ...others].map(fingerprintOf));
    expect(new Set(all).size).toBe(all.length);
  });

  it.each([10, 16_000, 17_000, 1_000_000])(
    "differs in the last of %i characters",
    async (length) => {
      const [one, other] = await Promise.all(
        ["a", "b"].map((last) => fingerprintOf({ ...call, value: "x".repeat(length) + last })),
      );
      expect(one).not.toBe(other);
    },
  );
});
