/**
 * Random profiles with odd entries, of every release at hand (§1.9, §2.1): another's is generated as it is without them, and of one's
 * own all of them are reported in one run.
 */

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { joinPointer, parsePointer, type Json } from "@proto-gen/runtime/json";
import { ProtoGenError, type Diagnostic } from "../../src/errors.js";
import { generate, type Generation } from "../../src/generate.js";
import type { SchemaRoot } from "../../src/load/schema-root.js";
import { valueAt } from "../../src/text/value-at.js";
import {
  createOddProfile,
  DOCUMENT_KINDS,
  ODD_DOCUMENTS,
  ODD_KINDS,
  protocolName,
  TWICE,
  type OddProfile,
} from "../support/odd-profiles.js";
import { createRandom, type Random } from "../support/oracle/random.js";
import { availableReleases, type Release } from "../support/published.js";
import { reproduction, runs, seed } from "../support/sizes.js";

const SIZES = { quick: 24, full: 240 };
const KINDS = [...Object.keys(ODD_KINDS), ...Object.keys(DOCUMENT_KINDS), TWICE];

interface Drawn extends OddProfile {
  readonly release: Release;
}

const random = createRandom(seed("ODD_ENTRIES"));
const drawn = Array.from({ length: runs("ODD_ENTRIES", SIZES) }, (_, index) => draw(random, index));

function draw(from: Random, index: number): Drawn {
  const release = availableReleases[index % availableReleases.length] as Release;
  const profile = JSON.parse(readFileSync(release.profile, "utf8")) as object;
  return { release, ...createOddProfile(from, profile, KINDS) };
}

const numbered = drawn.map((each, index) => [index, each] as const);

const directory = mkdtempSync(path.join(tmpdir(), "proto-gen-"));
afterAll(() => rmSync(directory, { recursive: true, force: true }));
const oddSchemas: SchemaRoot = {
  directory: path.join(directory, "odd"),
  prefix: "https://example.com/odd",
  label: "odd",
};
mkdirSync(oddSchemas.directory);
for (const [name, text] of Object.entries(ODD_DOCUMENTS))
  writeFileSync(path.join(oddSchemas.directory, name), text);

function run(
  { release }: Pick<Drawn, "release">,
  profile: object,
  whose: "own" | "another",
): Promise<Generation> {
  const file = path.join(directory, "profile.json");
  writeFileSync(file, JSON.stringify(profile, null, 2));
  return generate({ profile: file, whose, schemas: [...release.schemas, oddSchemas] });
}

function said({ odd, profile }: OddProfile): string {
  return JSON.stringify({ odd, profile });
}

/** Generated once for each form of a release's profile. */
const soundCode = new Map<string, Generation["files"]>();

async function codeWithout(each: Drawn): Promise<Generation["files"]> {
  const key = JSON.stringify([each.release.name, withoutEmpty(each.sound)]);
  const known = soundCode.get(key) ?? (await run(each, each.sound, "another")).files;
  soundCode.set(key, known);
  return known;
}

/** Registries that nothing stands in. */
function withoutEmpty(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (_, each: unknown) =>
    typeof each === "object" && each !== null && Object.keys(each).length === 0 ? undefined : each,
  ) as unknown;
}

/** An error stands at the entry, or in the document that it names; that of a cycle names all its members. */
function isTold(
  { profile }: Pick<OddProfile, "profile">,
  { pointer, name = "" }: OddProfile["odd"][number],
  diagnostics: readonly Diagnostic[],
): boolean {
  const entry = valueAt(profile as Json, pointer) as { readonly schema?: unknown } | null;
  const document = typeof entry?.schema === "string" ? path.basename(entry.schema) : undefined;
  return diagnostics.some(
    ({ code, message, place, related = [] }) =>
      // Missing documents that one --schemas brings are one error.
      [place, ...related.map((each) => each.place)].some(
        (at) =>
          `${at?.pointer ?? ""}/`.startsWith(`${pointer}/`) ||
          (document !== undefined && at?.file === `odd/${document}`),
      ) ||
      (code === "NEGOTIATE_CYCLE" && message.includes(name)),
  );
}

