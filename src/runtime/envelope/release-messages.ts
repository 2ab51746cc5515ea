/**
 * Adapts messages to the release of a response (§2.3). If the release lacks an error's severity, the error becomes a
 * warning with the same code, or in some releases an error that the platform can resolve by starting over.
 */

import { isObject } from "../json/members.js";
import type { ReleaseFacts } from "../service/release-facts.js";
import type { ReleaseValues } from "../service/release-values.js";
import type { Message } from "./message.js";

/** @returns the resource itself if its messages fit the release */
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
 * The messages of a response without a resource. If the call concerns no existing resource, no update can resolve an
 * error (§3.2).
 * @param isThere true if the call names a resource, which may exist
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
