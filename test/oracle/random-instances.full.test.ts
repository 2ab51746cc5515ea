/**
 * Instances of random schemas against emitted checks: the interpreter says what the check says, and
 * what is made passes it.
 */

import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { Json } from "@proto-gen/runtime/json";
import ts from "typescript";
import { beforeAll, describe, expect, it } from "vitest";
import { emitStandalone } from "../../src/emit/validators/standalone.js";
import { createSchemaSet } from "../../src/json-schema/schema-set.js";
import { createInstance } from "../../src/model/instance/create-instance.js";
import { satisfies } from "../../src/model/instance/satisfies.js";
import { createLowering } from "../../src/model/lower.js";
import type { Definition } from "../../src/model/node.js";
import { createRandom, type Random } from "../support/oracle/random.js";
import { randomSchema } from "../support/oracle/random-schema.js";
import { randomValue } from "../support/oracle/random-value.js";
import { outDirectory } from "../support/published.js";
import { reproduction, runs, seed } from "../support/sizes.js";

const SIZES = { quick: 20, full: 60 };
const SCHEMAS = runs("INSTANCES", SIZES);
const VALUES = 60;
const first = seed("INSTANCES");
const repeat = reproduction("INSTANCES", SIZES);
const directory = path.join(outDirectory, "random-instances");

interface Subject {
  readonly definition: Definition;
  readonly values: readonly Json[];
  /** True means invalid. */
  readonly check: (value: unknown) => boolean;
}

async function subject(number: number): Promise<Subject> {
  const random = createRandom(number);
  const schema = schemaOf(random);
  const schemas = createSchemaSet();
  schemas.add("test:/schema.json", schema);
  const definition = createLowering(schemas).definition("test:/schema.json");
  const source = emitStandalone(definition, { assertFormats: true });
  const { outputText } = ts.transpileModule(source, {
    compilerOptions: {
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.ESNext,
      verbatimModuleSyntax: true,
    },
  });
  const file = path.join(directory, `s${number}.mjs`);
  writeFileSync(file, outputText);
  const module = (await import(pathToFileURL(file).href)) as Record<string, Subject["check"]>;
  const lookup = (reference: string): Json | undefined =>
    schema.$defs[reference.slice("#/$defs/".length)];
  const values = Array.from({ length: VALUES }, () => randomValue(schema, lookup, random));
  return { definition, values, check: module["valueStops"] as Subject["check"] };
}

function schemaOf(random: Random): { readonly $ref: string; readonly $defs: Record<string, Json> } {
  const names = ["d0", "d1", "d2"];
  const references = names.map((name) => `#/$defs/${name}`);
  const $defs = names.map((name, current) => [
    name,
    randomSchema(random, { references, current }, 3),
  ]);
  return { $ref: "#/$defs/d0", $defs: Object.fromEntries($defs) as Record<string, Json> };
}

describe("instances of random schemas", () => {
  const subjects = new Map<number, Subject>();

  beforeAll(async () => {
    rmSync(directory, { recursive: true, force: true });
    mkdirSync(directory, { recursive: true });
    for (let number = first; number < first + SCHEMAS; number++)
      subjects.set(number, await subject(number));
  }, 120_000);

  it("satisfies says what the emitted check says", () => {
    const wrong = [...subjects].flatMap(([number, { definition, values, check }]) =>
      values
        .filter((value) => satisfies(definition.node, value) === check(value))
        .map((value) => `${number}: ${JSON.stringify(value)}`),
    );
    expect(wrong, repeat).toEqual([]);
  });

  it("there is one wherever a random value is valid, and the emitted check accepts it", () => {
    const wrong: string[] = [];
    let made = 0;
    for (const [number, { definition, values, check }] of subjects)
      for (const optional of ["none", "some", "all"] as const) {
        const value = createInstance(definition.node, { optional, seed: number % 3 });
        if (value !== undefined) made++;
        const isMissing = value === undefined && values.some((each) => !check(each));
        if (isMissing || (value !== undefined && check(value))) wrong.push(`${number} ${optional}`);
      }
    expect(wrong, repeat).toEqual([]);
    expect(made).toBeGreaterThan(SCHEMAS);
  });
});