const OPTIONAL_KINDS = ["a handler without a version", "a service without a schema"];

/** True for an entry of one's own that the release's schema does not refuse where nothing else is odd. */
async function isAllowed(each: Drawn, one: OddProfile["odd"][number]): Promise<boolean> {
  if (!OPTIONAL_KINDS.includes(one.kind)) return false;
  const { profile, pointer } = withOnly(each, one);
  const error: unknown = await run(each, profile, "own").catch((thrown: unknown) => thrown);
  if (!(error instanceof ProtoGenError)) return true;
  return !isTold({ profile }, { ...one, pointer }, error.diagnostics);
}

/** The sound profile with one of the odd entries, and where that stands. */
function withOnly(
  { profile, sound }: OddProfile,
  { pointer }: OddProfile["odd"][number],
): Pick<OddProfile["odd"][number], "pointer"> & Pick<OddProfile, "profile"> {
  const whole = structuredClone(sound);
  const entry = valueAt(profile as Json, pointer) as Json;
  const tokens = parsePointer(pointer);
  const isListed = /^\d+$/.test(tokens.at(-1) ?? "");
  const names = isListed ? tokens.slice(0, -1) : tokens;
  const list = valueAt(whole as Json, joinPointer("", ...names));
  if (isListed && Array.isArray(list)) {
    const at = list.push(entry) - 1;
    return { profile: whole, pointer: joinPointer("", ...names, at) };
  }
  const parent = valueAt(whole as Json, joinPointer("", ...names.slice(0, -1))) as Record<
    string,
    Json
  >;
  parent[names.at(-1) ?? ""] = isListed ? [entry] : entry;
  return { profile: whole, pointer: joinPointer("", ...names, ...(isListed ? [0] : [])) };
}

describe(`random profiles with odd entries (${reproduction("ODD_ENTRIES", SIZES)})`, () => {
  it("are of every release at hand, and of at least fifteen kinds", () => {
    const kinds = new Set(drawn.flatMap(({ odd }) => odd.map(({ kind }) => kind)));
    expect(kinds.size).toBeGreaterThanOrEqual(Math.min(15, drawn.length));
    expect(new Set(drawn.map(({ release }) => release)).size).toBe(availableReleases.length);
  });

  it.each(numbered)(
    "%i, another's: generated as without them, and just these are left out",
    async (_, each) => {
      const { files, record } = await run(each, each.profile, "another");
      const left = (record.leftOut ?? []).map(({ pointer }) => pointer);
      expect(left, said(each)).toEqual(each.odd.map(({ pointer }) => pointer).sort());
      expect(files, said(each)).toEqual(await codeWithout(each));
    },
  );

  it.each(numbered)("%i, one's own: every odd entry is reported in one run", async (_, each) => {
    const error: unknown = await run(each, each.profile, "own").catch((thrown: unknown) => thrown);
    // One's own may be without these where the release's schema allows it.
    const odd: OddProfile["odd"][number][] = [];
    for (const one of each.odd) if (!(await isAllowed(each, one))) odd.push(one);
    if (odd.length === 0) return;
    expect(error, said(each)).toBeInstanceOf(ProtoGenError);
    const untold = odd.filter((one) => !isTold(each, one, (error as ProtoGenError).diagnostics));
    expect(untold, said(each)).toEqual([]);
  });

  it("of which nothing is left: the error says so, with all reasons", async () => {
    for (const { name, schemas, profile } of availableReleases) {
      const read = JSON.parse(readFileSync(profile, "utf8")) as Record<string, object>;
      const member = protocolName(read);
      const none = { ...read, [member]: { ...read[member], capabilities: {} } };
      const made = createOddProfile(random, none, ["a capability without a version"]);
      const release = { name, schemas, profile };
      const error: unknown = await run({ release }, made.profile, "another").catch(
        (thrown: unknown) => thrown,
      );
      expect(error).toBeInstanceOf(ProtoGenError);
      const { diagnostics } = error as ProtoGenError;
      const codes = diagnostics.map(({ code }) => code);
      expect(codes).toEqual(["NEGOTIATE_EMPTY", ...made.odd.map(() => "PROFILE_INVALID")]);
    }
  });
});
