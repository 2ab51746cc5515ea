/**
 * Whether an answer is the resource, or says why there is none (§7). In: the body of an answer. Out: the
 * same, told apart by what every resource has and no error envelope.
 */

import { isObject, own } from "../json/members.js";
import type { Operation } from "../service/index.js";
import { invalidAnswer } from "./read-answer.js";
import type { Received } from "./transport.js";

/**
 * @param name the protocol's: the envelope's member
 * @throws ClientError ANSWER_INVALID
 */
export function receivedOf({ marks }: Operation, name: string, body: unknown): Received {
  if (!isObject(body)) throw invalidAnswer("The answer is no object.", { answer: body });
  const envelope = own(body, name);
  const status = isObject(envelope) ? own(envelope, "status") : undefined;
  const failed = status === "error";
  const has = (mark: string): boolean => own(body, mark) !== undefined;
  // An envelope that says `error` may have members of anyone's, an `id` among them.
  const isResource = failed ? marks.length > 0 && marks.every(has) : marks.some(has);
  if (isResource || (!failed && marks.length === 0)) return { kind: "resource", body };
  // A resource has messages, too: one that says that it is one, and lacks what tells it, is no error envelope.
  const isOutcome = failed || (status !== "success" && Array.isArray(own(body, "messages")));
  return { kind: isOutcome ? "outcome" : "unknown", body };
}
