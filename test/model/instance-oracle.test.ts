/** Instances of every named type of whole releases, judged by ajv. */

import { beforeAll, describe, expect, it } from "vitest";
import { buildModel } from "../../src/model/build.js";
import { createInstance } from "../../src/model/instance/create-instance.js";
import type { Model, NamedType } from "../../src/model/model.js";
import { createOracle, type Oracle } from "../support/oracle/ajv-oracle.js";
import { composeRelease } from "../support/compose-release.js";
import { ownRelease, published, publishedReleases } from "../support/published.js";

describe.each([ownRelease, ...publishedReleases])("the types of $name", (release) => {
  const isMissing = release !== ownRelease && published === undefined;
  let model: Model;
  let types: readonly NamedType[] = [];
  let oracle: Oracle;

  beforeAll(async () => {
    if (isMissing) return;
    const composition = await composeRelease(release);
    model = buildModel(composition);
    // The oracle reads schema documents: what services bring is judged with openapi.json and the tools.
    const { set, source } = composition.schemas;
    const services = new Set(
      composition.sources.services
        .flatMap(({ rest, mcp, embedded }) => [rest, mcp, embedded])
        .map((each) => each?.document.uri),
    );
    types = model.modules
      .flatMap((module) => module.types)
      .filter(({ definition: { origin } }) => {
        const document = source(origin.document)?.document ?? origin.document;
        const stands = [...services].some(
          (uri) => uri !== undefined && decodeURIComponent(document).includes(uri),
        );
        return !stands && set.root(origin.document) !== undefined;
      });
    oracle = createOracle(composition.schemas.set);
  });

  it.skipIf(isMissing).each(["none", "some", "all"] as const)(
    "have an instance that ajv accepts, optional members: %s",
    (optional) => {
      expect(types.length).toBeGreaterThan(80);
      const wrong = types.filter(({ definition }) => {
        const { document, pointer } = definition.origin;
        const isValid = oracle.predicate(`${document}#${encodeURI(pointer)}`);
        const value = createInstance(definition.node, { optional });
        return value === undefined || !isValid(value);
      });
      expect(wrong.map(({ module, name }) => `${module} ${name}`)).toEqual([]);
    },
  );

  it.skipIf(isMissing)("have another instance for another seed, valid too", () => {
    const all = model.subsetChecks.flatMap(({ views }) => views.map(({ type }) => type));
    const roots = all.filter((type) => types.includes(type));
    expect(roots.length).toBeGreaterThan(2);
    const changed = roots.filter(({ definition: { origin, node } }) => {
      const isValid = oracle.predicate(`${origin.document}#${encodeURI(origin.pointer)}`);
      const values = [0, 1, 2].map((seed) => createInstance(node, { seed }));
      expect(values.map((value) => value !== undefined && isValid(value))).toEqual([
        true,
        true,
        true,
      ]);
      return new Set(values.map((value) => JSON.stringify(value))).size > 1;
    });
    expect(changed.length).toBeGreaterThan(0);
  });
});
