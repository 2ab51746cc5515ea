/** What a business writes: one function an operation. */

import type { BusinessOutcome } from "../envelope/index.js";
import type { Cancellation } from "../idempotency/index.js";
import type { OperationMap, OperationTypes } from "../service/index.js";

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
export type RequestOf<Each extends OperationTypes> = ([Each["request"]] extends [undefined]
  ? Empty
  : Each["request"]) & { readonly [Name in Each["identifiers"]]: string };

/** The resource without its envelope, which the server adds; or why there is none. */
export type AnswerOf<Each extends OperationTypes, Envelope extends string> =
  | ([Each["response"]] extends [undefined] ? undefined : Omit<Each["response"], Envelope>)
  | BusinessOutcome;

export type Handler<Each extends OperationTypes, Envelope extends string> = (
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
