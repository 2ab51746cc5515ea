/**
 * Output is byte-identical on every machine and in every run, and clean as printed (DESIGN §8, §11).
 */

import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import type { Json, JsonObject } from "@proto-gen/runtime/json";
import { check, resolveConfig } from "prettier";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { compose } from "../../src/compose/compose.js";
import { emit } from "../../src/emit/emit.js";
import { generate } from "../../src/generate.js";
import { isObject } from "../../src/json-schema/keywords.js";
import { load } from "../support/load.js";
import { buildModel } from "../../src/model/build.js";
import { agree } from "../../src/negotiate/agree.js";
import { reducedRelease } from "../support/bundle.js";
import {
  ownRelease,
  published,
  publishedReleases,
  repository,
  type Release,
} from "../support/published.js";
import { sampled, sized } from "../support/sizes.js";

const run = promisify(execFile);
const bin = path.join(repository, "bin/proto-gen.js");
/** Each takes a dozen runs. */
const releases = sized({
  quick: [reducedRelease("catalog", { capability: (name) => name.startsWith("catalog.") })],
  full: [ownRelease, ...(published === undefined ? [] : publishedReleases)],
});

/** Where upper case, order and dates are other than here. */
const TURKISH = { LC_ALL: "tr_TR.UTF-8", LANG: "tr_TR.UTF-8", LANGUAGE: "tr" };
const KIRITIMATI = { TZ: "Pacific/Kiritimati" };

let temporary: string;

beforeAll(async () => {
  temporary = mkdtempSync(path.join(tmpdir(), "proto-gen-determinism-"));
}, 180_000);

afterAll(() => rmSync(temporary, { recursive: true, force: true }));

describe("a process of its own", () => {
  // Without this, a system that lacks the locale or the zone would pass for code that ignores them.
  it("lives in the locale and time zone that it is given", async () => {
    const script =
      "[new Intl.Locale(Intl.Collator().resolvedOptions().locale).language, new Date(Date.UTC(2026, 0)).getHours()].join()";
    const { stdout } = await run(process.execPath, ["-p", script], {
      env: { ...process.env, ...TURKISH, ...KIRITIMATI },
    });
    expect(stdout.trim()).toBe("tr,14");
  });
});

interface Output {
  readonly release: Release;
  readonly profile: JsonObject;
  /** What every other run is compared with: generated once ... */
  readonly reference: Files;
  /** ... and written once by a process. */
  readonly printed: Files;
}

describe("output", { timeout: 300_000 }, () => {
  const outputs: Output[] = [];

  beforeAll(async () => {
    for (const release of releases)
      outputs.push({
        release,
        profile: JSON.parse(readFileSync(release.profile, "utf8")) as JsonObject,
        reference: await filesOf(release),
        printed: await runTool(release, { LC_ALL: "C", LANG: "C", TZ: "UTC" }),
      });
  }, 180_000);

  it("is the same in two runs", async () => {
    for (const { release, reference } of outputs)
      expect(await filesOf(release), release.name).toEqual(reference);
  });

  it.each([1, 2, 3])(
    "does not depend on the order of the profile's keys (seed %i)",
    async (seed) => {
      for (const { release, profile, reference } of outputs) {
        const shuffled = shuffleKeys(profile, randomOf(seed));
        expect(JSON.stringify(shuffled)).not.toBe(JSON.stringify(profile));
        expect(await filesOf(withProfile(release, shuffled)), release.name).toEqual(reference);
      }
    },
  );

  it("does not depend on the order in which the profile lists capabilities", async () => {
    for (const { release, profile, reference } of outputs) {
      const reversed = reverseCapabilities(profile);
      expect(JSON.stringify(reversed)).not.toBe(JSON.stringify(profile));
      expect(await filesOf(withProfile(release, reversed)), release.name).toEqual(reference);
    }
  });

  it("leaves its inputs as they are", async () => {
    for (const { release } of outputs) {
      const sources = await load(release);
      const documents = [sources.profile.document, ...sources.documents.values()];
      const before = documents.map(({ root }) => JSON.stringify(root));
      const first = await emit(buildModel(compose(sources, agree(sources).agreement)));
      const second = await emit(buildModel(compose(sources, agree(sources).agreement)));
      expect(documents.map(({ root }) => JSON.stringify(root))).toEqual(before);
      expect(second).toEqual(first);
    }
  });

  it.each([
    ["another locale", TURKISH],
    ["another time zone", KIRITIMATI],
  ])("does not depend on %s", async (_, environment) => {
    for (const { release, printed } of outputs)
      expect(await runTool(release, environment), release.name).toEqual(printed);
  });

  it("does not depend on the working directory", async () => {
    for (const { release, printed } of outputs) {
      const elsewhere = mkdtempSync(path.join(temporary, "elsewhere-"));
      expect(await runTool(release, {}, elsewhere), release.name).toEqual(printed);
    }
  });

  it("does not depend on where the profile and the output stand", async () => {
    for (const { release, printed } of outputs) {
      const moved = withProfile(release, readFileSync(release.profile, "utf8"));
      expect(await runTool(moved, {}), release.name).toEqual(printed);
    }
  });

  it("names no directory of this machine", () => {
    for (const { release, printed } of outputs) {
      const places = [repository, temporary, path.dirname(release.profile)].map((each) =>
        path.resolve(each),
      );
      const naming = Object.entries(printed).filter(([, content]) =>
        places.some((place) => content.includes(place)),
      );
      expect(naming).toEqual([]);
    }
  });

  it("is clean by prettier as printed", async () => {
    const options = await resolveConfig(path.join(repository, "generated/index.ts"));
    for (const { printed } of outputs) {
      const files = sampled("PRINTED_FILES", Object.entries(printed), 40);
      const clean = await Promise.all(
        files.map(([file, content]) => check(content, { ...options, filepath: file })),
      );
      expect(files.filter((_, index) => clean[index] === false).map(([file]) => file)).toEqual([]);
    }
  });

  it("ends lines with LF alone, and each file with one", () => {
    for (const { printed } of outputs)
      expect(
        Object.entries(printed).filter(
          ([, content]) => content.includes("\r") || !/[^\n]\n$/.test(content),
        ),
      ).toEqual([]);
  });
});

