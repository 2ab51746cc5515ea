/** The entry points of both packages that users import. */

import { readFileSync } from "node:fs";
import path from "node:path";
import { repository } from "./published.js";

const RUNTIME = path.join(repository, "src/runtime");

/** The source files of the entries by name, without those of generated code. */
export function runtimeEntries(): ReadonlyMap<string, string> {
  const { exports } = JSON.parse(readFileSync(path.join(RUNTIME, "package.json"), "utf8")) as {
    readonly exports: Readonly<Record<string, string | { readonly types: string }>>;
  };
  const entries = Object.entries(exports).flatMap(([entry, target]) => {
    if (typeof target === "string" || entry.startsWith("./codegen/")) return [];
    const source = target.types.replace("./dist/", "").replace(".d.ts", ".ts");
    return [[entry.slice(2), path.join(RUNTIME, source)] as const];
  });
  return new Map(entries);
}

/** The built declarations of the generator's entries, by what is written to import them. */
export function generatorEntries(): ReadonlyMap<string, string> {
  const { name, exports } = JSON.parse(
    readFileSync(path.join(repository, "package.json"), "utf8"),
  ) as {
    readonly name: string;
    readonly exports: Readonly<Record<string, string | { readonly types: string }>>;
  };
  const entries = Object.entries(exports).flatMap(([entry, target]) =>
    typeof target === "string"
      ? []
      : [[path.posix.join(name, entry), path.join(repository, target.types)] as const],
  );
  return new Map(entries);
}
