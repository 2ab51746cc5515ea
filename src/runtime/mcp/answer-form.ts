/**
 * Chooses between JSON and an event stream for a response (RFC 9110 §12.5.1). MCP requires clients to accept both;
 * most that call tools accept only JSON, or anything.
 */

import { ProtocolError } from "../error/index.js";
import { preferenceFor } from "../rest/accept.js";

/** `either` if the caller lists both and prefers neither: the library chooses. */
export type AnswerForm = "json" | "stream" | "either";

/** @throws ProtocolError `not_acceptable` */
export function answerFormFor(accept: string | null): AnswerForm {
  const json = preferenceFor(accept, "application/json");
  const stream = preferenceFor(accept, "text/event-stream");
  if (json.quality === 0 && stream.quality === 0)
    throw new ProtocolError("not_acceptable", {
      content: "Accept must include application/json or text/event-stream.",
    });
  if (json.quality !== stream.quality) return json.quality > stream.quality ? "json" : "stream";
  return stream.isNamed ? "either" : "json";
}
