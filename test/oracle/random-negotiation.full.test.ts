/** Random pairs of profiles: what is agreed at build time and at run time (§9.3, DESIGN §5). */

import { describe, expect, it } from "vitest";
import type { Json } from "@proto-gen/runtime/json";
import {
  compareVersions,
  negotiateWith,
  type Agreement,
  type Requirements,
  type VersionRange,
} from "@proto-gen/runtime/negotiation";
import { plainAgreement } from "../../src/emit/negotiation/plain-agreement.js";
import { ProtoGenError } from "../../src/errors.js";
import { agree } from "../../src/negotiate/agree.js";
import { createRandom } from "../support/oracle/random.js";
import {
  profileOf,
  randomPair,
  shuffledPair,
  sourcesOf,
  type Pair,
  type Side,
} from "../support/oracle/random-registries.js";
import { reproduction, runs, seed } from "../support/sizes.js";

const SIZES = { quick: 1000, full: 5_000 };
const REFUSALS: ReadonlySet<string> = new Set(["NEGOTIATE_CYCLE", "COMPOSE_UNKNOWN_PARENT"]);
const random = createRandom(seed("NEGOTIATION"));

/** An agreement at build time, as generated code has it; or the code of what is refused. */
function built(pair: Pick<Pair, "business" | "requires">, platform?: Side): Agreement | string {
  try {
    return emitted(agree(sourcesOf(pair, platform)).agreement);
  } catch (error) {
    if (error instanceof ProtoGenError) return error.diagnostics[0]?.code ?? "";
    throw error;
  }
}

/** Through text: only what generated code says is left. */
function emitted(agreement: Agreement): Agreement {
  return JSON.parse(JSON.stringify(plainAgreement(agreement) as Json)) as Agreement;
}

function active(agreement: Agreement | string): Agreement["capabilities"] {
  if (typeof agreement !== "string") return agreement.capabilities;
  expect(agreement).toBe("NEGOTIATE_EMPTY");
  return [];
}

/** What a business publishes whose code was generated for `agreement`: as it declares it, and no more. */
function published(business: Side, agreement: Agreement): Side {
  const generated = new Set(agreement.capabilities.map((each) => `${each.name} ${each.version}`));
  return {
    ...business,
    capabilities: business.capabilities.filter((each) =>
      generated.has(`${each.name} ${each.version}`),
    ),
  };
}

/** Generated data does not name parents that are inactive for everyone. */
function withoutParents({ excluded }: Agreement): Agreement["excluded"] {
  return excluded.map((each) => (each.reason === "orphaned" ? { ...each, detail: "" } : each));
}

/** Pairs that are not refused, and how many were. */
const { pairs, refused } = drawPairs(runs("NEGOTIATION", SIZES));

function drawPairs(count: number): { pairs: readonly Pair[]; refused: readonly Pair[] } {
  const drawn = { pairs: [] as Pair[], refused: [] as Pair[] };
  while (drawn.pairs.length < count) {
    const pair = randomPair(random);
    const result = built(pair, pair.platform);
    (REFUSALS.has(String(result)) ? drawn.refused : drawn.pairs).push(pair);
  }
  return drawn;
}

function inRange(version: string, { min = version, max = version }: VersionRange): boolean {
  return compareVersions(version, min) >= 0 && compareVersions(version, max) <= 0;
}

function isMet({ protocol = {}, capabilities = {} }: Requirements, agreement: Agreement): boolean {
  const versions = new Map(agreement.capabilities.map(({ name, version }) => [name, version]));
  return (
    inRange(agreement.version, protocol) &&
    Object.entries(capabilities).every(([name, range]) => {
      const version = versions.get(name);
      return version !== undefined && inRange(version, range);
    })
  );
}

describe(`random pairs (${reproduction("NEGOTIATION", SIZES)})`, () => {
  it("get from generated code what the build gives for the same two profiles", () => {
    const reasons = new Map<string, number>();
    for (const pair of pairs) {
      const alone = built(pair);
      if (typeof alone === "string") continue;
      const own = { business: published(pair.business, alone), requires: pair.requires };
      const expected = built(own, pair.platform);
      const found = negotiateWith("proto", alone, profileOf(pair.platform));
      expect(found.capabilities, JSON.stringify(pair)).toEqual(active(expected));
      if (typeof expected === "string") continue;
      expect(withoutParents(found), JSON.stringify(pair)).toEqual(withoutParents(expected));
      for (const { reason } of found.excluded) reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
    }
    expect([...reasons.keys()].sort()).toEqual([
      "no-common-version",
      "not-offered",
      "orphaned",
      "requires",
    ]);
    expect(reasons.get("requires")).toBeGreaterThan(pairs.length / 50);
  });

  it("keep at run time what was built for the two of them", () => {
    for (const pair of pairs) {
      const both = built(pair, pair.platform);
      if (typeof both === "string") continue;
      const found = negotiateWith("proto", both, profileOf(pair.platform));
      expect(found, JSON.stringify(pair)).toEqual({ ...both, excluded: [] });
    }
  });

  it("get the same in whatever order everything is declared", () => {
    for (const pair of pairs) {
      const other = shuffledPair(random, pair);
      expect(built(other, other.platform), JSON.stringify(pair)).toEqual(
        built(pair, pair.platform),
      );
    }
  });

  it("agree on nothing that lacks a parent or what its schema requires", () => {
    let fallbacks = 0;
    for (const pair of pairs) {
      const both = built(pair, pair.platform);
      if (typeof both === "string") continue;
      const names = new Set(both.capabilities.map(({ name }) => name));
      for (const { name, version, extends: parents, requires = {} } of both.capabilities) {
        const { business, platform } = pair;
        const declared = business.capabilities.filter((each) => each.name === name);
        const own = declared.find((each) => each.version === version);
        expect(parents).toEqual(own?.extends.filter((each) => names.has(each)).sort());
        expect(parents.length > 0 || own?.extends.length === 0).toBe(true);
        expect(isMet(requires, both), JSON.stringify(pair)).toBe(true);
        const theirs = platform.capabilities.filter((each) => each.name === name);
        const common = declared.filter((each) =>
          theirs.some((one) => one.version === each.version),
        );
        if (common.some((each) => compareVersions(each.version, version) > 0)) fallbacks++;
      }
    }
    expect(fallbacks).toBeGreaterThan(pairs.length / 20);
  });

  it("are refused for a circle, in whatever order it is declared", () => {
    const codes = refused.map((pair) => {
      const other = shuffledPair(random, pair);
      return [built(pair, pair.platform), built(other, other.platform)] as const;
    });
    expect(codes.filter(([code]) => code === "NEGOTIATE_CYCLE").length).toBeGreaterThan(20);
    expect(codes.filter(([code, other]) => code !== other)).toEqual([]);
  });
});
