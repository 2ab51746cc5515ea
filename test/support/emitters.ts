/** What emitters of others write for real releases, and ajv's verdicts on the types that it is about. */

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import type { Json, JsonObject } from "@proto-gen/runtime/json";
import { startEmit } from "../../src/emit/emit.js";
import type { Emitter } from "../../src/emit/emitter.js";
import type { OutputFile } from "../../src/emit/output-file.js";
import { exportNode } from "../../src/emit/schema/export-node.js";
import { createInstance } from "../../src/model/instance/create-instance.js";
import type { Model, NamedType } from "../../src/model/model.js";
import { wholeNode, type Definition } from "../../src/model/node.js";
import { reducedRelease } from "./bundle.js";
import { modelRelease } from "./compose-release.js";
import { compileProblems } from "./compile.js";
import { writeEmitted } from "./emitted.js";
import { mutantsOf } from "./oracle/mutate.js";
import {
  outDirectory,
  ownRelease,
  published,
  publishedReleases,
  type Release,
} from "./published.js";
import { sized } from "./sizes.js";

/** The sample's catalog; in a full run the sample, every published release and every bundled one. */
export const emitterReleases: readonly Release[] = sized({
  quick: [reducedRelease("catalog", { capability: (name) => name.startsWith("catalog.") })],
  full: [
    ownRelease,
    ...["2026-11-20", "2026-11-23"].map(bundledRelease),
    ...(published === undefined ? [] : publishedReleases),
  ],
});

/** The sample's profile, of an earlier release that the package brings. */
function bundledRelease(version: string): Release {
  const text = readFileSync(ownRelease.profile, "utf8").replaceAll("2026-11-27", version);
  const directory = path.join(outDirectory, "bundled-profiles");
  mkdirSync(directory, { recursive: true });
  const profile = path.join(directory, `${version}.json`);
  writeFileSync(profile, text);
  return { name: version, profile, schemas: [] };
}

export interface EmittedRelease {
  readonly model: Model;
  readonly files: readonly OutputFile[];
  /** Where the files stand. */
  readonly directory: string;
}

/** @param name of the directory below `test/.out`: one per test file */
export async function emitRelease(
  name: string,
  release: Release,
  emitters: readonly Emitter[],
): Promise<EmittedRelease> {
  const model = await modelRelease(release);
  const run = startEmit(undefined, emitters);
  try {
    const files = await run.emit(model);
    return { model, files, directory: writeEmitted(`${name}-${release.name}`, files) };
  } finally {
    run.close();
  }
}

/** The types that have a validator. */
export function exportedTypes({ modules }: Model): readonly NamedType[] {
  return modules.flatMap(({ types }) => types.filter(({ internal }) => !internal));
}

/** ajv's verdicts on values of each type, with `format` asserted. */
export function ajvVerdicts(model: Model): (type: NamedType) => (value: unknown) => boolean {
  const ajv = new Ajv2020({ strict: false, ownProperties: true, logger: false });
  formats.default(ajv);
  const definitions = new Map<Definition, string>();
  const schemas = new Map<string, JsonObject>();
  const referenceTo = (used: Definition): JsonObject => {
    const definition = model.hasType(used) ? model.typeOf(used).definition : used;
    const known = definitions.get(definition);
    const name = known ?? `d${definitions.size}`;
    if (known === undefined) {
      definitions.set(definition, name);
      schemas.set(name, exportNode(wholeNode(definition), referenceTo));
    }
    return { $ref: `#/$defs/${name}` };
  };
  const references = new Map(
    exportedTypes(model).map((type) => [type, referenceTo(type.definition)["$ref"] as string]),
  );
  ajv.addSchema({ $id: "https://verdicts.test/", $defs: Object.fromEntries(schemas) });
  return (type) => ajv.compile({ $ref: `https://verdicts.test/${references.get(type)}` });
}

/** Examples of a type, small and large, by several choices. */
function examplesOf({ definition }: NamedType): readonly Json[] {
  const optional = ["none", "some", "all"] as const;
  return optional.flatMap((each) =>
    [0, 1, 2].flatMap(
      (seed) => createInstance(wholeNode(definition), { optional: each, seed }) ?? [],
    ),
  );
}

/** In a quick run, one of so many damages of an example is judged. */
const EVERY = sized({ quick: 20, full: 1 });

/** Examples, and small damages of each. */
export function* examplesAndMutants(type: NamedType): Generator<Json> {
  for (const example of examplesOf(type)) {
    yield example;
    let count = 0;
    for (const { value } of mutantsOf(example)) if (count++ % EVERY === 0) yield value;
  }
}

/** What a module of an emitted release exports. */
export async function importModule<Exports>(
  { directory }: EmittedRelease,
  module: string,
): Promise<Exports> {
  return (await import(pathToFileURL(path.join(directory, `${module}.ts`)).href)) as Exports;
}

/** Problems of the modules below a folder, under every strict option. MSW's own types need those of browsers. */
export function problemsBelow(
  { directory, files }: EmittedRelease,
  folder: string,
): { readonly judged: number; readonly problems: readonly string[] } {
  const judged = files.map((file) => file.path).filter((file) => file.startsWith(`${folder}/`));
  const problems = compileProblems({
    files: judged.map((file) => path.join(directory, file)),
    options: { lib: ["es2023", "dom"] },
  });
  return { judged: judged.length, problems };
}
