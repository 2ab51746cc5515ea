/**
 * Selects the capabilities that a response lists (§2.2). Depending on the release, these are all active ones, or that
 * of the operation and its extensions.
 */

import type { Agreement } from "../negotiation/negotiate.js";
import type { ReleaseFacts } from "../service/release-facts.js";
import type { Envelope, EnvelopeCapabilities } from "./create-envelope.js";

/** @returns the envelope of a response about a capability */
export type SelectEnvelope = (envelope: Envelope, capability: string) => Envelope;

export function createSelectEnvelope(
  { capabilities }: Pick<Agreement, "capabilities">,
  { answerCapabilities }: Pick<ReleaseFacts, "answerCapabilities">,
): SelectEnvelope {
  if (answerCapabilities === "active") return (envelope) => envelope;
  const known = new WeakMap<Envelope, Map<string, Envelope>>();
  return (envelope, capability) => {
    const before = known.get(envelope) ?? new Map<string, Envelope>();
    known.set(envelope, before);
    const found =
      before.get(capability) ?? selected(envelope, relevantTo(capability, capabilities));
    before.set(capability, found);
    return found;
  };
}

/** Extensions may come before their parents, so repeat until nothing is added. */
function relevantTo(
  capability: string,
  capabilities: Agreement["capabilities"],
): ReadonlySet<string> {
  const relevant = new Set([capability]);
  for (let size = 0; size < relevant.size;) {
    size = relevant.size;
    for (const each of capabilities)
      if (each.extends.some((parent) => relevant.has(parent))) relevant.add(each.name);
  }
  return relevant;
}

function selected({ name, member }: Envelope, relevant: ReadonlySet<string>): Envelope {
  return { name, member: { ...member, capabilities: keep(member.capabilities, relevant) } };
}

function keep(
  capabilities: EnvelopeCapabilities,
  names: ReadonlySet<string>,
): EnvelopeCapabilities {
  if (Array.isArray(capabilities))
    return (capabilities as readonly { readonly name: string; readonly version: string }[]).filter(
      ({ name }) => names.has(name),
    );
  return Object.fromEntries(Object.entries(capabilities).filter(([name]) => names.has(name)));
}
