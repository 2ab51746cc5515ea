/**
 * openapi-fetch against the `paths` of a document. In: declarations and calls, as text. Out: what
 * the compiler says of both. A call that has to fail stands below `// @ts-expect-error`.
 */

import path from "node:path";
import ts from "typescript";
import { diagnosticsOf, HAND_WRITTEN } from "../compile.js";
import { writeEmitted } from "../emitted.js";

/** What most projects have. */
const OPTIONS = {
  ...HAND_WRITTEN,
  lib: ["es2023", "dom", "dom.iterable"],
  noUnusedLocals: false,
  noUnusedParameters: false,
  verbatimModuleSyntax: false,
  erasableSyntaxOnly: false,
};

/**
 * `file:line message` each. The calls import `./openapi.js`, which is the declarations as a source:
 * as a `.d.ts` they would need every library checked with them.
 */
export function callErrors(name: string, declarations: string, calls: string): string[] {
  const directory = writeEmitted(name, [
    { path: "openapi.ts", content: declarations },
    { path: "calls.ts", content: calls },
  ]);
  const files = ["openapi.ts", "calls.ts"].map((file) => path.join(directory, file));
  return diagnosticsOf({ files, options: OPTIONS }).map(describe);
}

function describe({ file, start = 0, messageText }: ts.Diagnostic): string {
  const message = ts.flattenDiagnosticMessageText(messageText, " ");
  if (file === undefined) return message;
  const { line } = file.getLineAndCharacterOfPosition(start);
  return `${path.basename(file.fileName)}:${line + 1} ${message}`;
}
