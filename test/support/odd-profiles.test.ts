/** The profiles with odd entries that tests draw. */

import { expect, it } from "vitest";
import { createOddProfile, ODD_KINDS } from "./odd-profiles.js";
import { createRandom } from "./oracle/random.js";
import { ownProfile } from "./own-profile.js";

it("are of every kind, in both shapes and roles, with one to five choices each", () => {
  const random = createRandom(1);
  const profiles = Array.from({ length: 400 }, () => createOddProfile(random, ownProfile()));
  const seen = new Set(profiles.flatMap(({ odd }) => odd.map(({ kind }) => kind)));
  expect(seen.size).toBe(Object.keys(ODD_KINDS).length + 1);
  expect(seen.size).toBeGreaterThan(15);
  expect(new Set(profiles.map(({ shape, role }) => `${shape} ${role}`)).size).toBe(4);
  expect(Math.min(...profiles.map(({ odd }) => odd.length))).toBe(1);
});

it("are the same for the same seed, and leave the sound profile as it is", () => {
  const before = JSON.stringify(ownProfile());
  const given = ownProfile();
  const first = createOddProfile(createRandom(7), given);
  expect(JSON.stringify(given)).toBe(before);
  expect(createOddProfile(createRandom(7), given)).toEqual(first);
});

it("have an entry at every place that is told", () => {
  const random = createRandom(2);
  for (let count = 0; count < 50; count++) {
    const { profile, sound, odd } = createOddProfile(random, ownProfile());
    for (const { pointer } of odd) {
      const found = pointer
        .split("/")
        .slice(1)
        .reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], profile);
      expect(found).not.toBeUndefined();
    }
    expect(JSON.stringify(sound)).not.toContain("com.example.odd");
  }
});
