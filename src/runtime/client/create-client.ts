/**
 * A platform's client of one business, with one method per operation. The live profile decides what can be called
 * (§4.1, §9.6).
 */

import {
  type OperationMap,
  type Service,
  type TransportName,
  methodName,
} from "../service/operation.js";
import { connectBusiness } from "./business.js";
import { call, type Caller } from "./call.js";
import type { Business, Client } from "./client.js";
import type {
  CallOptions,
  ClientDefinition,
  AnyClientOptions,
  CallingOptions,
} from "./definition.js";
import { rest } from "./rest.js";
import { readOptions } from "./settings.js";
import type { ClientTransport } from "./transport.js";
// Imported from its file: through the folder's index, bundlers would include validation.
import { MAX_ISSUES } from "../error/issue-text.js";
import type { CallChecks } from "./call-checks.js";

type AnyMethod = (request?: object, options?: CallOptions) => Promise<unknown>;

/**
 * Creates a client, after reading the business's live profile (§4.1). Call the `createClient` of the generated
 * `client.ts`, which has the definition.
 * @throws ClientError `OPTIONS_INVALID`, `DISCOVERY_FAILED`, `VERSION_MISMATCH`, `TRANSPORT_UNAVAILABLE`, `NETWORK`,
 * `TIMEOUT`; ProtocolError if the business cannot serve its profile now; RegistryError if the platform's own profile
 * has no registry
 * @example
 * ```ts
 * import { createClient } from "./generated/client.js";
 *
 * const profile = "https://agent.example/profile.json";
 * const shop = await createClient({ business: "https://shop.example", profile });
 * const lines = [{ item: { id: "camera" }, quantity: 1 }];
 * const checkout = await shop.createCheckout({ line_items: lines, currency: "EUR" });
 * ```
 */
export async function createClient<
  Operations extends OperationMap<Operations>,
  Via extends TransportName = "rest",
>(definition: ClientDefinition, options: AnyClientOptions<Via>): Promise<Client<Operations, Via>> {
  const settings = readOptions(definition, options);
  const transport: ClientTransport = options.transport ?? rest;
  const [business, checks] = await Promise.all([
    connectBusiness(definition, settings, transport, options),
    options.validate === false ? undefined : loadChecks(definition, options),
  ]);
  const caller: Caller = { settings, transport, business, checks };
  const members = {
    get $business(): Business {
      return business.last().business;
    },
    $close: business.close,
  };
  const methods = definition.services.flatMap((service) => methodsOf(caller, service));
  // `methodsOf` implements the mapped type, which the compiler cannot verify.
  return Object.freeze(Object.assign(members, Object.fromEntries(methods))) as unknown as Client<
    Operations,
    Via
  >;
}

function methodsOf(
  caller: Caller,
  { name, operations }: Service,
): readonly (readonly [string, AnyMethod])[] {
  return operations
    .filter((operation) => operation[caller.transport.name] !== undefined)
    .map((operation) => [
      methodName(operation.id),
      (request, options) => call(caller, { service: name, operation }, request, options),
    ]);
}

/** Everything that validates is loaded here and nowhere else, so bundlers make it a separate chunk. */
async function loadChecks(
  { checks }: ClientDefinition,
  options: Pick<CallingOptions, "validate" | "onInvalidAnswer">,
): Promise<CallChecks> {
  const [generated, { createCallChecks }] = await Promise.all([
    checks(),
    import("./call-checks.js"),
  ]);
  return createCallChecks(generated, options, MAX_ISSUES);
}
