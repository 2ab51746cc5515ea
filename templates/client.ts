import {
  type AnyClientOptions,
  type Client as ClientOf,
  createClient as createClientOf,
} from "@proto-gen/runtime/client";
import type { TransportName } from "@proto-gen/runtime/service";
import { definition, type Operations } from "./slots/client.js";

/** A method an operation that is called over `Via`: `createCheckout(request, options?)`. */
export type Client<Via extends TransportName = "rest"> = ClientOf<Operations, Via>;

/**
 * A client of one business, over REST unless `options.transport` is another. Its profile is read first; what
 * differs from what this was generated for stands in `$business.drift`. With `endpoints` in place of `business`, none is read.
 *
 * A method gives the resource, or a `BusinessOutcome` that says why there is none. It throws a
 * `ProtocolError` for what the business refuses, and a `ClientError` for everything else.
 *
 * @throws ClientError where the business cannot be read, or speaks another version
 */
export function createClient<Via extends TransportName = "rest">(
  options: AnyClientOptions<Via>,
): Promise<Client<Via>> {
  return createClientOf<Operations, Via>(definition, options);
}
