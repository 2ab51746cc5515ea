import { describe, expect, it } from "vitest";
import { analyzePattern, type PatternVerdict } from "../../src/pattern-analysis/analyze-pattern.js";
import { attackText, type Attack } from "../../src/pattern-analysis/attack.js";
import { MAX_DEGREE } from "../../src/pattern-analysis/degree.js";
import { findAttack } from "../../src/pattern-analysis/find-attack.js";
import { isTriviallySafe } from "../../src/pattern-analysis/trivial.js";
import { reproduction, runs, sampled, seed } from "../support/sizes.js";
import { cpuTimeOf, withinCpuTime } from "../support/cpu-time.js";

const { raw } = String;

/** Ambiguous in a loop, and the engine that runs the tests can be seen to suffer from it. */
const EXPONENTIAL = [
  // OWASP, "Regular expression Denial of Service".
  raw`^(a+)+$`,
  raw`^([a-zA-Z]+)*$`,
  raw`^(a|aa)+$`,
  raw`^(a|a?)+$`,
  raw`^(([a-z])+.)+[A-Z]([a-z])+$`,
  raw`^([a-zA-Z0-9])(([\-.]|[_]+)?([a-zA-Z0-9]+))*(@){1}[a-z0-9]+[.]{1}(([a-z]{2,3})|([a-z]{2,3}[.]{1}[a-z]{2,3}))$`,
  // Davis et al., "The Impact of Regular Expression Denial of Service in Practice" (2018).
  raw`(x+x+)+y`,
  raw`^(\w+\s?)*$`,
  raw`^(?:\s*,\s*)*$`,
  raw`^(,|\s*,\s*)*$`,
  // Star height 1: what counts is that a word can be read in two ways.
  raw`(a|ab|b)*$`,
  raw`(?:a|b|ab)*c`,
  raw`^(a?b?)*$`,
  raw`^"(?:[^"]|\\.)*"$`,
  raw`^(?:[^\W_]|\w)*$`,
  raw`^(?:[a-m]|[k-z])*$`,
  // Quantifiers of every kind.
  raw`(a*)*$`,
  raw`^(?:a*?)*?$`,
  raw`(a+){2,}$`,
  raw`^(\d{1,3}){1,20}$`,
  raw`^(?:\d{2}|\d{3})+$`,
  raw`^(?<word>[a-z]+)*$`,
  raw`^(?:a(?:|\b|))*$`,
  // What follows may fail, though the loop itself could end anywhere.
  raw`^(a+)+.*$`,
  raw`^a*(?:(?:b|bb)*c)?`,
  // Unicode.
  raw`^(\p{L}+)*$`,
  raw`^(\p{L}+\p{Lu})*$`,
  raw`^(?:\u{1F600}|[\u{1F5FF}-\u{1F64F}]x?)*$`,
  raw`^(?:\P{Lu}|[\s\S])*x$`,
  // Lookarounds have automata of their own.
  raw`(?=(a+)+$)b`,
  raw`x(?=(a+)+$)b`,
  raw`(?!(a|aa)*$)[^]`,
  raw`(?<=^(a+)+)b`,
  raw`(?<=c(a|aa)*)b`,
  // A lookaround behind the loop may fail, so the loop does not end the match.
  raw`^(a+)+(?=b)`,
  raw`^([a-z]+-?)+(?=\.com)`,
];

/** As ambiguous, but this engine folds the alternatives or gives up in some other way. */
const EXPONENTIAL_IN_THEORY = [
  raw`(a|a)*$`,
  raw`^(?:(?:a|b)|(?:b|c))*$`,
  raw`(?:[\s\S]|\n)*x`,
  // Without a loop, yet with 2^30 paths and more.
  raw`^(a|a){30}$`,
  raw`^(a?){30}a{30}$`,
  raw`(?:|){30}$`,
  `${"a?".repeat(40)}${"a".repeat(40)}`,
  `^${"(?:a|a)".repeat(30)}$`,
  raw`(.*a){20}$`,
  // A polynomial, but of the eighth degree.
  raw`(.*a){8}$`,
  // Few places to choose at, and many ways to go from each: twenty to the fifth.
  `^${`(?:${Array(20).fill("ab").join("|")})`.repeat(5)}$`,
  `^(?:${"(?:c|c)".repeat(9)}|${`(?:${Array(20).fill("ab").join("|")})`.repeat(5)})$`,
  `^${"a?".repeat(24)}b$`,
  `^${"(?:a|aa)".repeat(24)}$`,
  // No text makes this lookaround fail after each turn; the analysis does not look into it.
  raw`(a+)+(?!c)`,
  // Ten turns or more are judged like a loop without a bound, though these end in milliseconds.
  ...[10, 12, 16].map((turns) => `^(a|aa){${turns}}$`),
  raw`^(a?b?){12}$`,
  raw`^(ab?b?){12}$`,
  raw`^((a|aa){1}){12}$`,
];

