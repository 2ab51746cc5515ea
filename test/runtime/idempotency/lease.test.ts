/** How long a claim is held, and how a twin waits for it (§4.8, DESIGN §12), by a clock that is moved by hand. */

import type { EffectClaim } from "../../../src/runtime/idempotency/idempotent.js";
import { IdempotencyError, idempotent, type Idempotency } from "@proto-gen/runtime/server";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { answer, claimsInMemory, request } from "../../support/claims.js";

beforeEach(() => void vi.useFakeTimers({ now: 0 }));
afterEach(() => void vi.useRealTimers());

interface Deferred<Value> {
  readonly promise: Promise<Value>;
  resolve(value: Value): void;
}

function deferred<Value>(): Deferred<Value> {
  let resolve!: (value: Value) => void;
  const promise = new Promise<Value>((settle) => (resolve = settle));
  return { promise, resolve };
}

/** A store in memory whose renewals are counted, and answered by `renew`. */
function renewed(
  leaseMs: number,
  renew: Idempotency["renew"] = async () => true,
): { readonly store: Idempotency; readonly renewals: () => number } {
  const memory = claimsInMemory({ leaseMs });
  let renewals = 0;
  const store: Idempotency = {
    ...memory,
    renew: (claim) => {
      renewals += 1;
      return renew(claim);
    },
  };
  return { store, renewals: () => renewals };
}

/** A call whose effect runs until it is ended. */
function running(store: Idempotency): {
  readonly claim: Promise<EffectClaim>;
  readonly result: Promise<unknown>;
  end(): void;
} {
  const started = deferred<EffectClaim>();
  const ended = deferred<void>();
  const result = idempotent(store, request(), async (claim) => {
    started.resolve(claim);
    await ended.promise;
    return { answer: answer(), store: true };
  });
  return { claim: started.promise, result, end: () => ended.resolve() };
}

