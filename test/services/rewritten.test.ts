/** Releases that are written otherwise and say the same: their operations and verdicts stay. */

import { beforeAll, describe, expect, it } from "vitest";
import type { Json, JsonObject } from "@proto-gen/runtime/json";
import { interpret, type Interpretation } from "../../src/interpret.js";
import { createInstance } from "../../src/model/instance/create-instance.js";
import type { Definition } from "../../src/model/node.js";
import { compileSubject, type CompiledValidator } from "../../src/validate/compile-validator.js";
import { mutantsOf } from "../support/oracle/mutate.js";
import { published, publishedReleases, type Release } from "../support/published.js";
import { documentsBelow, movedFrom, rewritten, type Documents } from "../support/rewritten.js";

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

interface Described {
  readonly rows: readonly unknown[];
  readonly payloads: ReadonlyMap<string, Definition>;
  readonly input: Interpretation;
}

async function describeRelease(release: Release): Promise<Described> {
  const input = await interpret(release);
  const operations = input.model.services.flatMap((service) => service.operations);
  const nameOf = (definition: Definition | undefined): string | undefined =>
    definition && input.model.hasType(definition) ? input.model.typeOf(definition).name : undefined;
  return {
    input,
    rows: operations.map(({ id, verb, capability, request, response, rest, mcp }) => [
      ...[id, verb, capability, nameOf(request), nameOf(response)],
      ...[rest?.method, rest?.path, mcp?.tool],
    ]),
    payloads: new Map(
      operations.flatMap(({ id, request, response }) =>
        [["request", request] as const, ["response", response] as const].flatMap(
          ([direction, definition]) =>
            definition === undefined ? [] : [[`${id} ${direction}`, definition] as const],
        ),
      ),
    ),
  };
}

function validatorOf({ input }: Described, definition: Definition): Promise<CompiledValidator> {
  const capabilityOf = (): undefined => undefined;
  return compileSubject({
    ...{ definition, capabilityOf, ownerOf: input.model.ownerOf, attribution: undefined },
  });
}

/** An instance and its mutants. */
function valuesOf(definition: Definition): Json[] {
  const instance = createInstance(definition.node);
  return instance === undefined
    ? []
    : [instance, ...[...mutantsOf(instance)].map(({ value }) => value)];
}

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
    const after = await describeRelease(
      rewritten(release, name.replaceAll(/\W+/g, "-"), REWRITES[name]!),
    );
    expect(after.rows).toEqual(before.rows);
    expect([...after.payloads.keys()]).toEqual([...before.payloads.keys()]);
    for (const [payload, definition] of before.payloads) {
      const [one, other] = await Promise.all([
        validatorOf(before, definition),
        validatorOf(after, after.payloads.get(payload)!),
      ]);
      const values = valuesOf(definition);
      expect(values.length).toBeGreaterThan(0);
      const verdicts = (check: CompiledValidator): boolean[] =>
        values.map((value) => check(value, 1).length === 0);
      expect(verdicts(other), payload).toEqual(verdicts(one));
    }
  });
});
