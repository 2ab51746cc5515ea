/**
 * A business outcome (§7): the request was processed, but there is no resource to return. Handlers and client methods
 * return it: it is a result, not an error. Its response gives the reason, and where the buyer can continue.
 */

import { defined } from "../json/members.js";
import { attachEnvelope, type Envelope, type EnvelopeMember } from "./create-envelope.js";
import type { Message } from "./message.js";
import { writtenMessage } from "./written-messages.js";

interface BusinessOutcomeOptions<Body = unknown> {
  /** The https URL at which the buyer can continue. */
  readonly continueUrl?: string | undefined;
  /** Present if the parties could not agree (§9.5). */
  readonly status?: "requires_escalation" | undefined;
  /** The error envelope that it was read from. */
  readonly body?: Body | undefined;
}

/** Over REST a 200 with an error envelope, over MCP a result with one. */
export class BusinessOutcome<Body = unknown> {
  /** Distinguishes it from a resource that has messages. */
  readonly kind = "business_outcome";
  readonly messages: readonly Message[];
  readonly continueUrl: string | undefined;
  readonly status: "requires_escalation" | undefined;
  /** The whole error envelope as a client received it. Undefined if a handler created the outcome. */
  readonly body: Body | undefined;

  constructor(messages: readonly Message[], options: BusinessOutcomeOptions<Body> = {}) {
    this.messages = messages;
    this.continueUrl = options.continueUrl;
    this.status = options.status;
    this.body = options.body;
  }
}

interface FailureBody {
  /** Present if the parties could not agree (§9.5). */
  readonly status?: "requires_escalation";
  readonly messages: readonly Message[];
  readonly continue_url?: string;
}

type ErrorEnvelope<Name extends string = string> = FailureBody &
  Readonly<Record<Name, EnvelopeMember & { readonly status: "error" }>>;

interface ErrorEnvelopeOptions<Name extends string> {
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

interface NegotiationFailureOptions<Name extends string> {
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
