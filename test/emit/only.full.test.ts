/** `--only`: each output, and each two of them, is a tree of its own that compiles. */

import { describe, expect, it } from "vitest";
import { EMITTER_NAMES } from "../../src/emit/emitter-names.js";
import type { OutputFile } from "../../src/emit/output-file.js";
import { compileErrors, sourcesOf, writeEmitted } from "../support/emitted.js";
import { outcomeOf } from "../support/hostile/outcome.js";
import { baseDraft } from "../support/hostile/places.js";

const CHOICES: readonly (readonly string[])[] = EMITTER_NAMES.flatMap((name, index) => [
  [name],
  ...EMITTER_NAMES.slice(index + 1).map((other) => [name, other]),
]);

async function filesOf(only: readonly string[]): Promise<readonly OutputFile[]> {
  const outcome = await outcomeOf(baseDraft(), only);
  if (outcome.kind !== "tree") throw new Error(outcome.message);
  return outcome.files;
}

describe("a choice of outputs", () => {
  it("imports nothing that it does not write, and compiles: each one, and each two", async () => {
    const trees = new Map<string, readonly OutputFile[]>();
    for (const only of CHOICES) {
      const files = await filesOf(only);
      // What several choices give is compiled once.
      trees.set(files.map(({ path, content }) => path + content).join(), files);
    }
    const all = [...trees.values()].flatMap((files, index) =>
      files.map((file) => ({ ...file, path: `${index}/${file.path}` })),
    );
    const directory = writeEmitted("emit-only", all);
    expect(trees.size).toBeGreaterThan(EMITTER_NAMES.length - 1);
    expect(compileErrors(directory, all, { judged: sourcesOf(all) })).toEqual([]);
  });

  it("has no module of types where only documents are asked for", async () => {
    const paths = (await filesOf(["openapi", "openrpc"])).map(({ path }) => path);
    expect(paths).toEqual(["openapi.d.ts", "openapi.json", "openrpc.json"]);
  });
});
