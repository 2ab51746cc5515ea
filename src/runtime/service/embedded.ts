/** Messages of the embedded transport (§1.3), as generated code has them. */

import type { Validator } from "../schema/index.js";

/** What a message carries: its parameters, and its result where it is no notification. */
interface Message {
  readonly params: unknown;
  readonly result?: unknown;
}

/** By the names of messages: the service that each is of, and the validators of what it carries. */
export type MessageChecks<Messages extends { readonly [Name in keyof Messages]: Message }> = {
  readonly [Name in keyof Messages]: {
    readonly service: string;
    readonly params: Validator<Messages[Name]["params"]>;
  } & (Messages[Name] extends { readonly result: infer Result }
    ? { readonly result: Validator<Result> }
    : unknown);
};