describe("the lease of a running effect", () => {
  it.each([
    [3_000, 1_000],
    [3_002, 1_000],
    [2, 1],
    [1, 1],
    [2 ** 40, 2 ** 31 - 1],
  ])("is renewed, if it has %i ms, every %i ms", async (leaseMs, everyMs) => {
    const { store, renewals } = renewed(leaseMs);
    const call = running(store);
    await call.claim;
    await vi.advanceTimersByTimeAsync(everyMs - 1);
    expect(renewals()).toBe(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(renewals()).toBe(1);
    await vi.advanceTimersByTimeAsync(everyMs);
    expect(renewals()).toBe(2);
    call.end();
    await call.result;
  });

  it("is not renewed once the effect is done", async () => {
    const { store, renewals } = renewed(3);
    const call = running(store);
    call.end();
    await call.result;
    await vi.advanceTimersByTimeAsync(10);
    expect(renewals()).toBe(0);
  });

  it("is not renewed once the effect has failed", async () => {
    const { store, renewals } = renewed(3);
    const failed = idempotent(store, request(), () => Promise.reject(new Error("declined")));
    await expect(failed).rejects.toThrow("declined");
    await vi.advanceTimersByTimeAsync(10);
    expect(renewals()).toBe(0);
  });

  it("is not lost while the store cannot be asked", async () => {
    const { store, renewals } = renewed(3, () => Promise.reject(new Error("down")));
    const call = running(store);
    const { lost } = await call.claim;
    await vi.advanceTimersByTimeAsync(2);
    expect(renewals()).toBe(2);
    expect(lost.aborted).toBe(false);
    call.end();
    expect(await call.result).toMatchObject({ kind: "executed", stored: true });
  });

  it("is renewed no more once it is lost", async () => {
    const { store, renewals } = renewed(3, async () => false);
    const call = running(store);
    const claim = await call.claim;
    const { lost } = claim;
    // Every one that asks has the same signal.
    expect(claim.lost).toBe(lost);
    await vi.advanceTimersByTimeAsync(5);
    expect(lost.aborted).toBe(true);
    expect(renewals()).toBe(1);
    call.end();
    await call.result;
  });

  it("is known to be lost by an effect that asks afterwards", async () => {
    const { store } = renewed(3, async () => false);
    const call = running(store);
    const claim = await call.claim;
    await vi.advanceTimersByTimeAsync(1);
    expect(claim.lost.aborted).toBe(true);
    call.end();
    await call.result;
  });

  it("is not lost by a renewal that is refused after the effect is done", async () => {
    const refused = deferred<boolean>();
    const { store, renewals } = renewed(3, () => refused.promise);
    const call = running(store);
    const { lost } = await call.claim;
    await vi.advanceTimersByTimeAsync(1);
    expect(renewals()).toBe(1);
    call.end();
    await call.result;
    refused.resolve(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(lost.aborted).toBe(false);
  });
});

describe("a twin that waits", () => {
  /** When the store is asked, in milliseconds after the call. */
  async function asked(waitMs: number | undefined): Promise<readonly number[]> {
    const memory = claimsInMemory();
    await memory.claim(request());
    const start = performance.now();
    const times: number[] = [];
    const store: Idempotency = {
      ...memory,
      claim: (call) => {
        times.push(performance.now() - start);
        return memory.claim(call);
      },
    };
    const call = idempotent(store, { ...request(), waitMs }, () => Promise.reject(new Error()));
    const refused = expect(call).rejects.toMatchObject({ code: "idempotency_in_progress" });
    await vi.advanceTimersByTimeAsync(10_000);
    await refused;
    return times;
  }

  it("asks at once, after 5 ms, and then after twice the time, up to 100 ms", async () => {
    expect(await asked(400)).toEqual([0, 5, 15, 35, 75, 155, 255, 355, 400]);
  });

  it("waits for 5 seconds when nothing is said", async () => {
    expect((await asked(undefined)).at(-1)).toBe(5_000);
  });

  it("asks once when it is not to wait", async () => {
    expect(await asked(0)).toEqual([0]);
  });
});

describe("a duplicate of a running request (§7)", () => {
  it.each([
    [1, 1],
    [1_000, 1],
    [1_001, 2],
    [5_000, 5],
    [60_000, 5],
  ])("is told, with %i ms of the lease left, to come back after %i s", async (leaseMs, seconds) => {
    const store = claimsInMemory({ leaseMs });
    await store.claim(request());
    const call = idempotent(store, { ...request(), waitMs: 0 }, () => Promise.reject(new Error()));
    await expect(call).rejects.toMatchObject({ retryAfterSeconds: seconds });
  });
});

describe("an answer that the store does not take", () => {
  it("is tried again after 20 ms and after 80 ms, and then given with the failure", async () => {
    const start = performance.now();
    const times: number[] = [];
    const failure = new Error("busy");
    const store: Idempotency = {
      ...claimsInMemory(),
      complete: () => {
        times.push(performance.now() - start);
        return Promise.reject(failure);
      },
    };
    const effect = async () => ({ answer: answer(), store: true });
    const call = idempotent(store, request(), effect);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await call).toEqual({ kind: "executed", answer: answer(), stored: false, failure });
    expect(times).toEqual([0, 20, 100]);
  });

  it("is not tried again where another call took over", async () => {
    let tries = 0;
    const lost = new IdempotencyError("idempotency_lease_lost", "taken");
    const store: Idempotency = {
      ...claimsInMemory(),
      complete: () => {
        tries += 1;
        return Promise.reject(lost);
      },
    };
    const effect = async () => ({ answer: answer(), store: true });
    await expect(idempotent(store, request(), effect)).rejects.toBe(lost);
    expect(tries).toBe(1);
  });
});

describe("an error of the port's own kind", () => {
  it("is thrown as the store has thrown it", async () => {
    const full = new IdempotencyError("idempotency_unavailable", "the store is full");
    const store = { ...claimsInMemory(), claim: () => Promise.reject(full) };
    const effect = () => Promise.reject(new Error());
    await expect(idempotent(store, request(), effect)).rejects.toBe(full);
  });
});
