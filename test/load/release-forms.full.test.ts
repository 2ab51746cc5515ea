/**
 * A release's own files say `https://host/schemas/x.json`, its site writes the version into each URL, and profiles name what
 * the site has. Both forms, and all orders of a profile's entries, give the same code (DESIGN §4).
 */

import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Json, JsonObject } from "@proto-gen/runtime/json";
import { describe, expect, it } from "vitest";
import { generate } from "../../src/generate.js";
import type { SchemaRoot } from "../../src/load/schema-root.js";
import { createRandom, type Random } from "../support/oracle/random.js";
import { deployed, publishedProfile, siteOf } from "../support/deployed-release.js";
import { ownRelease, published, publishedReleases } from "../support/published.js";
import { reproduction, runs, seed } from "../support/sizes.js";
import { temporaryDirectory } from "../write/temporary.js";

const NAME = "FORMS";
const SIZES = { quick: 2, full: 5 };
const REGISTRIES = ["capabilities", "services", "payment_handlers", "handlers"];

describe.skipIf(published === undefined)(
  `forms of a release (${reproduction(NAME, SIZES)})`,
  () => {
    it.each(publishedReleases)("give the same code: $name", async (release) => {
      const prefix = siteOf(release);
      const source = release.schemas[0]?.directory as string;
      await expectSameCode(publishedProfile(release), [
        [{ directory: source, prefix, label: "source" }],
        [{ directory: deployed(source, release.name), prefix, label: "site" }],
      ]);
    });
  },
);

describe(`a release of the package (${reproduction(NAME, SIZES)})`, () => {
  it("gives the same code in any order of a profile's entries", async () => {
    const profile = JSON.parse(readFileSync(ownRelease.profile, "utf8")) as JsonObject;
    await expectSameCode(profile, [ownRelease.schemas]);
  });
});

/** @param forms the directories of one release, in several forms */
async function expectSameCode(
  profile: JsonObject,
  forms: readonly (readonly SchemaRoot[])[],
): Promise<void> {
  const random = createRandom(seed(NAME));
  let first: ReadonlyMap<string, string> | undefined;
  for (const [form, roots] of forms.entries())
    for (let order = 0; order < runs(NAME, SIZES); order++) {
      const given = order === 0 ? profile : reordered(profile, random);
      const files = await generated(given, roots);
      first ??= files;
      expect([...files.keys()]).toEqual([...first.keys()]);
      for (const [file, text] of files)
        expect(text, `form ${form}, order ${order}: ${file}`).toBe(first.get(file));
    }
}

async function generated(
  profile: JsonObject,
  schemas: readonly SchemaRoot[],
): Promise<ReadonlyMap<string, string>> {
  const file = path.join(temporaryDirectory(), "profile.json");
  writeFileSync(file, JSON.stringify(profile));
  const { files } = await generate({ profile: file, schemas });
  return new Map(files.map((each) => [each.path, each.content]));
}

/** The same entries: those of a name, the names and the registries stand in another order. */
function reordered(profile: JsonObject, random: Random): JsonObject {
  const mixed = Object.entries(profile).map(([name, member]): [string, Json] => [
    name,
    typeof member === "object" && member !== null && !Array.isArray(member)
      ? withMixedRegistries(member as JsonObject, random)
      : member,
  ]);
  return Object.fromEntries(shuffled(mixed, random));
}

function withMixedRegistries(member: JsonObject, random: Random): JsonObject {
  const mixed = REGISTRIES.filter((name) => member[name] !== undefined).map(
    (name) => [name, registryInOrder(member[name] as Json, random)] as const,
  );
  return { ...member, ...Object.fromEntries(shuffled(mixed, random)) };
}

function registryInOrder(registry: Json, random: Random): Json {
  if (Array.isArray(registry)) return shuffled(registry, random);
  const entries = Object.entries(registry as JsonObject).map(
    ([name, items]) => [name, Array.isArray(items) ? shuffled(items, random) : items] as const,
  );
  return Object.fromEntries(shuffled(entries, random)) as JsonObject;
}

function shuffled<Item>(items: readonly Item[], random: Random): Item[] {
  const left = [...items];
  return items.map(() => left.splice(random.int(left.length), 1)[0] as Item);
}
