/** Pairs the errors that a document of methods lists for a call by their code. */

import type { Json } from "@proto-gen/runtime/json";
import type { SchemaAddress } from "../../json-schema/schema-address.js";
import { callObject } from "./service-objects.js";
import type { Call, CallPair } from "./call.js";
import type { Pair } from "./inputs.js";
import type { SideContext, Sides } from "../side.js";

export interface ToolError {
  /** As JSON-RPC has it, in digits. */
  readonly code: string;
  readonly message: Json | undefined;
  readonly data: Json | undefined;
  readonly at: SchemaAddress;
}

export interface ToolErrorPair extends Pair<ToolError> {
  readonly code: string;
}

/** Pairs the errors of a call that has a tool on both sides. */
export function toolErrorPairs({ before, after }: CallPair, sides: Sides): ToolErrorPair[] {
  if (before?.tool === undefined || after?.tool === undefined) return [];
  const from = readErrors(sides.before, before);
  const to = readErrors(sides.after, after);
  const codes = new Set([...from, ...to].map(({ code }) => code));
  return [...codes].map((code) => ({
    code,
    before: from.find((each) => each.code === code),
    after: to.find((each) => each.code === code),
  }));
}

function readErrors(context: SideContext, call: Call): ToolError[] {
  const method = callObject(context, call, "mcp");
  return (method?.items("errors") ?? []).map(({ document, value, pointer }) => ({
    code: String(value["code"]),
    message: value["message"],
    data: value["data"],
    at: { document: document.uri, pointer },
  }));
}
