/**
 * The business that a client calls: its profile, fetched again once it has expired (§9.6), and connections to its
 * endpoints.
 */

import { type Cancellation, MAX_TIMER_MS } from "../time/time.js";
import { ClientError, invalidOption } from "./client-error.js";
import type { Business } from "./create-client.js";
import type {
  CallingOptions,
  ClientDefinition,
  ClientTransport,
  ClientConnection,
} from "./definition.js";
import { failed, fetchProfile, type FetchedProfile } from "./discover.js";
import type { GivenBusiness } from "./known-endpoints.js";
import type { LiveProfile } from "./live-profile.js";
import type { Fetched, Renewal } from "./renewal.js";
import { repeat, withinTime } from "./repeat.js";
import { createSend } from "./send.js";
import type { Settings } from "./settings.js";
import { callableUrl } from "../formats/web-url.js";

/** The profile as it was fetched, and what follows from it. */
interface Connected extends Fetched {
  readonly business: Business;
  /** Names of the active capabilities. */
  readonly active: ReadonlySet<string>;
}

export interface ConnectedBusiness {
  last(): Connected;
  /** The current state of the business. Fetches the profile again if it has expired. */
  current(caller: Cancellation | undefined): Promise<Connected>;
  /** @param endpoint a served endpoint; undefined returns undefined */
  connectionTo(endpoint: string | undefined): ClientConnection | undefined;
  close(): Promise<void>;
}

/** @throws as createClient does */
export async function connectBusiness(
  definition: ClientDefinition,
  settings: Settings,
  transport: ClientTransport,
  options: Pick<CallingOptions, "platform" | "onDrift"> & GivenBusiness,
): Promise<ConnectedBusiness> {
  const read = await createReader(definition, settings, transport, options);
  const connections = new Map<string, ClientConnection>();
  let renewal: Promise<Renewal> | undefined;
  let connected = await read();
  const renew = async (retries?: number): Promise<unknown> =>
    (connected = await read(retries)).business.profile;
  const { agentHeader } = settings.vocabulary;
  const signatures = settings.signatures?.connect({
    agentHeader,
    get profile() {
      return connected.business.profile;
    },
    refresh: () => renew(),
  });
  const context = {
    ...settings,
    version: definition.agreement.version,
    send: createSend({ ...settings, agentHeader, signatures }),
  };
  return {
    last: () => connected,
    async current(caller) {
      if (Date.now() >= connected.fetchedAt + (settings.profileFloorMs ?? 5_000)) {
        renewal ??= import("./renewal.js").then(({ createRenewal }) =>
          createRenewal(settings, { current: () => connected, renew: () => renew(0) }),
        );
        await withinTime(MAX_TIMER_MS, caller, await renewal);
      }
      return connected;
    },
    connectionTo(endpoint) {
      if (endpoint === undefined) return undefined;
      const connection = connections.get(endpoint) ?? transport.connect({ ...context, endpoint });
      connections.set(endpoint, connection);
      return connection;
    },
    async close() {
      await Promise.all([...connections.values()].map((each) => each.close()));
    },
  };
}

/** Reads the business each time it is called; if its endpoints are given, there is no profile to read. */
async function createReader(
  definition: ClientDefinition,
  settings: Settings,
  transport: ClientTransport,
  options: Pick<CallingOptions, "platform" | "onDrift"> & GivenBusiness,
): Promise<(retries?: number) => Promise<Connected>> {
  const { platform, onDrift } = options;
  const { agreement: built, name } = definition;
  // Profiles are read by a module of their own, like the validators, so bundlers can split it.
  const loadReader = () => import("./live-profile.js");
  const agreement =
    platform === undefined ? built : (await loadReader()).agreementOf(name, built, platform);
  if (options.endpoints !== undefined)
    return async () => {
      const { readEndpoints } = await import("./known-endpoints.js");
      const business = readEndpoints({ ...definition, agreement }, options, {
        transport: transport.name,
        isEndpoint: (url) => isEndpoint(url, settings.development),
        invalid: invalidOption,
      });
      return connectedTo(business, { fetchedAt: Infinity });
    };
  let reported = "[]";
  return async (retries = settings.retries) => {
    const fetchAt = (url?: string): Promise<FetchedProfile> =>
      repeat((signal) => fetchProfile(settings, signal, url), { ...settings, retries });
    const [fetched, { readLiveProfile }] = await Promise.all([fetchAt(), loadReader()]);
    const live = await readLiveProfile({ ...definition, agreement }, fetched, {
      ...settings,
      fetchAt,
      sameOrigin: (url) => sameOrigin(url, settings),
      refuse: (code, content, cause) => new ClientError(code, { content, cause }),
    });
    const endpoints = servedBy(live, settings, transport);
    const { profile, agreement: active, drift } = live;
    const text = JSON.stringify(drift);
    if (text !== reported) onDrift?.(drift);
    reported = text;
    return connectedTo(
      { url: settings.business, profile, endpoints, agreement: active, drift },
      live,
    );
  };
}

function sameOrigin(text: unknown, { business, development }: Settings): string | undefined {
  const url = callableUrl(text, development);
  if (url?.origin !== callableUrl(business, development)?.origin) return undefined;
  return url?.href.replace(/#.*/, "");
}

function servedBy(
  { endpoints }: LiveProfile,
  { development }: Settings,
  { name }: ClientTransport,
): Record<string, string> {
  const served = [...endpoints].flatMap(([service, { [name]: declared }]) =>
    declared === undefined ? [] : [[service, checkedEndpoint(declared, development)]],
  );
  if (served.length === 0) throw new ClientError("TRANSPORT_UNAVAILABLE");
  return Object.fromEntries(served) as Record<string, string>;
}

function checkedEndpoint(declared: string, development: boolean): string {
  if (isEndpoint(declared, development)) return declared;
  throw failed(`Its endpoint ${declared} is not an https URL of a public host.`);
}

/** §2.1.1: paths are appended to the endpoint, so it must not have a query or fragment. */
function isEndpoint(declared: unknown, development: boolean): declared is string {
  const url = callableUrl(declared, development);
  return url !== undefined && url.search + url.hash === "";
}

function connectedTo(business: Business, fetched: Fetched): Connected {
  const active = new Set(business.agreement.capabilities.map(({ name }) => name));
  const { fetchedAt, headers } = fetched;
  return { fetchedAt, headers, business, active };
}
