/** Whatever a document says, lint ends, and says what is wrong: the draft, changed at random, is never a crash. */

import path from "node:path";
import { describe, expect, it } from "vitest";
import type { Json } from "@proto-gen/runtime/json";
import { lintFiles, readLintedFiles } from "../../src/lint/lint.js";
import { repository } from "../support/published.js";
import { runs, seed } from "../support/sizes.js";

const FILES = readLintedFiles(path.join(repository, "schemas/draft"));
/** Of those more is made than of others. */
const COMPOSED = /^(?:shopping\/[^/]+|shopping\/catalog\/.*|services\/.*|.*fulfillment.*)\.json$/;

const VALUES: readonly Json[] = [
  ...[null, 1, -1, "", "x", true, [], {}, [null], ["string", 1], { a: 1 }, "__proto__"],
  ...["https://x.example/y", "#/$defs/nope", { $ref: "#" }, { $ref: "checkout.json" }],
  { oneOf: [{}, {}], default: null },
  { type: "object", properties: { constructor: { type: "string" } }, default: {} },
];
const NAMES = [
  ...["$id", "$ref", "$defs", "$anchor", "$dynamicRef", "allOf", "oneOf", "not", "if", "items"],
  ...["properties", "required", "type", "enum", "const", "default", "examples", "pattern"],
  ...["proto_request", "proto_response", "name", "version", "requires", "openapi", "openrpc"],
  ...["methods", "paths", "unevaluatedProperties", "dependentSchemas", "__proto__", "toString"],
];

/** The same choices for a seed on every machine. */
function chooser(start: number): <Item>(items: readonly Item[]) => Item {
  let state = start >>> 0;
  return (items) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return items[Math.floor((state / 2 ** 32) * items.length)] as never;
  };
}

function changed(text: string, number: number): string {
  const choose = chooser(number);
  const root = JSON.parse(text) as Record<string, unknown>;
  const nodes: Record<string, unknown>[] = [root];
  for (const node of nodes)
    for (const member of Object.values(node))
      if (typeof member === "object" && member !== null) nodes.push(member as never);
  const node = choose(nodes);
  const names = Object.keys(node);
  const name = choose(names.length === 0 ? NAMES : names);
  const how = choose(["remove", "replace", "replace", "add"]);
  if (how === "remove") delete node[name];
  else node[how === "add" ? choose(NAMES) : name] = choose(VALUES);
  return JSON.stringify(root);
}

/** The draft with two or three of its documents changed. */
function changedFiles(number: number): typeof FILES {
  const choose = chooser(number * 7_919);
  const wanted = [
    choose(FILES),
    ...[1, 2].map(() => choose(FILES.filter(({ path: file }) => COMPOSED.test(file)))),
  ];
  return FILES.map((file) => {
    if (!wanted.includes(file)) return file;
    const text = changed(new TextDecoder().decode(file.bytes), number);
    return { path: file.path, bytes: new TextEncoder().encode(text) };
  });
}

describe("a draft that was changed at random", () => {
  it("is judged", { timeout: 300_000 }, async () => {
    const first = seed("DRAFTS");
    const count = runs("DRAFTS", { quick: 5, full: 40 });
    for (let number = first; number < first + count; number++) {
      const repeat = `DRAFTS_SEED=${number} DRAFTS_RUNS=1`;
      const files = changedFiles(number);
      const { findings } = await lintFiles({ directory: "draft", files }).catch(
        (cause: unknown) => {
          throw new Error(repeat, { cause });
        },
      );
      for (const { place, message } of findings) {
        expect(place?.line, `${repeat}: ${message}`).toBeGreaterThan(0);
        expect(place?.file, `${repeat}: ${message}`).toMatch(/^(?:draft|schemas)\//);
      }
    }
  });
});
