/**
 * The reference composer against views that a release's own tooling derived: `2026-01-11/spec` has a file for each view of
 * each file in `source`. Both are bundled by the reference composer, and say the same but at one place.
 */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "@proto-gen/runtime/json";
import { PUBLISHED_HOST, published } from "../support/published.js";
import { composeReference } from "../support/oracle/reference-composer.js";
import type { ReferenceView } from "../support/oracle/reference/annotation.js";
import { isObject, type Documents } from "../support/oracle/reference/documents.js";
import { schemaDifferences } from "../support/oracle/reference/same-schema.js";

const RESPONSE: ReferenceView = { direction: "response" };

/** The views that file names end in. */
const VIEWS: readonly (readonly [suffix: string, view: ReferenceView])[] = [
  [".create_req.json", { direction: "request", operation: "create" }],
  [".update_req.json", { direction: "request", operation: "update" }],
  ["_req.json", { direction: "request", operation: "update" }],
  ["_resp.json", RESPONSE],
  [".json", RESPONSE],
];

/**
 * `types/payment_credential.json` has no annotation, so the tooling wrote it once, and what it refers to is the response's
 * token credential in every view: without the token, which a response omits. DESIGN §6: "there ours is right".
 */
const NOT_DERIVED = ["/credential/oneOf/0/properties/token", "/credential/oneOf/0/required"];

interface Derived {
  readonly file: string;
  readonly source: string;
  readonly view: ReferenceView;
}

function documentsBelow(folder: string): Map<string, Json> {
  const directory = join(published ?? "", "2026-01-11", folder);
  const files = readdirSync(directory, { recursive: true, encoding: "utf8" });
  return new Map(
    files
      .filter((file) => file.endsWith(".json"))
      .map((file) => [
        `${PUBLISHED_HOST}/${file}`,
        JSON.parse(readFileSync(join(directory, file), "utf8")) as Json,
      ]),
  );
}

function derivedFrom(sources: Documents, file: string): Derived {
  for (const [suffix, view] of VIEWS) {
    const source = `${file.slice(0, -suffix.length)}.json`;
    if (file.endsWith(suffix) && sources.has(source)) return { file, source, view };
  }
  throw new Error(`${file} has no source`);
}

/** The document, and each of its definitions, which no schema need refer to. */
function pointersOf(document: Json | undefined): string[] {
  const definitions = isObject(document) ? document["$defs"] : undefined;
  return [
    "",
    ...Object.keys(isObject(definitions) ? definitions : {}).map((key) => `/$defs/${key}`),
  ];
}

function bundle(
  documents: Documents,
  document: string,
  pointer: string,
  view: ReferenceView,
): JsonObject {
  return composeReference({
    documents,
    name: "ucp",
    root: { document, pointer },
    contributions: [],
    view,
  });
}

describe.skipIf(published === undefined)(
  "views that the release 2026-01-11 was published with",
  () => {
    const sources = published === undefined ? new Map<string, Json>() : documentsBelow("source");
    const derived = published === undefined ? new Map<string, Json>() : documentsBelow("spec");
    // What is no schema of a payload was not derived, and is referred to all the same.
    const all = new Map(
      [...sources].filter(([uri]) => !uri.includes("/schemas/")).concat([...derived]),
    );

    it("are those of the reference composer", () => {
      const wrong: string[] = [];
      for (const file of derived.keys()) {
        const { source, view } = derivedFrom(sources, file);
        for (const pointer of pointersOf(derived.get(file)))
          for (const place of schemaDifferences(
            bundle(sources, source, pointer, view),
            bundle(all, file, pointer, RESPONSE),
          ))
            wrong.push(`${file}#${pointer}: ${place}`);
      }
      expect(derived.size).toBe(75);
      const tails = wrong.map((each) => each.slice(each.indexOf("/credential/")));
      expect([...new Set(tails)].sort()).toEqual(NOT_DERIVED);
      expect(wrong.filter((each) => !each.includes("_req.json#"))).toEqual([]);
    });
  },
);
