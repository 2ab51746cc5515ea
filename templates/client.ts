import {
  type AnyClientOptions,
  type Client as ClientOf,
  createClient as createClientOf,
} from "@proto-gen/runtime/client";
import type { TransportName } from "@proto-gen/runtime/codegen/v1";
import { definition, type Operations } from "./slots/client.js";

/** One method per operation available over `Via`: `createCheckout(request, options?)`. */
export type Client<Via extends TransportName = "rest"> = ClientOf<Operations, Via>;

/**
 * Creates a client of one business, over REST unless `options.transport` names another transport. The client reads
 * the profile of the business first, and lists differences from the profile of this code in `$business.drift`. With
 * `endpoints` in place of `business`, it reads no profile.
 *
 * A method returns the resource, or a `BusinessOutcome` with the reason why there is none. It throws a
 * `ProtocolError` if the business refuses the call, and a `ClientError` for every other failure.
 *
 * @throws ClientError if the profile cannot be read, or the business speaks another version
 */
export function createClient<Via extends TransportName = "rest">(
  options: AnyClientOptions<Via>,
): Promise<Client<Via>> {
  return createClientOf<Operations, Via>(definition, options);
}
