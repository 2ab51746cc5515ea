/**
 * Every member of a checkout, of its requests and of an order that two releases describe in different ways. The list,
 * `test/data/release-differences.json`, is kept by hand: a difference that is not in it fails, and one that is gone does, too.
 */

import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { modelRelease } from "../support/compose-release.js";
import { ownRelease, published, publishedReleases, repository } from "../support/published.js";
import { findDifferences, listReleaseFields, type Fields } from "../support/release-fields.js";

interface Difference {
  /** The part and the path in it: `instrument | display`. */
  readonly field: string;
  /** The payloads that have the part: a checkout, an order, or the request of an operation. */
  readonly in: readonly string[];
  /** What each release says; one that is not named does not have the member. */
  readonly is: Readonly<Record<string, string>>;
  /** The member that has the same sense in releases without this one. */
  readonly elsewhere?: string;
  /** The modules of the runtime and of the storefront that read or write it; nothing else depends on it. */
  readonly readBy?: readonly string[];
}

const DIFFERENCES = JSON.parse(
  readFileSync(path.join(repository, "test/data/release-differences.json"), "utf8"),
) as readonly Difference[];

const RELEASES = [...publishedReleases, { ...ownRelease, name: "2026-11-20" }];

/** `checkout: instrument | display`: a line of the lists that `listReleaseFields` makes. */
function linesOf({ field, in: payloads }: Pick<Difference, "field" | "in">): readonly string[] {
  return payloads.map((payload) => `${payload}: ${field}`);
}

describe.skipIf(published === undefined)("the differences of releases", () => {
  let lists: readonly ReadonlyMap<string, Fields>[];

  beforeAll(async () => {
    const models = await Promise.all(RELEASES.map((release) => modelRelease(release)));
    lists = models.map(listReleaseFields);
  });

  function has(at: number, line: string): boolean {
    const [list = "", field = ""] = line.split(" | ");
    return lists[at]?.get(list)?.has(field) === true;
  }

  it("are those that are named, and no others", () => {
    const found = [...findDifferences(lists)].map(([line, descriptions]) => {
      const said = descriptions.flatMap((text, at) =>
        text === undefined ? [] : [[RELEASES[at]?.name, text]],
      );
      return [line, Object.fromEntries(said)];
    });
    const named = DIFFERENCES.flatMap((each) => linesOf(each).map((line) => [line, each.is]));
    expect(named).toHaveLength(Object.keys(Object.fromEntries(named)).length);
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(named));
  });

  it("lead to members that releases without the one have", () => {
    for (const { field, in: payloads, is, elsewhere } of DIFFERENCES) {
      if (elsewhere === undefined) continue;
      const isThere = RELEASES.some(
        ({ name }, at) =>
          is[name] === undefined &&
          linesOf({ field: elsewhere, in: payloads }).some((line) => has(at, line)),
      );
      expect(isThere, `${field} is ${elsewhere}`).toBe(true);
    }
  });
});

describe("the modules that follow a difference of releases", () => {
  it("are there, and name the member", () => {
    for (const { field, readBy = [] } of DIFFERENCES)
      for (const file of readBy) {
        expect(existsSync(path.join(repository, file)), file).toBe(true);
        const name = /[\w]+$/.exec(field)?.[0] ?? "";
        // Signs are no member of their own.
        if (/ zero$/.test(field)) continue;
        expect(readFileSync(path.join(repository, file), "utf8"), file).toMatch(
          new RegExp(`\\b${name}\\b`),
        );
      }
  });
});
