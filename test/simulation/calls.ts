/**
 * Calls with idempotency keys, many of each, by many processes. The effect is had by another system, which refuses a fencing token
 * below one that it has seen, as a payment provider would.
 */

import { createIdempotency, idempotent } from "@proto-gen/runtime/server";
import type { EffectClaim, EffectResult } from "../../src/runtime/idempotency/idempotent.js";
import type { StoredAnswer } from "../../src/runtime/idempotency/claims.js";
import { NETWORK, sleep } from "./timeline.js";
import { World, type Process, type Statistics, type WorldOptions } from "./world.js";

export interface CallsOptions extends WorldOptions {
  readonly keys: number;
  /** How often each key is answered for good at least. */
  readonly answersPerKey: number;
}

const SECOND = 1_000;
const LEASE_MS = 3 * SECOND;

/** What is known of one key. */
class Call {
  /** Of the effects that have happened. */
  readonly tokens = new Set<number>();
  largest = 0;
  /** The effect whose answer was given for good. */
  final: number | undefined;
  answers = 0;
}

/** @throws Error that says which promise of `idempotent` is broken */
export async function simulateCalls(options: CallsOptions): Promise<Statistics> {
  const world = new World(options);
  const calls = Array.from({ length: options.keys }, () => new Call());
  await world.run(
    (process) => void callForever(world, calls, process),
    async () => calls.every(({ answers }) => answers >= options.answersPerKey),
  );
  return world.statistics;
}

async function callForever(world: World, calls: readonly Call[], process: Process): Promise<never> {
  const { random } = world;
  const claims = createIdempotency(process.storage, { leaseMs: LEASE_MS, now: process.now });
  for (;;) {
    const at = Math.floor(random() * calls.length);
    const call = calls[at] as Call;
    const request = {
      ...{ client: `client ${at % 7}`, operation: "pay", key: `key-${at}`, fingerprint: "f" },
      waitMs: random() * 20 * SECOND,
    };
    // Whoever is refused, or fails, calls again.
    await idempotent(claims, request, (claim) => pay(world, call, claim)).then((result) => {
      if (result.kind === "replayed" || result.stored) answerForGood(world, call, result.answer);
    }, Boolean);
    await sleep(random() * 20 * SECOND);
  }
}

async function pay(world: World, call: Call, { token, lost }: EffectClaim): Promise<EffectResult> {
  const { random } = world;
  // Some effects last longer than the lease, which is renewed meanwhile.
  await sleep(random() < 0.1 ? random() * 60 * SECOND : random() * 2 * SECOND);
  if (lost.aborted || random() < 0.1) throw new Error("nothing has happened");
  if (random() < 0.1) return { answer: answerOf("invalid"), store: false };
  await reach(world, () => applyEffect(world, call, token));
  await sleep(random() * SECOND);
  return { answer: answerOf(String(token)), store: true };
}

/** A question to the other system arrives although its process has crashed meanwhile. */
function reach({ timeline, random }: World, work: () => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const arrive = (): void => {
      try {
        work();
        answer(resolve);
      } catch (error) {
        answer(() => reject(error as Error));
      }
    };
    const owner = timeline.owner;
    const answer = (settle: () => void): void =>
      void timeline.schedule(random() * SECOND, settle, owner);
    const isSlow = random() < 0.05;
    timeline.schedule(random() * (isSlow ? 30 : 1) * SECOND, arrive, NETWORK);
  });
}

function applyEffect({ check }: World, call: Call, token: number): void {
  if (token < call.largest) throw new Error("the token is out of date");
  check(!call.tokens.has(token), `two effects have the token ${token}`);
  check(call.final === undefined, "an effect came after a final answer");
  call.tokens.add(token);
  call.largest = token;
}

function answerForGood({ check }: World, call: Call, { body }: StoredAnswer): void {
  const token = Number(new TextDecoder().decode(body));
  check(token === call.largest, `the answer is of ${token}, the last effect of ${call.largest}`);
  check(token === (call.final ?? token), `two answers: ${call.final} and ${token}`);
  call.final = token;
  call.answers += 1;
}

function answerOf(text: string): StoredAnswer {
  return { status: 200, headers: [], body: new TextEncoder().encode(text) };
}
