/**
 * A platform's client of one business. In: generated data, and options. Out: a method an operation, once
 * the business's live profile was read (§4.1, §9.6).
 */

import { negotiateWith } from "../negotiation/index.js";
// From its file: through the folder's index, bundlers would load what validates.
import { methodName } from "../service/method-name.js";
import type { OperationMap, Service, TransportName } from "../service/index.js";
import { call, type Caller } from "./call.js";
import { loadChecks } from "./checks.js";
import { ClientError } from "./client-error.js";
import type { Client, ClientMembers } from "./client.js";
import type { CallOptions, ClientDefinition, ClientOptions } from "./definition.js";
import { fetchProfile, readProfile, type LiveProfile } from "./discover.js";
import { repeat } from "./repeat.js";
import { rest } from "./rest.js";
import { createSend } from "./send.js";
import { readOptions, type Settings } from "./settings.js";
import type { ClientTransport, Connection } from "./transport.js";
import { callableUrl } from "./web-url.js";

type AnyMethod = (request?: object, options?: CallOptions) => Promise<unknown>;

/**
 * @throws ClientError OPTIONS_INVALID, DISCOVERY_FAILED, VERSION_MISMATCH, TRANSPORT_UNAVAILABLE,
 * NETWORK, TIMEOUT; ProtocolError where the business cannot give its profile now; RegistryError for a platform's own
 * profile without a registry
 */
export async function createClient<
  Operations extends OperationMap<Operations>,
  Via extends TransportName = "rest",
>(definition: ClientDefinition, options: ClientOptions<Via>): Promise<Client<Operations, Via>> {
  const settings = readOptions(definition, options);
  const transport: ClientTransport = options.transport ?? rest;
  const [live, checks] = await Promise.all([
    discover(definition, settings, options.platform),
    options.validate === false ? undefined : loadChecks(definition),
  ]);
  if (live.drift.length > 0) options.onDrift?.(live.drift);
  const active = new Set(live.agreement.capabilities.map(({ name }) => name));
  const caller: Caller = { settings, transport, active, checks };
  const served = connect(definition, caller, live);
  const methods = definition.services.flatMap((service) =>
    methodsOf(caller, service, served.get(service.name)?.connection),
  );
  const members: ClientMembers = {
    $business: Object.freeze({
      url: settings.business,
      profile: live.profile,
      endpoints: Object.fromEntries([...served].map(([name, { endpoint }]) => [name, endpoint])),
      agreement: live.agreement,
      drift: live.drift,
    }),
    async $close() {
      await Promise.all([...served.values()].map(({ connection }) => connection.close()));
    },
  };
  // A mapped type is what `methodsOf` does, which no compiler sees.
  return Object.freeze({ ...Object.fromEntries(methods), ...members }) as Client<Operations, Via>;
}

async function discover(
  definition: ClientDefinition,
  settings: Settings,
  platform: object | undefined,
): Promise<LiveProfile> {
  const { name, agreement } = definition;
  const own = platform === undefined ? agreement : negotiateWith(name, agreement, platform);
  return readProfile({ ...definition, agreement: own }, await fetchLive(settings));
}

function fetchLive(settings: Settings): Promise<unknown> {
  const attempt = (signal: Parameters<typeof fetchProfile>[1]): Promise<unknown> =>
    fetchProfile(settings, signal);
  return repeat(attempt, { ...settings, signal: undefined });
}

interface Served {
  readonly endpoint: string;
  readonly connection: Connection;
}

/** By the names of services: those that the business serves over the transport. */
function connect(
  { agreement, services }: ClientDefinition,
  { settings, transport }: Caller,
  live: LiveProfile,
): ReadonlyMap<string, Served> {
  const { agentHeader } = settings.vocabulary;
  const signatures = settings.signatures?.connect({
    agentHeader,
    profile: live.profile,
    refresh: () => fetchLive(settings),
  });
  const send = createSend({ ...settings, agentHeader, signatures });
  const served = new Map<string, Served>();
  for (const service of services) {
    const declared = live.endpoints.get(service.name)?.[transport.name];
    if (declared === undefined) continue;
    const endpoint = checkedEndpoint(declared, settings);
    const connection = transport.connect({
      ...settings,
      endpoint,
      version: agreement.version,
      send,
    });
    served.set(service.name, { endpoint, connection });
  }
  if (served.size > 0) return served;
  throw new ClientError("TRANSPORT_UNAVAILABLE");
}

/** §2.1.1: paths are appended to it, so nothing may stand after its path. */
function checkedEndpoint(declared: string, { development }: Settings): string {
  const url = callableUrl(declared, development);
  if (url === undefined || url.search !== "" || url.hash !== "")
    throw new ClientError("DISCOVERY_FAILED", {
      content: `The business's endpoint ${declared} is no https URL of a public host.`,
    });
  return declared;
}

function methodsOf(
  caller: Caller,
  { operations }: Service,
  connection: Connection | undefined,
): readonly (readonly [string, AnyMethod])[] {
  return operations
    .filter((operation) => operation[caller.transport.name] !== undefined)
    .map((operation) => [
      methodName(operation.id),
      (request, options) => call(caller, connection, operation, request, options),
    ]);
}