/** Ambiguous without a loop, and over in some milliseconds at the worst. */
const FEW_WAYS = [
  `^${"a?".repeat(12)}b$`,
  `^${"(?:a|a)".repeat(14)}$`,
  `^${"(?:a|aa)".repeat(10)}$`,
  `^${`(?:${Array(20).fill("ab").join("|")})`.repeat(3)}$`,
  raw`^\d?\d?\d?\d{0,3}\d{1,4}$`,
  raw`^(a|aa){9}$`,
];

const SAFE = [
  raw`^(a+b)+$`,
  raw`^([a-z]+\.)+[a-z]+$`,
  raw`^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]*\.[A-Za-z0-9_-]+(~[A-Za-z0-9_-]+)*$`,
  raw`^[a-z][a-z0-9]*(?:\.[a-z][a-z0-9_]*)+$`,
  raw`^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-((?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*)(?:\.(?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*))*))?(?:\+([0-9a-zA-Z-]+(?:\.[0-9a-zA-Z-]+)*))?$`,
  raw`^([a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9][a-z0-9-]{0,61}[a-z0-9]$`,
  raw`^(?:[a-z]{1,63}\.){1,127}[a-z]{2,63}$`,
  raw`^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$`,
  raw`^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$`,
  raw`^"(?:[^"\\]|\\.)*"$`,
  raw`^((a|b)(b|c))*d`,
  raw`^((a)|(b))*c`,
  raw`^(?:a|b)+(?:c|d)*$`,
  // An iteration that matches nothing is not repeated.
  raw`^(a?)*$`,
  raw`^(?:(?:a?)?)*$`,
  // After every turn of the loop the match may end, whatever follows.
  raw`(a*)*`,
  raw`^(a+)+`,
  raw`^(a+)+[^]*$`,
  raw`^(?:\P{Lu}|[\s\S])*$`,
  // Assertions that keep the second path from being taken.
  raw`^(\w+\b\s*)+$`,
  raw`^(?:\b\w+\b)*$`,
  raw`^(a$|a)*$`,
  raw`^(^a|a)*$`,
  // Sets that do not meet.
  raw`^(\p{Lu}\p{Ll}+)*$`,
  raw`^(?:[^\W\d]|\d)*$`,
  raw`^(?:\p{L}|\P{L})*$`,
  raw`^(?:[]|a)*$`,
  raw`^(?:.|\n)*x`,
  // Many turns, each of one way only.
  raw`^(ab){12}$`,
  raw`^(a|b){12}$`,
  // Counts too large to unroll, which a loop without a bound stands in for.
  raw`^(?:a{1,300}b)+$`,
  raw`^(?:a{1,30000}b)+$`,
  raw`^(?:a{10}){10}$`,
  raw`(?<=a+)b(?!c+|d)`,
  "",
];

/** At worst in the square of the length, which many patterns in use are. */
const QUADRATIC = [
  raw`^\d+\d+$`,
  raw`^\s*.*$`,
  raw`^\s+|\s+$`,
  raw`\s+$`,
  raw`^(?=.*\d)(?=.*[a-z])(?=.*[A-Z]).{8,}$`,
  raw`^.*,.*$`,
  // Each loop reads what no other does, or what is between them tells where one ends.
  raw`^a*b*c*d*e*$`,
  raw`^[a-z]+\.[a-z]+\.[a-z]+\.[a-z]+$`,
  raw`^(?:\d+,)*(?:[a-z]+,)*\d+$`,
  raw`^[^@\s]+@[^@\s]+\.[a-z]+$`,
  // A failure ends where the text does, so that nothing is tried again.
  raw`^.*.*.*`,
];

/** Each with the power that it reaches; the second has a time of minutes on 120 characters. */
const POLYNOMIAL: readonly (readonly [degree: number, source: string])[] = [
  [3, raw`^.*.*.*!$`],
  [6, raw`^(?:.*){6}!$`],
  [6, raw`^.*.*.*.*.*.*!$`],
  [3, raw`\d+\d+$`],
  [3, raw`.*foo.*bar`],
  [3, raw`^a*(b*a*)(?:a|c)*$`],
  [4, raw`(.*a){3}$`],
  [3, raw`^\s*(?:a|\s)*\s*$`],
  // A lookaround is tried again at each place that leads to it.
  [3, raw`^.*(?=.*.*!)`],
  [4, raw`^.*.*(?=.*(?=.*!))x`],
  [3, raw`(?<=x.*.*)!`],
  [3, raw`^[^]*?\s+\s+$`],
];

const INVALID = ["(", "[z-a]", "a**", raw`\p{Nothing}`, raw`\-`, "{1}"];

