/**
 * No text of a profile, a schema or a service document becomes code: hostile strings at every place that has text, through
 * every emitter. What is generated has the shape of its benign twin, compiles, and runs nothing when it is imported.
 */

import { appendFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { compileErrors, sourcesOf, writeEmitted } from "../support/emitted.js";
import { outcomeOf, understood, type Outcome } from "../support/hostile/outcome.js";
import {
  baseDraft,
  FREE_PLACES,
  STRICT_PLACES,
  type Draft,
  type Place,
} from "../support/hostile/places.js";
import { strayRuns, type Tree } from "../support/hostile/run-trees.js";
import { shapeOf } from "../support/hostile/shape.js";
import { CANARY, ILL_FORMED, INHERITED, ORDINARY, PATTERNS } from "../support/hostile/strings.js";
import { reproduction, sampled, sized } from "../support/sizes.js";

/** A text at a place. */
interface Planting {
  readonly place: Place;
  readonly text: string;
}

function planted(plantings: readonly Planting[]): Draft {
  const draft = baseDraft();
  const late = (each: Planting): number => Number(each.place.late ?? false);
  for (const { place, text } of [...plantings].sort((left, right) => late(left) - late(right)))
    place.plant(draft, text);
  return draft;
}

/** Texts that no one would mind, equal ones where these are; and another inherited name for one of these. */
function twinsOf(plantings: readonly Planting[]): Planting[] {
  const texts = [...new Set(plantings.map(({ text }) => text))];
  return plantings.map(({ place, text }) => {
    const isMember = place.isMember === true || FREE_PLACES.includes(place);
    const inherited = isMember ? INHERITED.indexOf(text) : -1;
    if (inherited >= 0)
      return { place, text: INHERITED[(inherited + 1) % INHERITED.length] as string };
    // Nobody is told whose the member without a name is.
    if (text === "") return { place, text };
    // Members of such a name come first in every object.
    const isIndex = /^(?:0|[1-9]\d*)$/.test(text);
    const benign = isIndex ? `7${text}` : `benign${texts.indexOf(text)}`;
    return { place, text: place.twin?.(text, benign) ?? benign };
  });
}

/**
 * Every text at every free place, and as many at once as there are places: text `n` of release `k` stands at place
 * `n + k`, so that each combination comes in one release.
 */
function releasesOf(texts: readonly string[]): Planting[][] {
  return texts.map((_, shift) =>
    FREE_PLACES.map((place, index) => ({
      place,
      text: texts[(index + shift) % texts.length] as string,
    })),
  );
}

/** What has a grammar, and what no JSON has: each by itself, until it is known to be taken. */
const STRICT: readonly Planting[] = [
  ...STRICT_PLACES.flatMap((place) => {
    const more = place.name.includes("pattern") ? PATTERNS : [];
    return [...ORDINARY, ...INHERITED, ...more].map((text) => ({ place, text }));
  }),
  ...[...FREE_PLACES, ...STRICT_PLACES].flatMap((place) =>
    ILL_FORMED.map((text) => ({ place, text })),
  ),
];

/** What once ran, was a defect of the tool, or was another program than its twin. */
const KNOWN: readonly (readonly [place: string, ...texts: string[]])[] = [
  ["openrpc: name of a result", `x = (${CANARY}), y`, `a; ${CANARY}; const b`, "2fa", ""],
  ["openrpc: summary", "@ts-expect-error", "a\n@ts-expect-error"],
  ["openapi: operationId", "class", "2fa"],
  ["openapi: name of a component", "%zz", "~0"],
  ["openapi: raw path", "x-y"],
  ["openapi: method", "x-y", "delete"],
  ["openapi: status", "x-y"],
  ["schema: name of a property", "hasOwnProperty", "__proto__", "undefined", "", "class"],
  ["schema: name of a closed object", "hasOwnProperty", "[k: string]"],
  ["schema: dependentRequired key", "$ref", "operationId", "allOf"],
  ["schema: const with a member's list", "allOf", "$ref"],
  ["schema: dependentSchemas key", "$ref", "operationId"],
  ["schema: const", "\u202e\u2066// \u2069\u2066"],
  ["schema: pattern", PATTERNS[0]!, "(?<\\u{61}>x)", "a\t\u2028/", "\\p{L}+"],
  ["schema: patternProperties", PATTERNS[0]!, "(?<=\\p{Sc})\\d+"],
  ["schema: type", "null", "integer"],
  ["schema: opaque $id", "../../x", "con"],
  ["schema: host of another scheme", "..", "con", "[::1]"],
  ["schema: path of a document", "2fa", "readonly", "record", "CON", "..", "x".repeat(10_000)],
  ["schema: folder of a document", "aux", "..", "2fa"],
  ["profile: name of a root", "2fa", "con", "x".repeat(300)],
];

/** A full run takes minutes, and many of them where others work beside it. */
const TIMEOUT = sized({ quick: 120_000, full: 7_200_000 });

/** All of them take hours: `HOSTILE_NAMES_RUNS=1000 HOSTILE_GRAMMARS_RUNS=100000` runs them. */
const FREE_SIZES = { quick: 1, full: 30 };
const STRICT_SIZES = { quick: 12, full: 400 };

describe("hostile texts", () => {
  /** What the first tests have generated, for one compiler and one bundle to judge. */
  const trees: Tree[] = [];

  async function expectRight(releases: readonly (readonly Planting[])[], report = createReport()) {
    for (const plantings of releases) await judge(plantings, report);
    trees.push(...report.trees);
    publish(report);
    expect(report.problems).toEqual([]);
  }

  it("that did harm before do none", async () => {
    const known = KNOWN.flatMap(([name, ...texts]) => {
      const place = [...FREE_PLACES, ...STRICT_PLACES].find((each) => each.name === name);
      if (place === undefined) throw new Error(`there is no place ${name}`);
      return texts.map((text) => [{ place, text }]);
    });
    await expectRight(known);
  });

  const free = reproduction("HOSTILE_NAMES", FREE_SIZES);
  it(`are what they were where any text may stand (${free})`, { timeout: TIMEOUT }, async () => {
    const ordinary = sampled(
      "HOSTILE_NAMES",
      releasesOf(ORDINARY),
      FREE_SIZES.quick,
      FREE_SIZES.full,
    );
    const inherited = sampled("HOSTILE_NAMES", releasesOf(INHERITED), 1);
    await expectRight([...ordinary, ...inherited]);
  });

  const strict = reproduction("HOSTILE_GRAMMARS", STRICT_SIZES);
  it(
    `are taken or refused where there is a grammar (${strict})`,
    { timeout: TIMEOUT },
    async () => {
      const report = createReport();
      const taken: Planting[] = [];
      for (const each of sampled(
        "HOSTILE_GRAMMARS",
        STRICT,
        STRICT_SIZES.quick,
        STRICT_SIZES.full,
      )) {
        const outcome = await understood(planted([each]));
        if (outcome.kind === "tree") taken.push(each);
        else record(outcome, [each], report);
      }
      await expectRight(packed(taken), report);
    },
  );

  it("compile, and run nothing when they are imported", { timeout: TIMEOUT }, async () => {
    expect(trees.length).toBeGreaterThan(0);
    const problems: string[] = [];
    for (let from = 0; from < trees.length; from += BATCH)
      problems.push(...(await strays(trees.slice(from, from + BATCH))));
    expect(problems).toEqual([]);
  });
});

/** Trees that one compiler and one bundle take at once. */
const BATCH = 100;

/** As many releases as it takes for each to have one text a place, and one a slot. */
function packed(plantings: readonly Planting[]): Planting[][] {
  const releases: Map<string, Planting>[] = [];
  for (const each of plantings) {
    const slot = each.place.slot ?? each.place.name;
    const free = releases.find((release) => !release.has(slot));
    if (free === undefined) releases.push(new Map([[slot, each]]));
    else free.set(slot, each);
  }
  return releases.map((release) => [...release.values()]);
}

interface Report {
  /** What is wrong, each with the text and the place that it comes of. */
  readonly problems: string[];
  readonly trees: Tree[];
  readonly counts: { combinations: number; refused: Record<string, number> };
}

function createReport(): Report {
  return { problems: [], trees: [], counts: { combinations: 0, refused: {} } };
}

/** @returns whether what is generated is what it is for the twins */
async function judge(plantings: readonly Planting[], report: Report): Promise<boolean> {
  const outcome = await outcomeOf(planted(plantings));
  const isRight =
    outcome.kind === "tree" && shapeOf(outcome.files) === (await twinShape(plantings));
  if (!isRight && plantings.length > 1) {
    await judgeEach(plantings, outcome, report);
    return false;
  }
  record(outcome, plantings, report);
  if (outcome.kind === "tree" && !isRight)
    report.problems.push(`${nameOf(plantings)}: another shape`);
  return isRight;
}

/** One of them is at fault: each by itself says which. Where none does, they are together. */
async function judgeEach(
  plantings: readonly Planting[],
  outcome: Outcome,
  report: Report,
): Promise<void> {
  let areRight = true;
  for (const each of plantings) if (!(await judge([each], report))) areRight = false;
  if (!areRight) return;
  const what = outcome.kind === "tree" ? "another shape" : outcome.message.slice(0, 1500);
  report.problems.push(`${nameOf(plantings)}, each right by itself: ${what}`);
}

function record(outcome: Outcome, plantings: readonly Planting[], report: Report): void {
  const { problems, trees, counts } = report;
  const name = nameOf(plantings);
  counts.combinations += plantings.length;
  if (outcome.kind === "tree") trees.push({ name, files: outcome.files });
  else if (outcome.kind === "defect")
    problems.push(`${name}: exit 70: ${outcome.message.slice(0, 1500)}`);
  else counts.refused[outcome.code] = (counts.refused[outcome.code] ?? 0) + 1;
}

const shapes = new Map<string, string>();

async function twinShape(plantings: readonly Planting[]): Promise<string> {
  const twins = twinsOf(plantings);
  const key = JSON.stringify(twins.map(({ place, text }) => [place.name, text]));
  const known = shapes.get(key);
  if (known !== undefined) return known;
  const outcome = await outcomeOf(planted(twins));
  const shape = outcome.kind === "tree" ? shapeOf(outcome.files) : `no twin: ${outcome.message}`;
  shapes.set(key, shape);
  return shape;
}

/** Appends to the file `HOSTILE_REPORT` what was judged, for who wants the figures. */
function publish({ problems, trees, counts }: Report): void {
  const file = process.env["HOSTILE_REPORT"];
  const summary = { ...counts, trees: trees.length, problems };
  if (file !== undefined) appendFileSync(file, `${JSON.stringify(summary, null, 1)}\n`);
}

async function strays(trees: readonly Tree[]): Promise<string[]> {
  const files = trees.flatMap((tree, index) =>
    tree.files.map((file) => ({ ...file, path: `${index}/${file.path}` })),
  );
  const directory = writeEmitted("hostile-names", files);
  const errors = compileErrors(directory, files, { judged: sourcesOf(files) }).map(
    (error) => `${trees[Number.parseInt(error, 10)]?.name}: ${error}`,
  );
  const runs = Object.entries(await strayRuns(trees)).map(([name, what]) => `${name}: ${what}`);
  return [...errors, ...runs];
}

function nameOf(plantings: readonly Planting[]): string {
  const [only] = plantings;
  return plantings.length === 1 && only !== undefined
    ? `${JSON.stringify(only.text.slice(0, 60))} at ${only.place.name}`
    : `${plantings.length} texts, ${JSON.stringify(only?.text.slice(0, 60))} first`;
}

describe("the judges of hostile texts", () => {
  it("see a text that became code: by its shape, and when it runs", async () => {
    const outcome = await outcomeOf(baseDraft());
    if (outcome.kind !== "tree") throw new Error(outcome.message);
    const files = outcome.files.map((file) =>
      file.path === "mcp-tools.ts" ? { ...file, content: `${file.content}\n${CANARY};\n` } : file,
    );
    expect(shapeOf(files)).not.toBe(shapeOf(outcome.files));
    expect(
      await strayRuns([
        { name: "bad", files },
        { name: "good", files: outcome.files },
      ]),
    ).toEqual({
      bad: "ran 1",
    });
  });
});
