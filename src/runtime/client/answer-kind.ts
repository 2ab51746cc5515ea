/**
 * Distinguishes resources from error envelopes (§7), by the members that every resource has and no error envelope.
 */

import { isObject, own } from "../json/members.js";
import type { Operation } from "../service/operation.js";
import { invalidAnswer } from "./read-answer.js";
import type { Received } from "./transport.js";

/**
 * @param name the envelope's member, which is the protocol's name
 * @throws ClientError `ANSWER_INVALID`
 */
export function receivedOf({ marks }: Operation, name: string, body: unknown): Received {
  if (!isObject(body)) throw invalidAnswer("The answer is not an object.", { answer: body });
  const envelope = own(body, name);
  const status = isObject(envelope) ? own(envelope, "status") : undefined;
  const failed = status === "error";
  const has = (mark: string): boolean => own(body, mark) !== undefined;
  // An error envelope may have any additional members, even an `id`.
  const isResource = failed ? marks.length > 0 && marks.every(has) : marks.some(has);
  if (isResource || (!failed && marks.length === 0)) return { kind: "resource", body };
  // Resources have messages too, so an envelope with status `success` is not an error envelope, even if the
  // resource's own members are missing.
  const isOutcome = failed || (status !== "success" && Array.isArray(own(body, "messages")));
  return { kind: isOutcome ? "outcome" : "unknown", body };
}
