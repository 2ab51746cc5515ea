/** How an error goes over the wire (§7): as a body over REST, as an `error` of JSON-RPC over MCP. */
import { SPECIFICATION_FACTS, type ReleaseFacts } from "../service/release-facts.js";
import { cutText } from "../text/cut-text.js";
import type { ProtocolErrorCode } from "./error-codes.js";
import type { ProtocolError } from "./protocol-error.js";

export interface ErrorBody {
  readonly code: ProtocolErrorCode;
  readonly content: string;
}

export interface JsonRpcError {
  readonly code: -32000 | -32001 | -32600;
  readonly message: string;
  readonly data: ErrorBody;
}

/** Clients read no more of an error than 64 KiB, in which JSON-RPC has its content twice. */
const MAX_CONTENT = 4_000;

/** The content may be anybody's: what no strict reader would take is replaced, and what is too long is cut. */
export function errorBody({ code, content }: ProtocolError): ErrorBody {
  return { code, content: cutText(content.replace(LONE_SURROGATES, "\ufffd"), MAX_CONTENT, "…") };
}

/** The body over REST: in some releases, a 4xx has the messages of an answer (§2.3). */
export function restErrorBody(
  error: ProtocolError,
  { errorBody: form }: Pick<ReleaseFacts, "errorBody">,
): object {
  const body = errorBody(error);
  if (form === "code" || error.status >= 500) return body;
  const message = { type: "error", ...body, severity: "requires_buyer_input" };
  return { status: "requires_escalation", messages: [message] };
}

const LONE_SURROGATES = /\p{Surrogate}/gu;

/** @param facts those of the release; of the protocol's own text unless given */
export function toJsonRpcError(
  error: ProtocolError,
  { signatureErrors }: Pick<ReleaseFacts, "signatureErrors"> = SPECIFICATION_FACTS,
): JsonRpcError {
  const data = errorBody(error);
  const isInvalid = signatureErrors === "-32600" && SIGNATURE_ERRORS.has(error.code);
  return { code: isInvalid ? -32600 : error.jsonRpcCode, message: data.content, data };
}

const SIGNATURE_ERRORS: ReadonlySet<ProtocolErrorCode> = /* @__PURE__ */ new Set<ProtocolErrorCode>(
  ["digest_mismatch", "algorithm_unsupported"],
);
