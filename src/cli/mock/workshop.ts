/**
 * Where a mock is built: a directory of its own. In: the generated files, the settings. Out: the module to run.
 * The templates stand in it as they stand in the package, in JavaScript.
 */

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { OutputFile } from "../../emit/output-file.js";
import { packageDirectory } from "../../load/roots.js";
import { linkPackages } from "./link-packages.js";
import type { MockSettings } from "./messages.js";
import { transpileProject } from "./transpile-project.js";

export interface Workshop {
  readonly directory: string;
  /** @returns the module that serves */
  build(files: readonly OutputFile[], settings: MockSettings): string;
  remove(): void;
}

const ENTRY = "mock/main.ts";
const GENERATED = "storefront/src/generated/";

export function openWorkshop(): Workshop {
  const directory = mkdtempSync(path.join(tmpdir(), "proto-gen-mock-"));

  function put(name: string, text: string): void {
    const file = path.join(directory, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }

  return {
    directory,
    build(files, settings) {
      const generated = new Map(files.map((each) => [GENERATED + each.path, each.content]));
      // The template's own generated code is another profile's.
      const read = (name: string): string =>
        name.startsWith(GENERATED)
          ? (generated.get(name) ?? "")
          : readFileSync(path.join(TEMPLATES, name), "utf8");
      const { modules, packages } = transpileProject(ENTRY, read);
      for (const [name, text] of modules) put(name, text);
      put("package.json", '{ "type": "module" }\n');
      put(path.join(path.dirname(ENTRY), "settings.json"), JSON.stringify(settings));
      linkPackages(directory, packages);
      return path.join(directory, ENTRY.replace(/\.ts$/, ".js"));
    },
    remove: () => rmSync(directory, { recursive: true, force: true }),
  };
}

const TEMPLATES = path.join(packageDirectory(), "templates");
