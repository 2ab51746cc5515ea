/** The declarations of `./server` and `./mcp` in the projects that use them, whatever globals these have. */

import { describe, expect, it } from "vitest";
import { problems, PROJECTS } from "../../support/user-project.js";

const WITH_FETCH = `
import type { ProtocolError } from "@proto-gen/runtime/error";
import { mcpTransport } from "@proto-gen/runtime/mcp";
import { errorAnswer, readJsonBody, toResponse } from "@proto-gen/runtime/server";
export async function fetch(request: Request): Promise<Response> {
  const { value } = await readJsonBody(request, "required", { signal: request.signal });
  const response: Response = toResponse(errorAnswer(value));
  return response.clone();
}
export function isRetried(error: ProtocolError): boolean {
  return error.retry;
}
export const endpoints = mcpTransport([]).bind;
`;

const WITHOUT = `
import { mcpTransport } from "@proto-gen/runtime/mcp";
import { errorAnswer, readJsonBody, toResponse } from "@proto-gen/runtime/server";
type WebRequest = Parameters<typeof readJsonBody>[0];
export async function status(request: WebRequest): Promise<number> {
  const { value } = await readJsonBody(request, "required");
  return toResponse(errorAnswer(value)).status;
}
export const endpoints = mcpTransport([]).bind;
// @ts-expect-error: importing the runtime declares no globals
export type Global = Request;
`;

describe("the types of ./server and ./mcp", () => {
  it.each(PROJECTS)("are Request and Response of a project with %s globals", (name, globals) => {
    expect(problems(name, WITH_FETCH, globals)).toEqual([]);
  });

  it("need no globals, and declare none", () => {
    expect(problems("none", WITHOUT, { lib: ["es2023"], types: [] })).toEqual([]);
  });
});
