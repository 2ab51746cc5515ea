/** Overlays for the known defects of published releases: with all, a release has no warning; without one, its warnings are back. */

import { cpSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { published, PUBLISHED_HOST, repository } from "../../support/published.js";
import { runTool } from "../../support/release.js";
import { temporaryDirectory } from "../../write/temporary.js";

/** The warnings that each overlay ends. */
const ENDS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  "2026-01-11": {
    "inline-fields": ["SERVICE_INLINE_FIELDS"],
    "profile-schema": ["LOAD_REF_BY_PLACE"],
    ap2: ["COMPOSE_ENTRY_LOST"],
  },
  "2026-01-23": {
    "inline-fields": ["SERVICE_INLINE_FIELDS"],
    "profile-schema": ["LOAD_REF_BY_PLACE"],
    versions: ["PROFILE_SCHEMA_VERSION_DIFFERS"],
  },
  "2026-04-08": {
    "inline-fields": ["SERVICE_INLINE_FIELDS"],
    "profile-schema": ["LOAD_REF_BY_PLACE"],
    config: ["PROFILE_NO_CONFIG"],
  },
};

/** A copy of the profile, with the overlays beside it. */
function project(release: string) {
  const directory = temporaryDirectory();
  cpSync(path.join(published ?? "", release, "profile.json"), `${directory}/profile.json`);
  const overlays = path.join(repository, "test/overlays/published", release);
  cpSync(overlays, `${directory}/overlays`, { recursive: true });
  // What the sample handler of the profiles names, which nobody serves.
  mkdirSync(`${directory}/specs`);
  const handler = JSON.stringify({ type: "object" });
  writeFileSync(`${directory}/specs/tokenizer.json`, handler);
  const input = (names: readonly string[]): readonly string[] => [
    ...["--profile", `${directory}/profile.json`],
    ...["--schemas", `${path.join(published ?? "", release, "source")}=${PUBLISHED_HOST}`],
    ...["--schemas", `${directory}/specs=https://example.com/specs`],
    ...names.flatMap((name) => ["--overlay", `${directory}/overlays/${name}.json`]),
  ];
  const run = async (names: readonly string[]): Promise<readonly string[]> => {
    const { code, err } = await runTool([...input(names), "--out", `${directory}/out`]);
    expect(code, err).toBe(0);
    return [...err.matchAll(/^warning: ([A-Z_]+): /gm)].map(([, each = ""]) => each);
  };
  return { input, run, names: readdirSync(overlays).map((file) => path.basename(file, ".json")) };
}

describe.skipIf(published === undefined).each(Object.entries(ENDS))(
  "release %s",
  (release, ends) => {
    it("has no warning with all overlays, and without one those that it ends", async () => {
      const { run, names } = project(release);
      expect([...names].sort()).toEqual(Object.keys(ends).sort());
      expect(await run(names)).toEqual([]);
      for (const [name, codes] of Object.entries(ends))
        expect(await run(names.filter((each) => each !== name)), name).toEqual(codes);
      expect([...(await run([]))].sort()).toEqual(Object.values(ends).flat().sort());
    });
  },
);

describe.skipIf(published === undefined)("the mandate extension of 2026-01-11", () => {
  it("adds its member to the request that completes a checkout only with the overlay", async () => {
    const { input } = project("2026-01-11");
    const inspect = (names: readonly string[]) =>
      runTool(["inspect", "CheckoutCompleteRequest", ...input(names), "--json"]);
    // Without it, the request has no members of its own, and no type.
    expect((await inspect([])).err).toContain("USAGE_UNKNOWN_TYPE");
    const report = JSON.parse((await inspect(["ap2"])).out) as { members: object[] };
    expect(report.members).toContainEqual(expect.objectContaining({ path: "ap2", required: true }));
  });
});
