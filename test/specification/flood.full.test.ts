/**
 * An anonymous flood beside a platform that signs (§5.4, §7, §8). Shop, callers and platform are a process each,
 * and the platform's times are compared within one run.
 */

import { afterEach, beforeAll, expect, it } from "vitest";
import {
  buildPrograms,
  type Counts,
  openFlood,
  openShopProcess,
  type Started,
} from "../support/flood/processes.js";
import {
  createSigningPlatform,
  type Measured,
  quantile,
} from "../support/flood/signing-platform.js";

const ANONYMOUS = "https://anonymous.example/profile.json";
const CONNECTIONS = 8;
const ROUNDS = 150;
const TURNS = 2;
/** As many answers of 60 kB fill 256 MiB, which is what the store in memory may have. */
const ENOUGH = 4_300;
const BODY = JSON.stringify({
  currency: "USD",
  line_items: [{ item: { id: "pico_black" }, quantity: 1 }],
  // The answer repeats it.
  buyer: { first_name: "x".repeat(60_000) },
});

const started: Started[] = [];

beforeAll(buildPrograms, 180_000);
afterEach(async () => {
  for (const each of started.splice(0)) await each.end();
});

it("neither refuses the platform nor makes it wait five times as long", async () => {
  const { business, profile, published, clientOf } = await createSigningPlatform();
  const shop = await openShopProcess(business, { [ANONYMOUS]: profile, ...published });
  started.push(shop);
  const client = await clientOf(shop.url);
  // The first calls compile code, and are left out of the comparison.
  await client.rounds(ROUNDS / 3);
  const target = { url: shop.url, platform: ANONYMOUS, body: BODY, connections: CONNECTIONS };
  const quiet: Measured[] = [];
  const flooded: Measured[] = [];
  const counts: Counts[] = [];
  // In turn, so that whatever else the machine does is in both.
  for (let turn = 0; turn < TURNS; turn += 1) {
    quiet.push(await client.rounds(ROUNDS));
    const flood = await openFlood(target);
    started.push(flood);
    flooded.push(await client.rounds(ROUNDS, () => flood.answered() >= ENOUGH / TURNS));
    counts.push(await flood.counts());
    await flood.end();
  }
  const [before = 0, during = 0] = [quiet, flooded].map(p99);
  const figures = `${before} ms, with the flood ${during} ms; it was answered ${JSON.stringify(counts)}`;
  expect(
    flooded.flatMap(({ refused }) => refused),
    figures,
  ).toEqual([]);
  expect(counts[0]?.["429"], figures).toBeGreaterThan(0);
  expect(during, figures).toBeLessThan(5 * before);
});

function p99(measured: readonly Measured[]): number {
  return quantile(
    measured.flatMap(({ times }) => times),
    0.99,
  );
}
