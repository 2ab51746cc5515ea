/**
 * Lets pages of other origins call the server (CORS, in the Fetch standard). Without this option no page can. Cookies
 * are not supported: callers authenticate with header fields, so `Access-Control-Allow-Credentials` is never sent and
 * a page cannot act with its reader's session.
 */

import { type Answer, type AnswerHeaders, errorAnswer } from "../rest/answer.js";
import type { Service } from "../service/operation.js";
import type { Vocabulary } from "../vocabulary/vocabulary.js";
import type { Route, ServerRequest } from "./transport.js";

export interface CorsOptions {
  /**
   * Origins of the pages that may call, such as `https://app.example`; `"*"` for every page. This includes calls over
   * MCP.
   */
  readonly origins: "*" | readonly string[];
  /** Request header fields to allow, in addition to those of the protocol, its operations and MCP. */
  readonly headers?: readonly string[] | undefined;
  /** Response header fields to expose, in addition to those of the protocol and MCP. */
  readonly exposedHeaders?: readonly string[] | undefined;
  /** Time for which browsers may cache a preflight response, in seconds. Default: 600. */
  readonly maxAgeSeconds?: number | undefined;
}

/** Those of §4.8, §5.4 and MCP over HTTP. */
const REQUEST_HEADERS = [
  ...["Accept", "Accept-Language", "Accept-Signature", "Authorization"],
  ...["Content-Digest", "Content-Type"],
  ...["Idempotency-Key", "Request-Id", "Signature", "Signature-Input", "X-API-Key"],
  ...["Last-Event-ID", "Mcp-Method", "Mcp-Name", "Mcp-Protocol-Version", "Mcp-Session-Id"],
];
const ANSWER_HEADERS = [
  ...["Allow", "Content-Digest", "ETag", "Retry-After", "Signature", "Signature-Input"],
  ...["WWW-Authenticate", "Mcp-Session-Id"],
];
/** RFC 9110 §5.6.2. */
const TOKEN = /^[\w!#$%&'+.^`|~-]+$/;

/** Wraps a route so that its responses have CORS fields and preflights are answered. */
export type ShareRoute = (route: Route, request: ServerRequest) => Route;

/** @throws TypeError if an option is not valid in CORS */
export function createCors(
  options: CorsOptions | undefined,
  { agentHeader }: Vocabulary,
  services: readonly Service[],
): ShareRoute {
  if (options === undefined) return (route) => route;
  const { maxAgeSeconds = 600 } = options;
  const { origins, headers = [], exposedHeaders = [] } = checked(options);
  const bindings = services.flatMap(({ operations }) =>
    operations.flatMap(({ rest }) => rest ?? []),
  );
  const declared = bindings.flatMap(({ parameters }) =>
    parameters.filter((each) => each.in === "header"),
  );
  const sent = [agentHeader, ...REQUEST_HEADERS, ...declared.map(({ name }) => name), ...headers];
  const methods = ["GET", "HEAD", "POST", ...bindings.map(({ method }) => method)];
  const preflight: AnswerHeaders = [
    ["cache-control", "no-store"],
    ["access-control-allow-methods", list(methods)],
    ["access-control-allow-headers", list(sent)],
    ["access-control-max-age", String(maxAgeSeconds)],
  ];
  const exposed = list([...ANSWER_HEADERS, ...exposedHeaders]);

  function sharing(request: ServerRequest): AnswerHeaders {
    if (origins === "*") return [["access-control-allow-origin", "*"]];
    // Caches must keep responses per origin, even for origins that are not allowed.
    const vary = ["vary", "Origin"] as const;
    const origin = request.headers.get("origin");
    return origin === null || !origins.includes(origin)
      ? [vary]
      : [["access-control-allow-origin", origin], vary];
  }

  return (route, request) => {
    const shared = sharing(request);
    const isAllowed = shared.some(([name]) => name === "access-control-allow-origin");
    const share = (answer: Answer): Answer => ({
      ...answer,
      headers: [
        ...answer.headers,
        ...shared,
        ...(isAllowed ? [["access-control-expose-headers", exposed] as const] : []),
      ],
    });
    return {
      ...route,
      answer: async (incoming) =>
        isAllowed && isPreflight(request)
          ? { status: 204, headers: [...preflight, ...shared], body: null }
          : share(await route.answer(incoming)),
      error: (error) => share(route.error?.(error) ?? errorAnswer(error)),
    };
  };
}

function isPreflight({ method, headers }: ServerRequest): boolean {
  return (
    method === "OPTIONS" &&
    headers.get("origin") !== null &&
    headers.get("access-control-request-method") !== null
  );
}

function checked(options: CorsOptions): CorsOptions {
  const { origins, headers = [], exposedHeaders = [], maxAgeSeconds = 0 } = options;
  const wrong = origins === "*" ? undefined : origins.find((each) => !isOrigin(each));
  if (wrong !== undefined)
    throw new TypeError(
      `cors.origins: ${wrong} is not an origin; write it like https://app.example`,
    );
  const field = [...headers, ...exposedHeaders].find((name) => !TOKEN.test(name));
  if (field !== undefined) throw new TypeError(`cors: ${field} is not a header field name`);
  if (!Number.isSafeInteger(maxAgeSeconds) || maxAgeSeconds < 0)
    throw new TypeError("cors.maxAgeSeconds: expected a non-negative integer");
  return options;
}

/**
 * Browsers send origins serialized: lower case, without a trailing slash or default port. `*` within an origin is not
 * supported.
 */
function isOrigin(text: string): boolean {
  return !text.includes("*") && URL.canParse(text) && new URL(text).origin === text;
}

/** Deduplicates case-insensitively. */
function list(names: readonly string[]): string {
  return [...new Map(names.map((name) => [name.toLowerCase(), name])).values()].sort().join(", ");
}
