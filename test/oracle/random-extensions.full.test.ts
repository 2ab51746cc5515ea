/**
 * Random vendor extensions, generated, composed and compared with ajv on random payloads (DESIGN §11).
 * `EXTENSIONS_RUNS` counts sets, which are generated in batches: each has one that extends the protocol.
 */

import { describe, expect, it } from "vitest";
import { ProtoGenError } from "../../src/errors.js";
import { emitted } from "../support/oracle/emitted.js";
import { judgeSet, type Judgement } from "../support/oracle/judge-set.js";
import { createRandom, type Random } from "../support/oracle/random.js";
import { protocolSet, vendorSet, type RandomSet } from "../support/oracle/random-set.js";
import { vendorProfile } from "../support/oracle/vendor.js";
import { reproduction, runs, seed } from "../support/sizes.js";

const PROTOCOL = ["checkout", "cart", "order", "catalog.search"] as const;
const SIZES = { quick: 4, full: 200 };
const SEED = seed("EXTENSIONS");
const COUNT = runs("EXTENSIONS", SIZES);
const BATCHES = Math.max(PROTOCOL.length, Math.ceil(COUNT / 10));
const PER_BATCH = Math.ceil(COUNT / BATCHES);

/** What a set may be refused for; anything else is a defect. */
const EXPECTED_CODES: ReadonlySet<string> = new Set(["COMPOSE_WEAKENS_BASE"]);

interface Totals extends Judgement {
  composed: number;
  /** Sets that were not generated, for no reason that a vendor could be told. */
  readonly failed: string[];
  readonly refused: Map<string, number>;
}

function randomSets(random: Random, batch: number): RandomSet[] {
  return Array.from({ length: PER_BATCH }, (_, index) => {
    const number = batch * PER_BATCH + index;
    const protocol = index === 0 ? PROTOCOL[batch % PROTOCOL.length] : undefined;
    return protocol === undefined
      ? vendorSet(random, number)
      : protocolSet(random, number, protocol);
  });
}

/** Judges sets in one profile; where that is refused, each in its own, to know which one is. */
async function judgeSets(
  name: string,
  sets: readonly RandomSet[],
  random: Random,
  totals: Totals,
): Promise<void> {
  const protocol = sets.flatMap((set) => set.protocol ?? []);
  const capabilities = sets.flatMap((set) => set.capabilities);
  try {
    const both = await emitted(name, vendorProfile(protocol, capabilities));
    for (const set of sets) await judgeSet(set, both, random, totals);
    totals.composed += sets.length;
  } catch (error) {
    if (sets.length > 1) {
      for (const [index, set] of sets.entries())
        await judgeSets(`${name}-${index}`, [set], random, totals);
    } else if (
      error instanceof ProtoGenError &&
      error.diagnostics.every(({ code }) => EXPECTED_CODES.has(code))
    ) {
      for (const { code } of error.diagnostics)
        totals.refused.set(code, (totals.refused.get(code) ?? 0) + 1);
    } else {
      totals.failed.push(`${name}: ${String(error).slice(0, 400)}`);
    }
  }
}

describe("random vendor extensions", () => {
  it("get ajv's verdicts", { timeout: 600_000 }, async () => {
    const totals: Totals = {
      composed: 0,
      verdicts: 0,
      accepted: 0,
      wrong: [],
      failed: [],
      refused: new Map(),
    };
    for (let batch = 0; batch < BATCHES; batch++) {
      const random = createRandom(SEED + batch);
      await judgeSets(`random-${batch}`, randomSets(random, batch), random, totals);
    }
    const refused = [...totals.refused].map(([code, times]) => `${times} ${code}`).join(", ");
    const repeat = reproduction("EXTENSIONS", SIZES);
    console.info(
      `${repeat}: ${totals.composed} sets composed, refused: ${refused || "none"}; ${totals.verdicts} verdicts, ${totals.accepted} accepted`,
    );
    const { wrong, failed } = totals;
    expect.soft(wrong.slice(0, 5), `${wrong.length} verdicts differ: ${repeat}`).toEqual([]);
    expect.soft(failed.slice(0, 5), `${failed.length} sets fail: ${repeat}`).toEqual([]);
    expect(totals.composed).toBeGreaterThanOrEqual(BATCHES * PER_BATCH * 0.75);
    expect(totals.accepted).toBeGreaterThan(totals.verdicts / 100);
    expect(totals.accepted).toBeLessThan(totals.verdicts);
  });
});
