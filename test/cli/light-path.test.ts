import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";

/** Modules that load before anything is decided: static imports, without those of types. */
function loadedFrom(entry: string): {
  readonly files: Set<string>;
  readonly packages: Set<string>;
} {
  const files = new Set<string>();
  const packages = new Set<string>();
  const visit = (file: string): void => {
    if (files.has(file)) return;
    files.add(file);
    const source = readFileSync(file, "utf8");
    for (const [, specifier = ""] of source.matchAll(
      /^(?:import(?! type)|export)[^;]*?from "([^"]+)";/gms,
    )) {
      if (specifier.startsWith("."))
        visit(path.join(path.dirname(file), specifier.replace(/\.js$/, ".ts")));
      else packages.add(specifier);
    }
  };
  visit(entry);
  return { files, packages };
}

describe("the help", () => {
  it("loads no command's run", () => {
    const { files } = loadedFrom("src/cli/main.ts");
    const commands = [...files].filter((file) => file.includes(`${path.sep}commands${path.sep}`));
    expect(commands).toHaveLength(readdirSync("src/cli/commands").length);
    expect(commands.filter((file) => path.basename(file) !== "command.ts")).toEqual([]);
  });
});

describe("a run with nothing to do", () => {
  const main = loadedFrom("src/cli/main.ts");
  const run = loadedFrom("src/cli/commands/generate/run.ts");
  const files = new Set([...main.files, ...run.files]);
  const packages = new Set([...main.packages, ...run.packages]);

  it("loads commander, node's own modules and what cuts text, and no other package", () => {
    expect([...packages].filter((name) => !name.startsWith("node:"))).toEqual([
      ...["commander", "@proto-gen/runtime/codegen/generator", "@proto-gen/runtime/json"],
    ]);
  });

  it("loads no stage but the last, where schemas are, the names of facts and how JSON is printed", () => {
    const stages = [...files].map((file) => file.split(path.sep).slice(1, -1).join("/"));
    const outside = stages.filter((stage) => !stage.startsWith("cli/commands/"));
    expect([...new Set(outside)].sort()).toEqual([
      ...[
        "",
        "cli",
        "cli/completion",
        "config",
        "emit",
        "errors",
        "errors/codes",
        "facts",
        "json-schema",
        "load",
        "starter",
        "target",
        "text",
        "write",
      ],
    ]);
    const starter = [...files].filter((file) => file.includes(`${path.sep}starter${path.sep}`));
    expect(starter).toEqual([path.join("src/starter/options.ts")]);
    const emitting = [...files].filter((file) => file.includes(`${path.sep}emit${path.sep}`));
    expect(emitting.sort()).toEqual([
      path.join("src/emit/code-form.ts"),
      path.join("src/emit/descriptor-form.ts"),
      path.join("src/emit/emitter-names.ts"),
      path.join("src/emit/output-file.ts"),
    ]);
    const load = [...files].filter((file) => file.includes(`${path.sep}load${path.sep}`));
    expect(load.sort()).toEqual([
      path.join("src/load/file-contents.ts"),
      path.join("src/load/id-index.ts"),
      path.join("src/load/lock.ts"),
      path.join("src/load/name-scope.ts"),
      path.join("src/load/named-file.ts"),
      path.join("src/load/root-files.ts"),
      path.join("src/load/roots.ts"),
      path.join("src/load/schema-root.ts"),
      path.join("src/load/schemas-package.ts"),
    ]);
  });

  it("loads nothing of what writes", () => {
    const names = [...files].map((file) => path.basename(file, ".ts"));
    for (const name of [
      "full-run",
      "write-tree",
      "check-tree",
      "tree-plan",
      "line-diff",
      "generate",
      "interpret",
      "transpile-project",
      "catalog",
      "explanations",
      "scaffold",
    ])
      expect(names).not.toContain(name);
  });
});

describe("a shell that completes a command line", () => {
  it("loads the commands and no stage, and what reads a profile or a configuration when a value needs it", () => {
    const { files, packages } = loadedFrom("src/cli/completion/complete.ts");
    expect([...files].map((file) => path.basename(file))).toEqual([
      ...["complete.ts", "offers.ts", "read-line.ts"],
    ]);
    expect([...packages]).toEqual([]);
    const names = loadedFrom("src/cli/completion/project-names.ts");
    expect([...names.packages].filter((name) => !name.startsWith("node:"))).toEqual([
      ...["@proto-gen/runtime/json", "@proto-gen/runtime/codegen/generator"],
    ]);
    const folders = new Set([...names.files].map((file) => file.split(path.sep)[1]));
    for (const stage of ["negotiate", "compose", "model", "emit", "write", "lint", "diff"])
      expect(folders).not.toContain(stage);
  });
});

describe("scaffold", () => {
  it("loads what reads TypeScript only for a module that is there", () => {
    expect(loadedFrom("src/cli/commands/scaffold/run.ts").packages).not.toContain("ts-morph");
    expect(loadedFrom("src/scaffold/add-handlers.ts").packages).toContain("ts-morph");
  });
});

describe("mock", () => {
  it("loads the compiler only when there is something to compile", () => {
    const { packages } = loadedFrom("src/cli/commands/mock/run.ts");
    expect([...packages]).not.toContain("typescript");
  });
});

describe("explain", () => {
  it("loads the rules and what they import, but no emitter, nothing that writes, and no compiler", () => {
    const { files, packages } = loadedFrom("src/cli/commands/explain/run.ts");
    const folders = [...files].map((file) => file.split(path.sep)[1]);
    expect(folders).not.toContain("write");
    expect(folders).not.toContain("scaffold");
    const emitters = [...files].filter((file) => file.includes("/emit/"));
    expect(emitters).toEqual([]);
    const heavy = ["prettier", "ts-morph", "typescript", "json-schema-to-typescript"];
    expect([...packages].filter((name) => heavy.includes(name))).toEqual([]);
    expect(packages).not.toContain("openapi-typescript");
  });
});

describe("a command that only looks", () => {
  it.each([
    ["list", "src/cli/commands/list/run.ts"],
    ["inspect", "src/cli/commands/inspect/run.ts"],
  ])("%s loads no library that prints code, and no emitter's files", (_, entry) => {
    const [command, pipeline] = [loadedFrom(entry), loadedFrom("src/interpret.ts")];
    const packages = [...command.packages, ...pipeline.packages];
    expect(packages).not.toContain("json-schema-to-typescript");
    expect(packages).not.toContain("openapi-typescript");
    const names = [...command.files, ...pipeline.files].map((file) => path.basename(file, ".ts"));
    for (const name of ["emit", "generate", "assemble", "write-tree", "declare"])
      expect(names).not.toContain(name);
  });
});
