/**
 * Compiles the templates: real modules, checked with the rest of the source. In: templates/*.ts. Out:
 * src/emit/stubs/compiled-templates.ts, which has of each what it imports from the runtime, the names of
 * its slots (what it imports from slots/), and its statements as they stand. With --check, writes nothing
 * and fails where that file is not up to date.
 */

import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { format, resolveConfig } from "prettier";
import { Node, Project } from "ts-morph";

const TEMPLATES = fileURLToPath(new URL(".", import.meta.url));
const COMPILED = path.join(TEMPLATES, "../src/emit/stubs/compiled-templates.ts");
const RUNTIME = "@proto-gen/runtime/";

const project = new Project({ skipAddingFilesFromTsConfig: true });
const templates = project
  .addSourceFilesAtPaths(path.join(TEMPLATES, "*.ts"))
  .map((file) => [file.getBaseNameWithoutExtension(), compile(file)]);

const source = `/**
 * Templates as data: what a stub imports from the runtime, its slots, its statements. Compiled from
 * templates/ when the package is built; change them there.
 */

import type { CompiledTemplate } from "./template.js";

${templates
  .map(
    ([name, compiled]) =>
      `export const ${name}Template: CompiledTemplate = ${JSON.stringify(compiled)};`,
  )
  .join("\n\n")}
`;
const config = await resolveConfig(COMPILED);
const content = await format(source, { ...config, parser: "typescript" });

if (content !== read(COMPILED)) {
  if (process.argv.includes("--check")) {
    console.error("src/emit/stubs/compiled-templates.ts is stale: run npm run build");
    process.exitCode = 1;
  } else {
    writeFileSync(COMPILED, content);
  }
}

function compile(file) {
  const imports = file.getImportDeclarations();
  return {
    imports: imports.filter(isRuntime).flatMap(namesOf),
    slots: imports.filter((each) => !isRuntime(each)).flatMap(slotsOf),
    statements: file
      .getStatements()
      .filter((statement) => !Node.isImportDeclaration(statement))
      .map((statement) => statement.getText(true)),
  };
}

function isRuntime(declaration) {
  return declaration.getModuleSpecifierValue().startsWith(RUNTIME);
}

function namesOf(declaration) {
  return declaration.getNamedImports().map((each) => ({
    from: declaration.getModuleSpecifierValue(),
    name: each.getName(),
    local: each.getAliasNode()?.getText() ?? each.getName(),
    typeOnly: each.isTypeOnly() || declaration.isTypeOnly(),
  }));
}

function slotsOf(declaration) {
  const from = declaration.getModuleSpecifierValue();
  if (!from.startsWith("./slots/"))
    throw new Error(`${declaration.getSourceFile().getFilePath()} imports ${from}`);
  return declaration.getNamedImports().map((each) => each.getName());
}

function read(file) {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}
