/** Projects of the runtime's users, with the globals that these have. */

import path from "node:path";
import ts from "typescript";
import { STRICT_OPTIONS } from "./emitted.js";
import { outDirectory, repository } from "./published.js";

export const PROJECTS: readonly (readonly [string, object])[] = [
  ["the DOM's", { lib: ["es2023", "dom"], types: [] }],
  ["a worker's", { lib: ["es2023", "webworker"], types: [] }],
  ["Node's", { lib: ["es2023"], types: ["node"] }],
  ["the DOM's and Node's", { lib: ["es2023", "dom"], types: ["node"] }],
];

/** What the compiler says of a file in such a project, and of the runtime's declarations. */
export function problems(name: string, source: string, globals: object): readonly string[] {
  const file = path.join(outDirectory, "user-projects", `${name.replace(/\W+/g, "-")}.ts`);
  const json = { ...STRICT_OPTIONS, ...globals, skipLibCheck: false };
  const { options, errors } = ts.convertCompilerOptionsFromJson(json, repository);
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists, readFile } = host;
  host.fileExists = (each) => each === file || fileExists(each);
  host.readFile = (each) => (each === file ? source : readFile(each));
  host.getSourceFile = (each, ...rest) =>
    each === file
      ? ts.createSourceFile(file, source, ts.ScriptTarget.ES2022)
      : getSourceFile(each, ...rest);
  const program = ts.createProgram([file], options, host);
  // Only what is ours is judged: this file, and the declarations that it reads.
  const diagnostics = program
    .getSourceFiles()
    .filter(({ fileName }) => fileName === file || fileName.includes("/runtime/dist/"))
    .flatMap((each) => [
      ...program.getSyntacticDiagnostics(each),
      ...program.getSemanticDiagnostics(each),
    ]);
  return [...errors, ...program.getOptionsDiagnostics(), ...diagnostics].map(({ messageText }) =>
    ts.flattenDiagnosticMessageText(messageText, "\n"),
  );
}
