/**
 * Comparisons of whole releases, random ones and real ones: of what is the same nothing is said, what is swapped is
 * mirrored, and the order of documents and of members plays no part. A failure names the seed of its pair:
 * `RELEASES_SEED=... RELEASES_RUNS=1` tries that one alone.
 */

import path from "node:path";
import type { Json } from "@proto-gen/runtime/json";
import { describe, expect, it } from "vitest";
import { ProtoGenError } from "../../src/errors.js";
import { readReleaseFiles, type ReleaseFile } from "../../src/load/release.js";
import { createRandom, type Random } from "../support/oracle/random.js";
import { vendorSet } from "../support/oracle/random-set.js";
import { unmirrored } from "../support/diff/mirror.js";
import { compared, setFiles } from "../support/diff/release-files.js";
import { published, repository } from "../support/published.js";
import { runs, seed } from "../support/sizes.js";

const SEED = seed("RELEASES");
const COUNT = runs("RELEASES", { quick: 4, full: 20 });

interface Pair {
  readonly seed: number;
  readonly name: string;
  readonly before: readonly ReleaseFile[];
  readonly after: readonly ReleaseFile[];
}

/** Two vendors' releases with the same names in them. */
function randomPairs(): Pair[] {
  return Array.from({ length: COUNT }, (_, index) => {
    const own = SEED + 2 * index;
    const [before, after] = [own, own + 1].map((each) =>
      setFiles(vendorSet(createRandom(each), 1)),
    ) as [ReleaseFile[], ReleaseFile[]];
    return { seed: own, name: `RELEASES_SEED=${own} RELEASES_RUNS=1`, before, after };
  });
}

/** What a random release may be refused for: what its author wrote, and its size. Anything else is a defect. */
const REFUSED: ReadonlySet<string> = new Set(["COMPOSE_WEAKENS_BASE", "MODEL_TOO_LARGE"]);

/** Undefined where a side cannot be composed. */
async function changesOf(before: readonly ReleaseFile[], after: readonly ReleaseFile[]) {
  try {
    return await compared(before, after);
  } catch (error) {
    if (!(error instanceof ProtoGenError)) throw error;
    if (!error.diagnostics.every(({ code }) => REFUSED.has(code))) throw error;
    return undefined;
  }
}

/** The same documents in another order, with their members in another order. */
function shuffled(files: readonly ReleaseFile[], random: Random): ReleaseFile[] {
  return shuffle(files, random).map(({ path: name, bytes }) => {
    const document = JSON.parse(new TextDecoder().decode(bytes)) as Json;
    const text = JSON.stringify(withoutOrder(document, random), null, 2);
    return { path: name, bytes: new TextEncoder().encode(text) };
  });
}

function withoutOrder(value: Json, random: Random): Json {
  if (Array.isArray(value))
    return (value as readonly Json[]).map((each) => withoutOrder(each, random));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    shuffle(Object.entries(value), random).map(([name, member]) => [
      name,
      withoutOrder(member as Json, random),
    ]),
  );
}

function shuffle<Item>(items: readonly Item[], random: Random): Item[] {
  return items
    .map((item) => ({ item, rank: random.int(1_000_000) }))
    .sort((left, right) => left.rank - right.rank)
    .map(({ item }) => item);
}

function release(directory: string): ReleaseFile[] {
  return readReleaseFiles(directory);
}

describe("pairs of random vendors' releases", () => {
  const pairs = randomPairs();

  it(
    "say nothing of a release and itself, in whatever order it stands",
    { timeout: 120_000 },
    async () => {
      let composed = 0;
      for (const { seed: own, name, before } of pairs) {
        const changes = await changesOf(before, shuffled(before, createRandom(own)));
        if (changes === undefined) continue;
        composed++;
        expect(changes, name).toEqual([]);
      }
      // A single pair may be refused.
      if (COUNT > 1) expect(composed).toBeGreaterThan(COUNT / 2);
    },
  );

  it(
    "say the same in whatever order the sides stand, and leave them as they are",
    { timeout: 120_000 },
    async () => {
      let told = 0;
      for (const { seed: own, name, before, after } of pairs) {
        const random = createRandom(own);
        const bytes = [...before, ...after].map((file) => Buffer.from(file.bytes));
        const changes = await changesOf(before, after);
        const again = await changesOf(shuffled(before, random), shuffled(after, random));
        const fingerprints = (all = changes) =>
          all?.map(({ rule, fingerprint, levels }) => ({ rule, fingerprint, levels }));
        expect(fingerprints(again), name).toEqual(fingerprints());
        expect([...before, ...after].map((file) => Buffer.from(file.bytes))).toEqual(bytes);
        told += changes?.length ?? 0;
      }
      if (COUNT > 1) expect(told).toBeGreaterThan(COUNT);
    },
  );

  it("mirror each other", { timeout: 120_000 }, async () => {
    const wrong: string[] = [];
    for (const { name, before, after } of pairs) {
      const changes = await changesOf(before, after);
      const swapped = await changesOf(after, before);
      if (changes === undefined || swapped === undefined) continue;
      wrong.push(...unmirrored(changes, swapped).map((text) => `${name}: ${text}`));
    }
    expect(wrong).toEqual([]);
  });
});

describe("real releases", () => {
  it("the repository's own is the same as itself", async () => {
    const files = release(path.join(repository, "schemas/2026-11-20"));
    expect(await compared(files, shuffled(files, createRandom(SEED)))).toEqual([]);
  });

  it.skipIf(published === undefined).each(["2026-01-11", "2026-01-23", "2026-04-08"])(
    "%s is the same as itself",
    async (name) => {
      const files = release(path.join(published ?? "", name, "source"));
      expect(await compared(files, shuffled(files, createRandom(SEED)))).toEqual([]);
    },
  );
});
