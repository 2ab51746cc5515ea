/** What a business writes: one function an operation. */

import type { Cancellation } from "../idempotency/index.js";
import type { Operation, OperationMap } from "../service/index.js";
import type { BusinessOutcome } from "./business-outcome.js";

/** What a handler learns of a call beside its request. */
export interface CallContext {
  /** `create_checkout`. */
  readonly operation: string;
  /** The platform that calls: its profile's URL, and the capabilities that it and the business have. */
  readonly platform: { readonly profile: string; readonly capabilities: ReadonlySet<string> };
  /** For traces (§4.8). */
  readonly requestId: string | undefined;
  readonly idempotencyKey: string | undefined;
  /** Aborted when the caller goes away or the time is over. */
  readonly signal: Cancellation;
}

type Empty = Readonly<Record<never, never>>;

/** The payload, and what names the resource: `{ line_items, currency }`, `{ id }`. */
export type RequestOf<Each> =
  Each extends Operation<infer Request, unknown, unknown, infer Identifier>
    ? ([Request] extends [undefined] ? Empty : Request) & { readonly [Name in Identifier]: string }
    : never;

/** The resource without its envelope, which the server adds; or why there is none. */
export type AnswerOf<Each, Envelope extends string> =
  Each extends Operation<unknown, infer Response, unknown, string>
    ? ([Response] extends [undefined] ? undefined : Omit<Response, Envelope>) | BusinessOutcome
    : never;

export type Handler<Each, Envelope extends string> = (
  request: RequestOf<Each>,
  context: CallContext,
) => Promise<AnswerOf<Each, Envelope>> | AnswerOf<Each, Envelope>;

/** `create_checkout` is `createCheckout`. */
export type HandlerName<Id> = Id extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<HandlerName<Tail> & string>}`
  : Id;

export type Handlers<Operations extends OperationMap<Operations>, Envelope extends string> = {
  readonly [Id in keyof Operations as HandlerName<Id>]: Handler<Operations[Id], Envelope>;
};

/** As `HandlerName`, at run time. */
export function handlerName(id: string): string {
  return id.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
}
