/**
 * Views against an oracle: the release of 2026-01-11 was published together with what its own tooling
 * made of it, a file a view. In: those files. Out: each equals our view of its source (DESIGN §6).
 */

import { readFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import type { Json } from "@proto-gen/runtime/json";
import type { Composition } from "../../src/compose/compose.js";
import type { View } from "../../src/compose/view.js";
import { composeWholeRelease } from "../support/compose-release.js";
import {
  derivedFiles,
  folder,
  normalise,
  originOf,
  SCHEMAS,
  sourceFiles,
} from "../support/published-views.js";
import { published, publishedRelease } from "../support/published.js";
import { createViewedSchemas } from "../../src/compose/viewed-schemas.js";
import type { FactOverrides } from "../../src/facts/facts-in-force.js";
import { loadSchema } from "../../src/load/load-schema.js";
import { runTool } from "../support/release.js";

describe.skipIf(published === undefined)("views of the release of 2026-01-11 (DESIGN §6)", () => {
  let composition: Composition;

  beforeAll(async () => {
    composition = await composeWholeRelease(publishedRelease("2026-01-11"));
  });

  function ours(source: string, view: View): Json {
    const reference = composition.schemas.reference(
      { document: SCHEMAS + source, pointer: "" },
      view,
    );
    // A viewed document is made when something first resolves to it.
    composition.schemas.set.resolve(reference, "");
    return composition.schemas.set.root(reference) as Json;
  }

  it("has 75 derived files, each of a source file", () => {
    expect(derivedFiles).toHaveLength(75);
    expect(
      derivedFiles
        .map((file) => originOf(file).source)
        .filter((source) => !sourceFiles.has(source)),
    ).toEqual([]);
  });

  it.each(derivedFiles)("%s equals our view of its source", (file) => {
    const { source, view } = originOf(file);
    expect(normalise(ours(source, view), SCHEMAS + source)).toEqual(theirs(file));
  });
});

function theirs(file: string): Json {
  const text = readFileSync(path.join(folder, "spec/schemas", file), "utf8");
  return normalise(JSON.parse(text) as Json, SCHEMAS + file);
}

describe.skipIf(published === undefined)("one file of 2026-01-11, without a profile", () => {
  async function seen(file: string, facts?: FactOverrides): Promise<Json> {
    const { source, view } = originOf(file);
    const schema = path.join(folder, "source/schemas", source);
    const { schemas } = publishedRelease("2026-01-11");
    const { sources } = await loadSchema({ schema, schemas, facts });
    const { reference, set } = createViewedSchemas(sources);
    const viewed = reference({ document: SCHEMAS + source, pointer: "" }, view);
    set.resolve(viewed, "");
    return normalise(set.root(viewed) as Json, SCHEMAS + source);
  }

  it.each(derivedFiles)("has the view %s", async (file) => {
    expect(await seen(file)).toEqual(theirs(file));
    expect(await seen(file, { sharedRequest: "create" })).toEqual(theirs(file));
  });

  it("has another view where the fact is said to be otherwise", async () => {
    const types = path.join(folder, "source/schemas/shopping/types");
    const resolved = async (operation: string, more: readonly string[]): Promise<string> => {
      const file = path.join(types, "fulfillment_option.json");
      const run = await runTool(["resolve", file, "--op", operation, "--request", ...more]);
      expect(run.code, run.err).toBe(0);
      return run.out;
    };
    const create = await resolved("create", []);
    expect(await resolved("update", [])).toBe(create);
    expect(await resolved("update", ["--fact", "sharedRequest=create"])).toBe(create);
    const operation = await resolved("update", ["--fact", "sharedRequest=operation"]);
    expect(operation).toContain("?view=request.update");
  });
});
