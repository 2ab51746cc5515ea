/** The form of errors on the wire (§7): a body over REST, an `error` of JSON-RPC over MCP. */
import { SPECIFICATION_FACTS, type ReleaseFacts } from "../service/release-values.js";
import { cutText } from "../text/printable-text.js";
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

/** Clients read at most 64 KiB of an error, and JSON-RPC has the content twice. */
const MAX_CONTENT = 4_000;

/** The content may include other people's text: invalid Unicode is replaced, and long text is shortened. */
export function errorBody({ code, content }: ProtocolError): ErrorBody {
  return { code, content: cutText(content.replace(LONE_SURROGATES, "\ufffd"), MAX_CONTENT, "…") };
}

/** The body over REST. In some releases a 4xx has messages instead (§2.3). */
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

/** @param facts of the release. Default: those of the protocol's own text. */
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
