/** The argument of an operation's client method and server handler. */

import type { OperationTypes } from "./operation.js";

type Empty = Readonly<Record<never, never>>;

/** The payload together with the identifiers, such as `{ line_items, currency }` or `{ id }`. */
export type RequestOf<Each extends OperationTypes> = ([Each["request"]] extends [undefined]
  ? Empty
  : Each["request"]) & { readonly [Name in Each["identifiers"]]: string };
