/** Releases that are written otherwise and say the same: their operations and verdicts stay. */

import { beforeAll, describe, expect, it } from "vitest";
import type { Json, JsonObject } from "@proto-gen/runtime/json";
import { describeRelease, expectSameVerdicts, type Described } from "../support/described.js";
import { published, publishedReleases } from "../support/published.js";
import {
  changesBetween,
  documentsBelow,
  movedFrom,
  rewritten,
  type Documents,
} from "../support/rewritten.js";

/** `$defs` keys of containers. */
const SHAPE = /^.+_(?:request|response)$/;

function* containers(documents: Documents): Generator<[string, JsonObject, JsonObject]> {
  for (const [at, document] of documents) {
    const { $defs } = document;
    if (!at.startsWith("schemas/") || document["properties"] !== undefined) continue;
    if (Object.keys(($defs ?? {}) as JsonObject).some((key) => SHAPE.test(key)))
      yield [at, document, $defs as JsonObject];
  }
}

const REWRITES: Readonly<Record<string, (documents: Documents) => void>> = {
  "a container's root without keywords": (documents) => {
    for (const [at, { type: _type, ...others }] of [...containers(documents)].map(
      ([name, document]) => [name, document] as const,
    ))
      documents.set(at, others);
  },
  "a container's root that is an object": (documents) => {
    for (const [at, document] of [...containers(documents)])
      documents.set(at, { ...document, type: "object" });
  },
  "a container's root with a title, an object's keywords and no members": (documents) => {
    for (const [at, document] of [...containers(documents)])
      documents.set(at, { ...document, type: "object", minProperties: 0, title: "Container" });
  },
  "shapes behind a $ref": (documents) => {
    for (const [at, document, $defs] of [...containers(documents)]) {
      const own: Record<string, Json> = {};
      for (const [key, schema] of Object.entries($defs)) {
        // Of the same directory, and of its name: a file names its type.
        const file = at.replace(/[^/]+$/, `${key}.json`);
        if (!SHAPE.test(key)) own[key] = schema;
        else {
          documents.set(file, movedFrom(at, schema) as JsonObject);
          own[key] = { $ref: `${key}.json` };
        }
      }
      documents.set(at, { ...document, $defs: own });
    }
  },
};

/** Those that a rewrite changes. */
const RELEASES = (published === undefined ? [] : publishedReleases).filter(
  (release) => [...containers(documentsBelow(release))].length > 0,
);

it.skipIf(published === undefined)("is tried on a release", () => expect(RELEASES).not.toEqual([]));

describe.each(RELEASES)("release $name", (release) => {
  let before: Described;

  beforeAll(async () => {
    before = await describeRelease(release);
  });

  it.each(Object.keys(REWRITES))("says the same with %s", async (name) => {
    let documents: Documents = new Map();
    const written = rewritten(release, name.replaceAll(/\W+/g, "-"), (all) => {
      documents = all;
      REWRITES[name]!(all);
    });
    const after = await describeRelease(written);
    expect(after.rows).toEqual(before.rows);
    expect([...after.payloads.keys()]).toEqual([...before.payloads.keys()]);
    await expectSameVerdicts(before, after);
    const changes = await changesBetween(documentsBelow(release), documents);
    const isTold = (change: string): boolean =>
      change.startsWith("definition-moved ") ||
      // The title is another one.
      (name.includes("title") && change.startsWith("description-changed "));
    expect(changes.filter((each) => !isTold(each))).toEqual([]);
  });
});
