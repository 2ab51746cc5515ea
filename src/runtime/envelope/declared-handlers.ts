/** Converts the payment handlers of a business's profile to those of responses (§2.1.3, §2.5). */

import { isObject, own, type Members } from "../json/members.js";
import { entriesOf } from "../negotiation/index.js";
import type { ResponseHandler, ResponseHandlers } from "./create-envelope.js";

/** The members of `config` in responses, by handler name: `releaseValues.responseConfigs`. */
export type ResponseConfigs = Readonly<Record<string, readonly string[]>>;

/**
 * @param member the profile's member for the protocol
 * @returns undefined if the profile has no registry of handlers
 */
export function declaredHandlers(
  member: Members,
  configs: ResponseConfigs = {},
): ResponseHandlers | undefined {
  const declared = own(member, "payment_handlers");
  if (declared === undefined) return undefined;
  const handlers = new Map<string, ResponseHandler[]>();
  for (const { name, entry } of entriesOf(declared, "/payment_handlers")) {
    const shown = withResponseConfig(entry as unknown as ResponseHandler, own(configs, name));
    handlers.set(name, [...(handlers.get(name) ?? []), shown]);
  }
  return Object.fromEntries(handlers);
}

/** Drops the configuration if it is unknown which members are for platforms. */
function withResponseConfig(
  { config, ...handler }: ResponseHandler,
  members: unknown,
): ResponseHandler {
  if (!isObject(config) || !Array.isArray(members)) return handler;
  const shown = Object.entries(config).filter(([name]) => members.includes(name));
  return { ...handler, config: Object.fromEntries(shown) };
}
