/**
 * Generated trees, run. In: trees. Out: how often something ran that counts in `globalThis.canary`, or why a module
 * does not run. Every module of a tree is imported, as a bundle of esbuild's, in a process of its own.
 */

import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import path from "node:path";
import { build } from "esbuild";
import type { OutputFile } from "../../../src/emit/output-file.js";
import { outDirectory, repository } from "../published.js";

export interface Tree {
  readonly name: string;
  readonly files: readonly OutputFile[];
}

/** @returns by the tree's name, how often its modules counted, or what they threw; none that are as they should be */
export async function strayRuns(trees: readonly Tree[]): Promise<Readonly<Record<string, string>>> {
  mkdirSync(outDirectory, { recursive: true });
  const directory = mkdtempSync(path.join(outDirectory, "hostile-"));
  try {
    const outfile = path.join(directory, "all.mjs");
    await build({
      stdin: { contents: entryOf(trees), resolveDir: repository, loader: "js" },
      bundle: true,
      format: "esm",
      platform: "node",
      outfile,
      logLevel: "silent",
      treeShaking: false,
      external: ["@modelcontextprotocol/*", "jose"],
      alias: { "@proto-gen/runtime": path.join(repository, "src/runtime/dist") },
      plugins: [fromMemory(trees)],
    });
    const printed = execFileSync(process.execPath, [outfile], {
      cwd: repository,
      encoding: "utf8",
      maxBuffer: 1e8,
    });
    return JSON.parse(printed) as Record<string, string>;
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Modules are wrapped, and run one tree after the other: what one does counts for it alone. */
function entryOf(trees: readonly Tree[]): string {
  const lines = trees.flatMap(({ name, files }, index) => {
    const modules = modulesOf(files).map(
      (file) => `await import(${JSON.stringify(`tree:${index}/${file.path}`)});`,
    );
    return [
      "globalThis.canary = 0;",
      `try { ${modules.join(" ")} } catch (error) { stray[${JSON.stringify(name)}] = String(error); }`,
      `if (globalThis.canary > 0) stray[${JSON.stringify(name)}] = "ran " + globalThis.canary;`,
    ];
  });
  return ["const stray = {};", ...lines, "process.stdout.write(JSON.stringify(stray));"].join("\n");
}

function modulesOf(files: readonly OutputFile[]): readonly OutputFile[] {
  return files.filter(({ path }) => path.endsWith(".ts") && !path.endsWith(".d.ts"));
}

function fromMemory(trees: readonly Tree[]): import("esbuild").Plugin {
  const contents = new Map<string, string>(
    trees.flatMap(({ files }, index) =>
      modulesOf(files).map((file) => [`${index}/${file.path}`, file.content] as const),
    ),
  );
  return {
    name: "trees",
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^tree:/ }, ({ path: name }) => ({
        path: name.slice("tree:".length),
        namespace: "tree",
      }));
      onResolve({ filter: /^\.\.?\//, namespace: "tree" }, ({ path: specifier, importer }) => ({
        path: path.posix.join(path.posix.dirname(importer), specifier).replace(/\.js$/, ".ts"),
        namespace: "tree",
      }));
      onLoad({ filter: /.*/, namespace: "tree" }, ({ path: name }) => {
        const content = contents.get(name);
        return content === undefined
          ? { errors: [{ text: `no module ${name}` }] }
          : { contents: content, loader: "ts", resolveDir: repository };
      });
    },
  };
}
