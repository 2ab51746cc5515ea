/**
 * Messages as the release of an answer has them (§2.3). A release without a severity has no error that nobody can resolve: such an error
 * becomes a warning with the same code, or in some releases an error that the platform can resolve: by starting anew.
 */

import { isObject } from "../json/members.js";
import type { ReleaseFacts } from "../service/release-facts.js";
import type { ReleaseValues } from "../service/release-values.js";
import type { Message } from "./message.js";

/** @returns the resource itself where the release has all that its messages say */
export function withReleaseMessages<Resource extends object>(
  resource: Resource,
  release: ReleaseValues | undefined,
): Resource {
  const { messages } = resource as { readonly messages?: unknown };
  if (release === undefined || !Array.isArray(messages)) return resource;
  const known = messages.map((each) => asKnown(each, release));
  return known.every((each, index) => each === messages[index])
    ? resource
    : { ...resource, messages: known };
}

/**
 * The messages of an answer without a resource. Where there is none that the call could be about, no update mends an error (§3.2).
 *
 * @param isThere true for a call that names a resource: it may be there all the same
 */
export function outcomeMessages(
  messages: readonly Message[],
  isThere: boolean,
  release: ReleaseValues | undefined,
): readonly Message[] {
  const isAny = release?.facts?.outcomeSeverity === "unrecoverable";
  const final = messages.map((each): Message => {
    if (each.type !== "error" || each.code === "version_unsupported") return each;
    const isFinal = isAny || !isThere || each.code === "not_found";
    return isFinal ? { ...each, severity: "unrecoverable" } : each;
  });
  return isAny ? final : withReleaseMessages({ messages: final }, release).messages;
}

function asKnown(message: unknown, { severities, facts }: ReleaseValues): unknown {
  if (!isObject(message)) return message;
  const { severity, ...rest } = message;
  if (severity === undefined || severities.some((each) => each === severity)) return message;
  return withoutSeverity(rest, facts);
}

function withoutSeverity(message: object, facts: ReleaseFacts | undefined): object {
  return facts?.unknownSeverity === "error"
    ? { ...message, severity: "recoverable" }
    : { ...message, type: "warning" };
}
