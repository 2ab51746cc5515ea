/**
 * A business of which only the endpoint is known: nothing is discovered, and whatever needs its profile is rejected.
 * Imports nothing that every client loads, so bundlers make it a separate chunk.
 */

import type { TransportName } from "../service/operation.js";
import type { Business } from "./create-client.js";
import type { ClientDefinition } from "./definition.js";

/** The options that locate a business, untyped because JavaScript callers may pass anything. */
export type GivenBusiness = Partial<
  Readonly<Record<"endpoints" | "business" | "signatures", unknown>>
>;

/** Passed in by the client, to keep this chunk small. */
export interface EndpointRules {
  readonly transport: TransportName;
  /** The rule for endpoints of a profile. */
  isEndpoint(url: unknown): url is string;
  /** Creates an error for an invalid option. */
  invalid(content: string): Error;
}

/**
 * Makes everything that the code was generated for active, with every service at the one endpoint.
 * @throws whatever `rules.invalid` returns
 */
export function readEndpoints(
  { services, agreement }: Pick<ClientDefinition, "services" | "agreement">,
  { endpoints, business, signatures }: GivenBusiness,
  { transport, isEndpoint, invalid }: EndpointRules,
): Business {
  if (business !== undefined)
    throw invalid(
      "endpoints: give either endpoints or business, whose profile names its endpoints.",
    );
  if (signatures !== undefined)
    throw invalid(
      "signatures: answers are verified with keys in the business's profile; give business instead of endpoints.",
    );
  const given =
    typeof endpoints === "object" && endpoints !== null ? Object.entries(endpoints) : [];
  const url: unknown = new Map(given).get(transport);
  if (url === undefined)
    throw invalid(
      `endpoints: expected one for ${transport}, the client's transport, found ${listed(given)}.`,
    );
  if (!isEndpoint(url))
    throw invalid(
      `endpoints.${transport}: expected an https URL of a public host without credentials, query and fragment${shown(url)}; for one on this machine, give development: true.`,
    );
  function refuse(member: string): never {
    throw invalid(
      `$business.${member}: a client created with endpoints has no profile; give business instead.`,
    );
  }
  return Object.defineProperties(
    {
      endpoints: Object.fromEntries(services.map(({ name }) => [name, url])),
      agreement,
      drift: [],
    } as unknown as Business,
    {
      url: { get: () => refuse("url") },
      profile: { get: () => refuse("profile") },
    },
  );
}

function listed(given: readonly (readonly [string, unknown])[]): string {
  return given.length === 0 ? "none" : given.map(([name]) => name).join(", ");
}

/** Omits URLs that may contain credentials. */
function shown(url: unknown): string {
  const text = String(url);
  return text.includes("@") ? "" : `, found ${text}`;
}
