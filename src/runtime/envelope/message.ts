/** Messages of the business about a resource (§2.3). */

import { defined } from "../json/defined.js";
import type { Severity } from "../service/release-values.js";

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
