/** Responses without a resource (§7): the reason, and where the buyer can continue. */

import { defined } from "../json/members.js";
import { attachEnvelope, type Envelope, type EnvelopeMember } from "./create-envelope.js";
import type { Message } from "./message.js";
import { writtenMessage } from "./written-messages.js";

export interface FailureBody {
  /** Present if the parties could not agree (§9.5). */
  readonly status?: "requires_escalation";
  readonly messages: readonly Message[];
  readonly continue_url?: string;
}

export type ErrorEnvelope<Name extends string = string> = FailureBody &
  Readonly<Record<Name, EnvelopeMember & { readonly status: "error" }>>;

export interface ErrorEnvelopeOptions<Name extends string> {
  /** Its status does not matter; the result's is `error`. */
  readonly envelope: Envelope<Name>;
  readonly messages: readonly Message[];
  /** An https URL. */
  readonly continueUrl?: string | undefined;
}

/** A business outcome without a resource: status 200 over REST, a result over MCP. */
export function errorEnvelope<Name extends string>({
  envelope,
  messages,
  continueUrl,
}: ErrorEnvelopeOptions<Name>): ErrorEnvelope<Name> {
  return inEnvelope(envelope, { messages, ...defined({ continue_url: continueUrl }) });
}

export interface NegotiationFailureOptions<Name extends string> {
  readonly envelope: Envelope<Name>;
  /** The https URL at which the buyer can continue without the platform. */
  readonly continueUrl: string;
  /** Text for a person. */
  readonly content?: string | undefined;
  /** Only `version_unsupported` gives the response the status `requires_escalation`. Default: version_unsupported. */
  readonly code?: "version_unsupported" | "capabilities_incompatible" | undefined;
}

/** The response if negotiation fails, or the operation's root capability is not active (§9.5, DESIGN §12). */
export function negotiationFailure<Name extends string>({
  envelope,
  continueUrl,
  content,
  code = "version_unsupported",
}: NegotiationFailureOptions<Name>): ErrorEnvelope<Name> {
  return inEnvelope(envelope, {
    ...(code === "version_unsupported" ? { status: "requires_escalation" } : {}),
    messages: [writtenMessage(code, { content })],
    continue_url: continueUrl,
  });
}

function inEnvelope<Name extends string>(
  { name, member }: Envelope<Name>,
  failure: FailureBody,
): ErrorEnvelope<Name> {
  const failed = { name, member: { ...member, status: "error" } as const };
  return attachEnvelope(failure, failed) as ErrorEnvelope<Name>;
}
