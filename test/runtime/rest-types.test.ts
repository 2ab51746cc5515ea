/** The declarations of `./rest` and `./mcp` in the projects that use them, whatever globals these have. */

import path from "node:path";
import ts from "typescript";
import { beforeAll, describe, expect, it } from "vitest";
import { ensureBuilt } from "../support/built.js";
import { STRICT_OPTIONS } from "../support/emitted.js";
import { outDirectory, repository } from "../support/published.js";

const PROJECTS: readonly (readonly [string, object])[] = [
  ["the DOM's", { lib: ["es2023", "dom"], types: [] }],
  ["a worker's", { lib: ["es2023", "webworker"], types: [] }],
  ["Node's", { lib: ["es2023"], types: ["node"] }],
  ["the DOM's and Node's", { lib: ["es2023", "dom"], types: ["node"] }],
];

const WITH_FETCH = `
import type { ProtocolError } from "@proto-gen/runtime/error";
import { mcp } from "@proto-gen/runtime/mcp";
import { errorAnswer, readJsonBody, toResponse } from "@proto-gen/runtime/rest";
export async function fetch(request: Request): Promise<Response> {
  const { value } = await readJsonBody(request, "required", { signal: request.signal });
  const response: Response = toResponse(errorAnswer(value));
  return response.clone();
}
export function isRetried(error: ProtocolError): boolean {
  return error.retry;
}
export const endpoints = mcp([]).bind;
`;

const WITHOUT = `
import { mcp } from "@proto-gen/runtime/mcp";
import { errorAnswer, readJsonBody, toResponse, type WebRequest } from "@proto-gen/runtime/rest";
export async function status(request: WebRequest): Promise<number> {
  const { value } = await readJsonBody(request, "required");
  return toResponse(errorAnswer(value)).status;
}
export const endpoints = mcp([]).bind;
// @ts-expect-error: importing the runtime declares no globals
export type Global = Request;
`;

function problems(name: string, source: string, globals: object): readonly string[] {
  const file = path.join(outDirectory, "rest-types", `${name.replace(/\W+/g, "-")}.ts`);
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

describe("the types of ./rest and ./mcp", () => {
  beforeAll(ensureBuilt, 180_000);

  it.each(PROJECTS)("are Request and Response of a project with %s globals", (name, globals) => {
    expect(problems(name, WITH_FETCH, globals)).toEqual([]);
  });

  it("need no globals, and declare none", () => {
    expect(problems("none", WITHOUT, { lib: ["es2023"], types: [] })).toEqual([]);
  });
});
