/** A tool descriptor of the Model Context Protocol, as `tools/list` gives it. */

import type { Json } from "../json/index.js";

/** A JSON Schema 2020-12 of an object, without any `$ref`. */
export interface ObjectSchema {
  readonly type: "object";
  readonly [keyword: string]: Json;
}

/** Hints for whoever decides whether to call; no promise. */
export interface ToolAnnotations {
  readonly title: string;
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
  readonly outputSchema: ObjectSchema;
  readonly annotations: ToolAnnotations;
}

/** An argument that a tool requires because of an extension: of platforms that have it, and of no others. */
export interface ToolRequirement {
  readonly tool: string;
  /** JSON Pointer, in the tool's `inputSchema`, of the schema that requires it. */
  readonly schema: string;
  readonly name: string;
  readonly capability: string;
}
