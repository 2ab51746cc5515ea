/**
 * A platform's client of one business, with one method per operation. The live profile decides what can be called
 * (§4.1, §9.6).
 */

import {
  type OperationMap,
  type Service,
  type TransportName,
  methodName,
  type MethodName,
  type OperationTypes,
  type RequestOf,
} from "../service/operation.js";
import { connectBusiness } from "./business.js";
import { call, type Caller } from "./call.js";
import type {
  CallOptions,
  ClientDefinition,
  AnyClientOptions,
  CallingOptions,
  ClientTransport,
} from "./definition.js";
import { rest } from "./rest.js";
import { readOptions } from "./settings.js";
// Imported from its file: through the folder's index, bundlers would include validation.
import { MAX_ISSUES } from "../error/protocol-error.js";
import type { CallChecks } from "./call-checks.js";
import type { BusinessOutcome } from "../envelope/business-outcome.js";
import type { Agreement } from "../negotiation/negotiate.js";
import type { Drift } from "./drift.js";

type Empty = Readonly<Record<never, never>>;

/** The resource in its envelope, or a `BusinessOutcome` that says why there is no resource. Check with `instanceof`. */
type ResultOf<Each extends OperationTypes> =
  | ([Each["response"]] extends [undefined] ? undefined : Each["response"])
  | BusinessOutcome<Each["outcome"]>;

/**
 * Takes the payload together with the identifiers; the argument is optional if nothing is required.
 *
 * Throws a `ProtocolError` for errors that the business reports (§7), and a `ClientError` for all others.
 */
type Method<Each extends OperationTypes> =
  Empty extends RequestOf<Each>
    ? (request?: RequestOf<Each>, options?: CallOptions) => Promise<ResultOf<Each>>
    : (request: RequestOf<Each>, options?: CallOptions) => Promise<ResultOf<Each>>;

/**
 * The business according to its profile, which is fetched again once it has expired (§9.6). If only its endpoint is
 * known, `url` and `profile` throw a `ClientError`.
 */
export interface Business {
  /** URL of the profile. */
  readonly url: string;
  readonly profile: Readonly<Record<string, unknown>>;
  /** The endpoints to call, by service name. */
  readonly endpoints: Readonly<Record<string, string>>;
  /** Which of the generated capabilities are active, and why the others are not. */
  readonly agreement: Agreement;
  /** Differences from what the code was generated for. Empty if there are none. */
  readonly drift: readonly Drift[];
}

/** No operation's name contains `$`, so these cannot collide. */
interface ClientMembers {
  readonly $business: Business;
  /** Closes open connections, if the transport has any; REST does not. A later call opens new ones. */
  $close(): Promise<void>;
}

/** One method per operation available over `Via`. */
export type Client<
  Operations extends OperationMap<Operations>,
  Via extends TransportName = "rest",
> = ClientMembers & {
  readonly [
    Id in keyof Operations as [Via] extends [Operations[Id]["transports"]] ? MethodName<Id> : never
  ]: Method<Operations[Id]>;
};

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
