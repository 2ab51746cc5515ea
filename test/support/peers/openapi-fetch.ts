/**
 * openapi-fetch against the `paths` of a document. In: declarations and calls, as text. Out: what
 * the compiler says of the calls. A call that has to fail stands below `// @ts-expect-error`.
 */

import path from "node:path";
import ts from "typescript";
import { writeEmitted } from "../emitted.js";

const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  lib: ["lib.es2023.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
  types: [],
  module: ts.ModuleKind.NodeNext,
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: true,
  noEmit: true,
};

/**
 * `file:line message` each, with the declarations as `openapi.d.ts` beside the calls. The
 * declarations are compiled on their own first, since `skipLibCheck` covers them too.
 */
export function callErrors(name: string, declarations: string, calls: string): string[] {
  const directory = writeEmitted(name, [
    { path: "openapi.d.ts", content: declarations },
    { path: "calls.ts", content: calls },
  ]);
  const file = (base: string): string => path.join(directory, base);
  return [
    ...errorsIn(file("openapi.d.ts"), { ...OPTIONS, skipLibCheck: false }),
    ...errorsIn(file("calls.ts"), OPTIONS),
  ];
}

function errorsIn(file: string, options: ts.CompilerOptions): string[] {
  const program = ts.createProgram([file], options);
  return ts.getPreEmitDiagnostics(program).map((diagnostic) => {
    const { file: source, start = 0, messageText } = diagnostic;
    const line = source === undefined ? 0 : source.getLineAndCharacterOfPosition(start).line + 1;
    const where = source === undefined ? "" : `${path.basename(source.fileName)}:${line} `;
    return where + ts.flattenDiagnosticMessageText(messageText, " ");
  });
}
