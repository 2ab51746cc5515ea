/**
 * Opens a user's module with ts-morph: its syntax alone, or with the types of its project. Nothing is saved through
 * ts-morph, since it would print the whole file anew.
 */

import path from "node:path";
import { Project, ts, type SourceFile } from "ts-morph";
import { ProtoGenError, diagnostic } from "../errors.js";

/** @throws ProtoGenError SCAFFOLD_SYNTAX for each syntax error, up to a limit */
export function parseModule(file: string, text: string): SourceFile {
  const project = new Project({
    useInMemoryFileSystem: true,
    // One file and nothing else: neither its imports nor the standard library.
    compilerOptions: { noResolve: true, noLib: true },
  });
  const source = project.createSourceFile(`/${path.basename(file)}`, text);
  const problems = project.getProgram().getSyntacticDiagnostics(source);
  if (problems.length === 0) return source;
  throw new ProtoGenError(
    problems.slice(0, MAX_PROBLEMS).map((each) =>
      diagnostic(
        "SCAFFOLD_SYNTAX",
        ts.flattenDiagnosticMessageText(each.compilerObject.messageText, " "),
        {
          place: {
            file,
            ...source.getLineAndColumnAtPos(each.getStart()),
          },
        },
      ),
    ),
  );
}

const MAX_PROBLEMS = 5;

/** @returns undefined where the project cannot be read */
export function openInProject(file: string, text: string): SourceFile | undefined {
  const config = ts.findConfigFile(path.dirname(path.resolve(file)), (each) =>
    ts.sys.fileExists(each),
  );
  try {
    const project = new Project({
      skipAddingFilesFromTsConfig: true,
      ...(config === undefined ? { compilerOptions: DEFAULTS } : { tsConfigFilePath: config }),
    });
    return project.createSourceFile(path.resolve(file), text, { overwrite: true });
  } catch {
    return undefined;
  }
}

const DEFAULTS: ts.CompilerOptions = {
  strict: true,
  module: ts.ModuleKind.NodeNext,
  target: ts.ScriptTarget.ES2022,
  skipLibCheck: true,
};