type Files = Readonly<Record<string, string>>;

async function filesOf(release: Release): Promise<Files> {
  const { files } = await generate(release);
  return Object.fromEntries(files.map((file) => [file.path, file.content]));
}

/** The release with another profile, in a directory of its own. */
function withProfile(release: Release, profile: Json): Release {
  const directory = mkdtempSync(path.join(temporary, "profile-"));
  const file = path.join(directory, "other.json");
  writeFileSync(file, typeof profile === "string" ? profile : JSON.stringify(profile));
  return { ...release, profile: file };
}

/** The command line in a process of its own; all that it wrote, the manifest too. */
async function runTool(
  release: Release,
  environment: NodeJS.ProcessEnv,
  cwd = repository,
): Promise<Files> {
  const out = path.join(mkdtempSync(path.join(temporary, "out-")), "generated");
  const profile = path.relative(cwd, release.profile);
  const schemas = release.schemas.flatMap(({ directory, prefix }) => [
    "--schemas",
    `${directory}=${prefix}`,
  ]);
  mkdirSync(cwd, { recursive: true });
  await run(process.execPath, [bin, "--profile", profile, ...schemas, "--out", out], {
    cwd,
    env: { ...process.env, ...environment },
  });
  return readTree(out);
}

function readTree(directory: string): Files {
  const entries = readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const names = entries.map(({ parentPath, name }) =>
    path.relative(directory, path.join(parentPath, name)),
  );
  return Object.fromEntries(
    names.sort().map((name) => [name, readFileSync(path.join(directory, name), "utf8")]),
  );
}

/** Numbers in [0, 1) that a seed determines (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function shuffleKeys(value: Json, random: () => number): Json {
  if (Array.isArray(value)) return value.map((item: Json) => shuffleKeys(item, random));
  if (!isObject(value)) return value;
  const ranked = Object.entries(value).map((entry) => ({ entry, rank: random() }));
  ranked.sort((left, right) => left.rank - right.rank);
  return Object.fromEntries(
    ranked.map(({ entry: [name, member] }) => [name, shuffleKeys(member, random)]),
  );
}

/** In either shape of the registry (§2.1). */
function reverseCapabilities(profile: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(profile).map(([name, member]) => {
      const capabilities = isObject(member) ? member["capabilities"] : undefined;
      if (!isObject(member) || capabilities === undefined) return [name, member];
      return [name, { ...member, capabilities: reverse(capabilities) }];
    }),
  );
}

function reverse(registry: Json): Json {
  if (Array.isArray(registry)) return [...(registry as Json[])].reverse();
  return Object.fromEntries(Object.entries(registry as JsonObject).reverse());
}
