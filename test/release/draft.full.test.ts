/** The draft generates as the newest release does: only what says its version differs. */

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { generate, type Generation } from "../../src/generate.js";
import { interpret } from "../../src/interpret.js";
import { compileSubject } from "../../src/validate/compile-subject.js";
import { typeSubject } from "../../src/resolve/subject.js";
import { outDirectory, repository } from "../support/published.js";

const PROFILE = path.join(outDirectory, "draft-profile/profile.json");
const NEWEST = path.join(outDirectory, "newest-profile/profile.json");

beforeAll(() => {
  const sample = readFileSync(path.join(repository, "profile.json"), "utf8");
  for (const [file, version] of [
    [PROFILE, "draft"],
    [NEWEST, newestRelease()],
  ] as const) {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, sample.replaceAll("2026-11-27", version));
  }
});

function newestRelease(): string {
  const dates = readdirSync(path.join(repository, "schemas")).filter((name) => name !== "draft");
  return dates.sort().at(-1) ?? "";
}

describe("a profile of the draft", () => {
  it("has the capabilities of the newest release", async () => {
    const own = await interpret({ profile: NEWEST });
    const draft = await interpret({ profile: PROFILE });
    const versions = new Set(draft.agreement.capabilities.map(({ version }) => version));
    expect([...versions]).toEqual(["draft"]);
    expect(draft.agreement.capabilities.map(({ name }) => name)).toEqual(
      own.agreement.capabilities.map(({ name }) => name),
    );
    expect(draft.notices.map(({ code }) => code)).toEqual(own.notices.map(({ code }) => code));
    const files = [...draft.sources.documents.values()].map(({ file }) => file);
    expect(files.filter((file) => !file.startsWith("schemas/draft/"))).toEqual([]);
  });

  it("writes the same files", async () => {
    const names = ({ files }: Generation): string[] => files.map((file) => file.path).sort();
    const own = await generate({ profile: NEWEST });
    const draft = await generate({ profile: PROFILE });
    expect(names(draft)).toEqual(names(own));
  }, 60_000);

  it("accepts what the sample's checkout is", async () => {
    const input = await interpret({ profile: PROFILE });
    const check = await compileSubject(typeSubject(input, "Checkout", {}));
    const file = path.join(repository, "test/data/instances/checkout.json");
    const checkout = JSON.parse(readFileSync(file, "utf8")) as Record<string, unknown>;
    expect(check(checkout)).toEqual([]);
    expect(check({ ...checkout, currency: 1 })).not.toEqual([]);
  });
});
