/**
 * Makes one call, over any transport.
 *
 * The steps: check that the operation is available, extract the identifiers, validate the request, send it with
 * retries, validate the response.
 */

// Imported from its file: through the folder's index, bundlers would include negotiation.
import { BusinessOutcome } from "../envelope/business-outcome.js";
import type { Message } from "../envelope/message.js";
// Imported from its file: through the folder's index, bundlers would include validation.
import { type Operation, changesState } from "../service/operation.js";
import { own } from "../json/members.js";
import type { ConnectedBusiness } from "./business.js";
import type { CallChecks, Fault } from "./call-checks.js";
import {
  ClientError,
  invalidRequest,
  ofCall,
  type CallIdentity,
  type ClientErrorCode,
} from "./client-error.js";
import type { CallOptions, ClientTransport, Outbound, Received } from "./definition.js";
import { invalidAnswer } from "./read-answer.js";
import { repeat } from "./repeat.js";
import type { Settings } from "./settings.js";

/** Shared by all calls of a client. */
export interface Caller {
  readonly settings: Settings;
  readonly transport: ClientTransport;
  readonly business: ConnectedBusiness;
  /** Undefined if the client does not validate. */
  readonly checks: CallChecks | undefined;
}

/** Servers accept a single value of visible ASCII. */
const HEADER_VALUE = /^[\x21-\x2b\x2d-\x7e]{1,255}$/;

/** An operation and the name of its service. */
export interface Called {
  readonly service: string;
  readonly operation: Operation;
}

/** @throws ClientError, ProtocolError */
export async function call(
  caller: Caller,
  { service, operation }: Called,
  request: object = {},
  options: CallOptions = {},
): Promise<unknown> {
  const identity = identityOf(caller, operation, options);
  try {
    const { settings, transport, business } = caller;
    const { active, business: known } = await business.current(options.signal);
    const connection = business.connectionTo(known.endpoints[service]);
    if (connection === undefined || !active.has(operation.capability))
      throw new ClientError("OPERATION_UNAVAILABLE");
    const agreed = { ...caller, active, operation };
    const outbound = outboundOf(agreed, request, identity);
    const mayRepeat = !changesState(operation) || transport.carriesKey(operation);
    const received = await repeat(connection.prepare(outbound), {
      ...settings,
      retries: mayRepeat ? settings.retries : 0,
      timeoutMs: options.timeoutMs ?? settings.timeoutMs,
      signal: options.signal,
    });
    return resultOf(agreed, received, identity);
  } catch (error) {
    throw ofCall(error, identity);
  }
}

function identityOf(
  { transport }: Caller,
  operation: Operation,
  options: CallOptions,
): CallIdentity {
  const given = options.idempotencyKey;
  return {
    operation: operation.id,
    requestId: options.requestId ?? crypto.randomUUID(),
    idempotencyKey: given ?? (changesState(operation) ? transport.createKey() : undefined),
  };
}

/** A call with the negotiated capabilities. */
interface Agreed extends Pick<Caller, "transport" | "checks"> {
  readonly operation: Operation;
  /** Names of the active capabilities. */
  readonly active: ReadonlySet<string>;
}

function outboundOf(
  { transport, checks, active, operation }: Agreed,
  request: object,
  { requestId, idempotencyKey }: CallIdentity,
): Outbound {
  for (const [option, value] of Object.entries({ requestId, idempotencyKey }))
    if (value !== undefined && !HEADER_VALUE.test(value))
      throw invalidRequest(`${option}: expected 1 to 255 visible ASCII characters without commas.`);
  const members = new Map(Object.entries(request));
  const { repeatedIdentifiers: repeated = [] } = operation;
  const identifiers = operation.identifiers.map((name) => {
    const value: unknown = members.get(name);
    if (typeof value !== "string" || value === "")
      throw invalidRequest(`${name}: expected an identifier, found ${String(value)}.`);
    if (!repeated.includes(name)) members.delete(name);
    return [name, value] as const;
  });
  const payload = transport.takesPayload(operation) ? Object.fromEntries(members) : undefined;
  if (payload !== undefined && transport.sendsRequest?.(operation) !== false)
    refuse("REQUEST_INVALID", checks?.request({ operation, active }, payload));
  return {
    operation,
    identifiers: Object.fromEntries(identifiers),
    payload,
    requestId,
    idempotencyKey,
  };
}

function resultOf(
  { checks, active, operation }: Agreed,
  received: Received,
  identity: CallIdentity,
): unknown {
  const { kind, body } = received;
  if (body === undefined) return undefined;
  if (kind === "unknown" && checks === undefined)
    throw invalidAnswer("The answer is neither the resource nor an error envelope.", {
      answer: body,
    });
  refuse("ANSWER_INVALID", checks?.answer({ operation, active }, received, identity), body);
  if (kind !== "outcome") return body;
  const messages = own(body, "messages");
  const continueUrl = own(body, "continue_url");
  return new BusinessOutcome(Array.isArray(messages) ? (messages as Message[]) : [], {
    continueUrl: typeof continueUrl === "string" ? continueUrl : undefined,
    status: own(body, "status") === "requires_escalation" ? "requires_escalation" : undefined,
    body,
  });
}

/**
 * @throws ClientError if there is a fault
 * @param answer the response with the fault; undefined for a request
 */
function refuse(code: ClientErrorCode, fault: Fault | undefined, answer?: object): void {
  if (fault !== undefined) throw new ClientError(code, { ...fault, answer });
}