const UNSUPPORTED = [
  raw`(a)\1`,
  raw`(?<a>x)\k<a>`,
  raw`(((a{50}){50}){50}){50}`,
  raw`^(?:a{1,3000})+$`,
  "a?".repeat(500),
  // A bound of thousands is as good as none.
  raw`^.{0,5000}.{0,5000}.{0,5000}!$`,
];

/** Milliseconds of processor time for one match; most take less than one. */
const MAX_MATCH_TIME = 2_000;

/** Of processor time for one analysis. */
const MAX_ANALYSIS_TIME = 6_000;

const TABLE: readonly (readonly [PatternVerdict["kind"], string])[] = [
  ...[...EXPONENTIAL, ...EXPONENTIAL_IN_THEORY].map((s) => ["exponential", s] as const),
  ...[...SAFE, ...QUADRATIC, ...FEW_WAYS].map((s) => ["safe", s] as const),
  ...POLYNOMIAL.map(([, s]) => ["polynomial", s] as const),
  ...INVALID.map((s) => ["invalid", s] as const),
  ...UNSUPPORTED.map((s) => ["unsupported", s] as const),
];

describe("analyzePattern", () => {
  it.each(TABLE)("%s: %s", (kind, source) => {
    expect(analyzePattern(source).kind).toBe(kind);
  });

  it("says in the engine's words why a pattern is invalid", () => {
    expect(analyzePattern("(")).toEqual({ kind: "invalid", reason: "Unterminated group" });
  });

  it("shows what is ambiguous and a text that brings it out", () => {
    const verdict = analyzePattern(raw`^x([a-z]+)*$`);
    expect(verdict).toEqual({
      kind: "exponential",
      reason: `each repetition of "a" can match in more than one way`,
      attack: `x${"a".repeat(41)}!`,
    });
  });

  it.each(POLYNOMIAL)("finds the degree %i of %s", (degree, source) => {
    expect(analyzePattern(source)).toMatchObject({ kind: "polynomial", degree });
  });

  it("passes a pattern of a high degree for texts that are short", () => {
    const source = raw`^(?:.*){6}!$`;
    const verdict = analyzePattern(source);
    const { maxLength = 0 } = verdict as { maxLength?: number };
    // 6 repetitions end at any of 2 * 33 places: 66 ** 6 / 6! is 115 million steps, of 134.
    expect(maxLength).toBe(33);
    expect(analyzePattern(source, maxLength).kind).toBe("safe");
    expect(analyzePattern(source, maxLength + 1).kind).toBe("polynomial");
    expect(analyzePattern(raw`^(a+)+$`, 1).kind).toBe("exponential");
  });

  it.each(sampled("ATTACKS", EXPONENTIAL, 12))(
    "the attack on %s makes the engine's time grow",
    async (source) => {
      const attack = attackOn(source);
      const early = await pumpsToReach(0.25, source, attack);
      const late = await pumpsToReach(4, source, attack);
      // Sixteen times the time for a few pumps more, on a text of a line or two.
      expect(late - early).toBeLessThanOrEqual(10);
      expect(attackText(attack, late).length).toBeLessThan(200);
    },
  );

  it.each(SAFE)("%s stays fast on long texts", async (source) => {
    const random = newRandom(source.length);
    for (const length of [10, 500, 5_000]) {
      expect(await matchTime(source, randomText(random, length))).toBeLessThan(MAX_MATCH_TIME);
    }
  });
});

describe("analyzePattern on hostile patterns of 1,000 characters", () => {
  const letters = (count: number, each: (letter: string) => string): string[] =>
    Array.from({ length: count }, (_, i) => each(String.fromCodePoint(0x4e00 + i)));
  const hostile: Record<string, string> = {
    alternatives: `^(?:${letters(490, (l) => l).join("|")})*$`,
    overlap: `^(?:${letters(150, (l) => `[^${l}]x`).join("|")})*$`,
    optional: `${letters(490, (l) => `${l}?`).join("")}(?:a|b)*$`,
    nullable: `${"(?:".repeat(190)}a?${")+".repeat(190)}$`,
    ways: `^(?:${"(?:|)".repeat(190)}a)*$`,
    lookaheads: "(?=(.{0,200}x){2}(?:a|b)$)".repeat(38),
    properties: `^(?:${letters(90, (l) => `[\\p{L}${l}]\\d`).join("|")})*$`,
    groups: `${"(".repeat(450)}a|b${")*".repeat(450)}$`,
    counts: `^${"(?:ab|cd){1,9}".repeat(70)}$`,
  };
  it.each(Object.entries(hostile))("decides %s in bounded time", async (_, source) => {
    await withinCpuTime(MAX_ANALYSIS_TIME, () => analyzePattern(source));
  });
});

