/**
 * A business that is known by its endpoint alone: nothing is discovered, and whatever would need its profile is refused. Imports
 * nothing that every client loads: a bundler makes it a module of its own.
 */

import type { TransportName } from "../service/index.js";
import type { Business } from "./client.js";
import type { ClientDefinition } from "./definition.js";

/** How the business is given, as JavaScript may give it. */
export type GivenBusiness = Partial<
  Readonly<Record<"endpoints" | "business" | "signatures", unknown>>
>;

/** What the client already has at hand. */
export interface EndpointRules {
  readonly transport: TransportName;
  /** Whether calls may go there: the rule for endpoints of a profile. */
  isEndpoint(url: unknown): url is string;
  /** An error for an option that is not valid. */
  invalid(content: string): Error;
}

/**
 * All that the code was generated for is active, and every service is served there.
 *
 * @throws what `rules.invalid` gives
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
      "signatures: an answer is verified by keys in the business's profile; give business instead of endpoints.",
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
      `$business.${member}: a client that was made with endpoints knows no profile; give business instead.`,
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

/** Credentials are never shown. */
function shown(url: unknown): string {
  const text = String(url);
  return text.includes("@") ? "" : `, found ${text}`;
}
