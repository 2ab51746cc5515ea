/** What an agent has to read: hosts drop lists above 50 to 70 kB without a word. */

import { describe, expect, it } from "vitest";
import { bundleOf, toolsOf } from "../support/bundle.js";
import { ownRelease, published, publishedReleases } from "../support/published.js";

/** kB of `tools/list`, by release. */
const MOST: Readonly<Record<string, number>> = {
  [ownRelease.name]: 24,
  "2026-01-11": 18,
  "2026-01-23": 18,
  "2026-04-08": 40,
};
const MOST_OF_ONE = 7;

describe.each([ownRelease, ...publishedReleases])("the tools of $name", (release) => {
  const isMissing = release !== ownRelease && published === undefined;

  it.skipIf(isMissing)("are as small as an agent needs them", async () => {
    const tools = [...toolsOf(await bundleOf(release, `tool-sizes-${release.name}`)).values()];
    const sizes = tools.map((tool) => JSON.stringify(tool).length / 1000);
    expect(sizes.length).toBeGreaterThan(4);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(MOST[release.name]!);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(MOST_OF_ONE);
  });
});
