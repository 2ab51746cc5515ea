/** `mock` serves a release from either of its forms: its own files, and what its site makes of them (DESIGN §4). */

import path from "node:path";
import { describe, expect, it } from "vitest";
import { deployed, publishedProfile, siteOf } from "../support/deployed-release.js";
import { openMock } from "../support/mock-process.js";
import { published, publishedReleases } from "../support/published.js";
import { put, temporaryDirectory } from "../write/temporary.js";

describe.skipIf(published === undefined)("a mock of a release", () => {
  it.each(publishedReleases)("is the same from both forms: $name", async (release) => {
    const source = release.schemas[0]?.directory as string;
    const directory = temporaryDirectory();
    put(directory, "profile.json", JSON.stringify(publishedProfile(release)));
    const profile = path.join(directory, "profile.json");
    const served: string[] = [];
    for (const form of [source, deployed(source, release.name)]) {
      const mock = await openMock("--profile", profile, "--schemas", `${form}=${siteOf(release)}`);
      try {
        const answer = await fetch(mock.opened.discovery);
        expect(answer.status).toBe(200);
        served.push((await answer.text()).replaceAll(/:\d{4,5}\b/g, ":PORT"));
      } finally {
        await mock.stop();
      }
    }
    expect(served[0]).toContain(release.name);
    expect(withoutKeys(served[1])).toEqual(withoutKeys(served[0]));
  });
});

/** Each mock signs with a key of its own. */
function withoutKeys(text = "{}"): object {
  const { signing_keys: _, ...others } = JSON.parse(text) as Record<string, unknown>;
  return others;
}
