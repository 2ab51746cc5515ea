/**
 * The business that a client calls. In: its URL. Out: its profile, read again once it has expired (§9.6), and connections to
 * the endpoints that it names.
 */

import type { Cancellation } from "../idempotency/index.js";
import { negotiateWith } from "../negotiation/index.js";
import { MAX_TIMER_MS } from "../time/within-time.js";
import { ClientError } from "./client-error.js";
import type { ClientDefinition, ClientOptions } from "./definition.js";
import { failed, fetchProfile, readProfile, type LiveProfile } from "./discover.js";
import type { Fetched, Renewal } from "./renewal.js";
import { repeat } from "./repeat.js";
import { createSend } from "./send.js";
import type { Settings } from "./settings.js";
import type { ClientTransport, Connection } from "./transport.js";
import { callableUrl } from "./web-url.js";
import { withinTime } from "./within-time.js";

/** The profile as it was fetched, and what follows from it. */
interface Connected extends LiveProfile, Fetched {
  /** Names of the active set. */
  readonly active: ReadonlySet<string>;
  /** The endpoints of the services that the business serves over the transport, by their names. */
  readonly served: Readonly<Record<string, string>>;
}

export interface ConnectedBusiness {
  last(): Connected;
  /** The business as it is now: its profile is read again if it has expired. */
  current(caller: Cancellation | undefined): Promise<Connected>;
  /** @param endpoint one that is served; none if undefined */
  connectionTo(endpoint: string | undefined): Connection | undefined;
  close(): Promise<void>;
}

/** @throws as createClient does */
export async function connectBusiness(
  definition: ClientDefinition,
  settings: Settings,
  transport: ClientTransport,
  { platform, onDrift }: Pick<ClientOptions, "platform" | "onDrift">,
): Promise<ConnectedBusiness> {
  const { agreement: built, name } = definition;
  const agreement = platform === undefined ? built : negotiateWith(name, built, platform);
  const connections = new Map<string, Connection>();
  let drift = "[]";
  let renewal: Promise<Renewal> | undefined;

  async function read(retries = settings.retries): Promise<Connected> {
    // The check of a profile (§1.9) is a module of its own, as the validators of answers are.
    const [fetched, { screen }] = await Promise.all([
      repeat((signal) => fetchProfile(settings, signal), { ...settings, retries }),
      import("../profile/authority.js"),
    ]);
    const live = readProfile({ ...definition, agreement }, fetched.profile, screen);
    const served = servedBy(live, settings, transport);
    const text = JSON.stringify(live.drift);
    if (text !== drift) onDrift?.(live.drift);
    drift = text;
    const active = new Set(live.agreement.capabilities.map((each) => each.name));
    return { ...fetched, ...live, active, served };
  }

  let connected = await read();
  const renew = async (retries?: number): Promise<unknown> =>
    (connected = await read(retries)).profile;
  const { agentHeader } = settings.vocabulary;
  const signatures = settings.signatures?.connect({
    agentHeader,
    get profile() {
      return connected.profile;
    },
    refresh: () => renew(),
  });
  const context = {
    ...settings,
    version: built.version,
    send: createSend({ ...settings, agentHeader, signatures }),
  };
  return {
    last: () => connected,
    async current(caller) {
      if (Date.now() >= connected.fetchedAt + settings.profileFloorMs) {
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

/** §2.1.1: paths are appended to it, so nothing may stand after its path. */
function checkedEndpoint(declared: string, development: boolean): string {
  const url = callableUrl(declared, development);
  if (url === undefined || url.search !== "" || url.hash !== "")
    throw failed(`Its endpoint ${declared} is no https URL of a public host.`);
  return declared;
}
