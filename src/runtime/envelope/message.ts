/** Messages of the business about a resource (§2.3), and their adaptation to the release of a response. */

import { defined, isObject } from "../json/members.js";
import type { Severity, ReleaseValues, ReleaseFacts } from "../service/release-values.js";

export type { Severity } from "../service/release-values.js";

interface MessageText {
  /** Text for a person. */
  readonly content: string;
  /** JSONPath of the field concerned, such as `$.buyer.email`. */
  readonly path?: string | undefined;
}

/** @typeParam Level the severities that it may have: not every release has all of them */
export interface ErrorMessage<Level extends Severity = Severity> {
  readonly type: "error";
  readonly code: string;
  readonly content: string;
  readonly severity: Level;
  readonly path?: string;
}

export interface WarningMessage {
  readonly type: "warning";
  readonly code: string;
  readonly content: string;
  readonly path?: string;
}

export interface InfoMessage {
  readonly type: "info";
  readonly code?: string;
  readonly content: string;
  readonly path?: string;
}

export type Message = ErrorMessage | WarningMessage | InfoMessage;

/**
 * Creates a message about a problem that blocks the request (§2.3). Its severity says who can solve the problem (§3.2).
 * @example
 * ```ts
 * import { errorMessage } from "@proto-gen/runtime/error";
 *
 * const severity = "recoverable";
 * const content = "Enter an email address.";
 * const message = errorMessage({ code: "missing", content, severity, path: "$.buyer.email" });
 * message.severity; // "recoverable"
 * ```
 */
export function errorMessage<Level extends Severity>({
  code,
  content,
  severity,
  path,
}: MessageText & { readonly code: string; readonly severity: Level }): ErrorMessage<Level> {
  return { type: "error", code, content, severity, ...defined({ path }) };
}

/**
 * Creates a message that the buyer should see (§2.3). It does not block the request.
 * @example
 * ```ts
 * import { warningMessage } from "@proto-gen/runtime/error";
 *
 * const path = "$.line_items[0].quantity";
 * const message = warningMessage({ code: "quantity_adjusted", content: "Only two are left.", path });
 * message.type; // "warning"
 * ```
 */
export function warningMessage({
  code,
  content,
  path,
}: MessageText & { readonly code: string }): WarningMessage {
  return { type: "warning", code, content, ...defined({ path }) };
}

/**
 * Creates a message that may be useful (§2.3), such as that a lookup did not find an identifier (§4.4).
 * @example
 * ```ts
 * import { infoMessage } from "@proto-gen/runtime/error";
 *
 * infoMessage({ code: "not_found", content: "sku_9" }); // { type: "info", code: "not_found", content: "sku_9" }
 * ```
 */
export function infoMessage({
  code,
  content,
  path,
}: MessageText & { readonly code?: string | undefined }): InfoMessage {
  return { type: "info", ...defined({ code }), content, ...defined({ path }) };
}

/**
 * Adapts messages to the release of a response (§2.3). If the release lacks an error's severity, the error becomes a
 * warning with the same code, or in some releases an error that the platform can resolve by starting over.
 * @returns the resource itself if its messages fit the release
 */
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
