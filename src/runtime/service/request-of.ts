/** What a call of an operation takes, to a client's method as to a server's handler. */

import type { OperationTypes } from "./operation.js";

type Empty = Readonly<Record<never, never>>;

/** The payload, and what names the resource: `{ line_items, currency }`, `{ id }`. */
export type RequestOf<Each extends OperationTypes> = ([Each["request"]] extends [undefined]
  ? Empty
  : Each["request"]) & { readonly [Name in Each["identifiers"]]: string };
