/**
 * What generated code describes of the transports other than REST: a tool of the Model Context Protocol, as listed by `tools/list`, and
 * the types of messages of the embedded transport (§1.3).
 */

import type { Json } from "../json/parse-json.js";
import type { Validator } from "../schema/validator-interface.js";

/** A JSON Schema 2020-12 of an object. Each `$ref` refers to its own `$defs`. */
export interface ObjectSchema {
  readonly type: "object";
  readonly [keyword: string]: Json;
}

/** Hints for deciding whether to call the tool. They are not guarantees. */
export interface ToolAnnotations {
  /** The tool changes nothing. */
  readonly readOnlyHint: boolean;
  /** The tool may replace or end existing resources. */
  readonly destructiveHint: boolean;
  /** Repeating a call with the same arguments changes nothing more. */
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

/** A part of a tool that comes from extensions. It is listed only for platforms that have one of them. */
export interface ToolPart {
  readonly tool: string;
  /** JSON Pointer, in the tool's `inputSchema`, of the schema with the member. */
  readonly schema: string;
  /** Name of the member. */
  readonly name: string;
  /** `member` for the member itself, `required` if the extension only makes it required. */
  readonly kind: "member" | "required";
  readonly capabilities: readonly string[];
}

/** A message's parameters, and its result unless it is a notification. */
interface Message {
  readonly params: unknown;
  readonly result?: unknown;
}

/** By message name: the service, and the validators of the message's parts. */
export type MessageChecks<Messages extends { readonly [Name in keyof Messages]: Message }> = {
  readonly [Name in keyof Messages]: {
    readonly service: string;
    readonly params: Validator<Messages[Name]["params"]>;
  } & (Messages[Name] extends { readonly result: infer Result }
    ? { readonly result: Validator<Result> }
    : unknown);
};
