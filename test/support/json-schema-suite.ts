/** JSON-Schema-Test-Suite, draft 2020-12, as data: its groups, and the documents that they refer to. */

import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Json, JsonObject } from "@proto-gen/runtime/json";
import { jsonFiles } from "./compose-release.js";
import { repository, suites } from "./published.js";

export interface SuiteGroup {
  /** File and index. */
  readonly name: string;
  readonly description: string;
  readonly schema: Json;
  readonly tests: readonly {
    readonly description: string;
    readonly data: Json;
    readonly valid: boolean;
  }[];
}

const META = ["core", "applicator", "unevaluated", "validation", "meta-data", "format-annotation"];

/** The required tests. */
export function requiredGroups(): SuiteGroup[] {
  const folder = path.join(suites ?? "", "json-schema/tests/draft2020-12");
  return readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .sort()
    .flatMap((file) =>
      (readJson(path.join(folder, file)) as unknown as readonly SuiteGroup[]).map(
        (group, index) => ({ ...group, name: `${file.replace(".json", "")} ${index}` }),
      ),
    );
}

/** By the address under which the tests refer to them. */
export function remoteDocuments(): ReadonlyMap<string, JsonObject> {
  const folder = path.join(suites ?? "", "json-schema/remotes");
  const refs = path.join(repository, "node_modules/ajv/dist/refs/json-schema-2020-12");
  const metaNames = ["schema", ...[...META, "content"].map((name) => `meta/${name}`)];
  return new Map([
    ...jsonFiles(folder).map(
      (name) => [`http://localhost:1234/${name}`, readJson(path.join(folder, name))] as const,
    ),
    ...metaNames.map(
      (name) =>
        [
          `https://json-schema.org/draft/2020-12/${name}`,
          readJson(path.join(refs, `${name}.json`)),
        ] as const,
    ),
  ]);
}

function readJson(file: string): JsonObject {
  return JSON.parse(readFileSync(file, "utf8")) as JsonObject;
}