describe("isTriviallySafe", () => {
  it.each(TABLE.filter(([kind]) => kind !== "safe"))("does not pass %s: %s", (_, source) => {
    expect(isTriviallySafe(source)).toBe(false);
  });

  it.each([
    "",
    raw`^[a-z]+$`,
    raw`^[(*|]+\(\)$`,
    raw`^\d{4}-\d{2}-\d{2}$`,
    raw`^(?:[0-9a-f]{2}){1,32}$`,
    raw`^(?:dev|prod)-[a-z]*$`,
    raw`^[[\]\\]+(?<name>a+)`,
  ])("passes %s", (source) => {
    expect(isTriviallySafe(source)).toBe(true);
  });

  it("passes nothing the analysis refuses", () => {
    const sizes = { quick: 300, full: 3_000 };
    const count = runs("PATTERNS", sizes);
    const random = newRandom(seed("PATTERNS"));
    let passed = 0;
    for (let i = 0; i < count; i++) {
      const source = `${randomPattern(random, 4)}$`;
      if (!isTriviallySafe(source)) continue;
      passed++;
      const message = `${source}: ${reproduction("PATTERNS", sizes)}`;
      expect(findAttack(source), message).toMatchObject({ degree: expect.toSatisfy(isPassed) });
    }
    expect(passed).toBeGreaterThan(count / 8);
  });
});

function isPassed(degree: number): boolean {
  return degree <= MAX_DEGREE;
}

function attackOn(source: string): Attack {
  const attack = findAttack(source);
  if (typeof attack === "string" || "degree" in attack) throw new Error(`no attack on ${source}`);
  return attack;
}

/** The smallest number of pumps that takes the engine so many milliseconds. */
async function pumpsToReach(milliseconds: number, source: string, attack: Attack): Promise<number> {
  let count = 2;
  while (count < 100 && (await matchTime(source, attackText(attack, count))) < milliseconds)
    count++;
  return count;
}

/** Milliseconds of processor time; the least of three, since other threads of the process count too. */
async function matchTime(source: string, text: string): Promise<number> {
  const pattern = new RegExp(source, "u");
  // The first match compiles, the second may compile again to native code.
  for (const warmUp of ["", "a"]) pattern.test(warmUp);
  let least = Infinity;
  for (let attempt = 0; attempt < 3; attempt++)
    least = Math.min(least, (await cpuTimeOf(() => pattern.test(text))).milliseconds);
  return least;
}

type Random = (below: number) => number;

function newRandom(seed: number): Random {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

function randomText(random: Random, length: number): string {
  const alphabet = [...'aabbcdxZ019.-_~ ,"\\\n', "\u{1F600}"];
  return Array.from({ length }, () => alphabet[random(alphabet.length)]).join("");
}

function randomPattern(random: Random, depth: number): string {
  const next = (): string => randomPattern(random, depth - 1);
  const pick = (...all: string[]): string => all[random(all.length)]!;
  const shape = depth === 0 ? 0 : random(6);
  if (shape < 2) return pick("a", "b", "[ab]", "[^a]", ".", raw`\w`, raw`\b`, "a+", "b*", "a{2}");
  if (shape < 4) return next() + next();
  if (shape === 4) return `(?:${next()}|${next()})`;
  return `(?:${next()})${pick("*", "+", "?", "{2}", "{1,3}", "*?", "{2,}")}`;
}

describe("the size of a pattern", () => {
  const nested = (depth: number, open: string) => open.repeat(depth) + "a" + ")".repeat(depth);

  it.each(["(", "(?:", "(?=", "(?<=", "(?i:"])("%s...) may stand in itself 100 times", (open) => {
    const deep = "its groups are nested more than 100 deep";
    expect(analyzePattern(nested(101, open))).toEqual({ kind: "unsupported", reason: deep });
    expect(isTriviallySafe(nested(101, open))).toBe(false);
    expect(analyzePattern(nested(100, open))).not.toHaveProperty("reason", deep);
  });

  it("counts no parenthesis in a class, or behind a backslash", () => {
    expect(analyzePattern("\\(".repeat(200))).toEqual({ kind: "safe" });
    expect(analyzePattern(`[${"(".repeat(200)}]`)).toEqual({ kind: "safe" });
    expect(analyzePattern("(a)".repeat(200))).toEqual({ kind: "safe" });
  });

  it("is what the engine takes when it runs it", () => {
    expect(analyzePattern("a".repeat(5_000))).toEqual({ kind: "safe" });
    expect(new RegExp("a".repeat(5_000), "u").test("b")).toBe(false);
    expect(analyzePattern("a".repeat(5_001))).toEqual({
      kind: "unsupported",
      reason: "the pattern is longer than 5000 characters",
    });
    expect(analyzePattern("(".repeat(20_000))).toMatchObject({ kind: "unsupported" });
  });
});
