/** The types of messages of the embedded transport (§1.3), as generated code describes them. */

import type { Validator } from "../schema/validator.js";

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
