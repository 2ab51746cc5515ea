/** A tool descriptor of the Model Context Protocol, as `tools/list` gives it. */

import type { Json } from "../json/index.js";

/** A JSON Schema 2020-12 of an object; each `$ref` leads to its own `$defs`. */
export interface ObjectSchema {
  readonly type: "object";
  readonly [keyword: string]: Json;
}

/** Hints for whoever decides whether to call; no promise. */
export interface ToolAnnotations {
  /** It changes nothing. */
  readonly readOnlyHint: boolean;
  /** It may replace or end what is there. */
  readonly destructiveHint: boolean;
  /** Calling it again with the same arguments changes nothing more. */
  readonly idempotentHint: boolean;
}

export interface Tool<Name extends string = string> {
  readonly name: Name;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: ObjectSchema;
  readonly outputSchema?: ObjectSchema;
  readonly annotations: ToolAnnotations;
}

/** What a tool has because of extensions: it is shown to platforms that have one of them, and to no others. */
export interface ToolPart {
  readonly tool: string;
  /** JSON Pointer, in the tool's `inputSchema`, of the schema that has it. */
  readonly schema: string;
  /** The name of the member. */
  readonly name: string;
  /** The member itself, or no more than that it is required. */
  readonly kind: "member" | "required";
  readonly capabilities: readonly string[];
}
