/**
 * Serves calls over MCP (§4.5). An invalid request gets its status (§7) and a JSON-RPC error without an id; a failed
 * call gets a JSON-RPC error with status 200.
 */

import { toJsonRpcError } from "../error/error-body.js";
import { ProtocolError } from "../error/protocol-error.js";
import type { Json } from "../json/parse-json.js";
import { isObject } from "../json/members.js";
import { jsonAnswer, type Answer } from "../rest/answer.js";
import { pathBelow } from "../rest/router.js";
import { readJsonBody } from "../rest/read-json-body.js";
import { readSentHeaders, type RequestHeaders, profileUrlOf } from "../rest/read-headers.js";
import type { WebHeaders } from "../rest/web.js";
import type { ServerCore } from "../server/create-server.js";
import {
  type Endpoint,
  type Incoming,
  type Transport,
  servicesByPath,
  type ServedPath,
  type ServerRequest,
} from "../server/transport.js";
import { describeFailure, type Logged, type LogFields } from "../server/log-fields.js";
import type { ReleaseFacts } from "../service/release-values.js";
import type { Tool, ToolPart } from "../service/tool.js";
import { createToolCaller, isTool, type CalledTool } from "./call-tool.js";
import { exchange, type CallTool, type Message, answerFormFor } from "./exchange.js";
import { createToolLists } from "./listed-tools.js";
import { codingQuality } from "../rest/media-type.js";
import { validateHostHeader } from "@modelcontextprotocol/server";
import { readAuthority } from "../rest/request-target.js";
import type { ServerOptions } from "../server/definition.js";

// Every platform has these, but the ECMAScript declarations do not.
declare const CompressionStream: new (format: "gzip") => Stream;

declare const Blob: new (parts: readonly Uint8Array[]) => {
  stream(): { pipeThrough(stream: Stream): unknown };
};

declare const Response: new (body: unknown) => { arrayBuffer(): Promise<ArrayBuffer> };

/** Smaller bodies are not worth it. */
const LEAST_BYTES = 1_000;

/**
 * Creates the MCP transport of a server (§4.5), for `transports` of its definition. The generated `server.ts` has it if
 * the profile has an MCP endpoint.
 * @param tools the generated descriptors, for `tools/list`
 * @param parts the parts of these that come from extensions, hidden from platforms without them
 * @example
 * ```ts
 * import { mcpTransport } from "@proto-gen/runtime/mcp";
 * import { restTransport } from "@proto-gen/runtime/server";
 * import { parts, tools } from "./generated/mcp-tools.js";
 *
 * const transports = [restTransport, mcpTransport(tools, parts)];
 * ```
 */
export function mcpTransport(tools: readonly Tool[], parts: readonly ToolPart[] = []): Transport {
  return {
    bind: (core) =>
      servicesByPath(core.services, "mcp").map((served) => {
        const endpoint = new McpEndpoint(core, served, { tools, parts });
        return {
          path: served.path,
          answer: (incoming) => endpoint.answer(incoming),
          error: (error) => refused(error, core.facts),
        };
      }),
  };
}

interface Descriptors {
  readonly tools: readonly Tool[];
  readonly parts: readonly ToolPart[];
}

/** One endpoint, with the tools of its operations. */
class McpEndpoint {
  readonly #core: ServerCore;
  readonly #served: ServedPath;
  readonly #guardHost: HostGuard;
  readonly #callTool: ReturnType<typeof createToolCaller>;
  /** The tools without the parts that a platform may lack. */
  readonly #tools: readonly Tool[];
  /** The tools for an agent header, if any platform may lack parts of them. */
  readonly #listFor: ((agent: string | undefined) => Promise<readonly Tool[]>) | undefined;

  constructor(core: ServerCore, served: ServedPath, { tools, parts }: Descriptors) {
    const own = new Set(served.operations.filter(isTool).map(({ mcp }) => mcp.tool));
    this.#core = core;
    this.#served = served;
    this.#guardHost = createHostGuard(served.endpoint, core.options);
    this.#callTool = createToolCaller(core, served.operations);
    this.#tools = tools.filter((tool) => own.has(tool.name));
    const listFor = createToolLists(
      this.#tools,
      parts.filter(({ tool }) => own.has(tool)),
    );
    if (parts.length > 0) this.#listFor = async (agent) => listFor(await core.activeFor(agent));
  }

  async answer(incoming: Incoming): ReturnType<Endpoint> {
    const { request, target } = incoming;
    const { vocabulary, options } = this.#core;
    this.#guardHost(request);
    if (pathBelow(this.#served.path, target) !== "")
      throw new ProtocolError("not_found", { content: "There is nothing at this path." });
    const headers = readSentHeaders(request, vocabulary, options.limits);
    return describeFailure({ requestId: headers.requestId }, () =>
      this.#answerMessage(incoming, headers),
    );
  }

  async #answerMessage(incoming: Incoming, headers: RequestHeaders): Promise<Logged<Answer>> {
    const { request, target, connection, count } = incoming;
    // Nothing is kept between two requests, so there is no session to listen to or end.
    if (request.method !== "POST")
      throw new ProtocolError("method_not_allowed", { headers: { Allow: "POST" } });
    const form = answerFormFor(request.headers.get("accept"));
    const { value, bytes } = await readJsonBody(request, "required", this.#core.options.limits);
    // MCP has no batches since 2025-06-18, and a small one could have an unlimited response.
    if (Array.isArray(value))
      throw new ProtocolError("invalid_request", {
        content: "A request must be a single message, not a batch.",
      });
    const { origins } = this.#served;
    const message = { request, target, body: bytes, connection, origins };
    const parsed = { headers: request.headers, body: value as Json, form };
    const call: CallTool = (tool, sent) => this.#callTool(tool, sent, headers, { message, count });
    const { requestId } = headers;
    const method = methodOf(value);
    if (method === "tools/call") return this.#answerWith(this.#tools, parsed, call, { requestId });
    const known = { requestId, mcpMethod: method };
    return describeFailure(known, async () => {
      await count.anonymous({ operation: method, profile: this.#profileIn(headers.agent) });
      if (method !== "tools/list") return this.#answerWith(this.#tools, parsed, call, known);
      const tools = (await this.#listFor?.(headers.agent)) ?? this.#tools;
      const { log, ...answer } = await this.#answerWith(tools, parsed, call, known);
      return { ...(await compressed(answer, request.headers)), log };
    });
  }

  async #answerWith(
    tools: readonly Tool[],
    parsed: Message,
    call: CallTool,
    known: LogFields,
  ): Promise<Logged<Answer>> {
    const { endpoint, name, version } = this.#served;
    const { answer, cause, called } = await exchange(
      { endpoint, name, version, tools },
      parsed,
      call,
    );
    const log = { ...known, ...called?.log, cause: called?.log.cause ?? cause };
    return { ...withErrorHeaders(answer, called?.errorHeaders), log };
  }

  /** The claimed profile of a message that is not a tool call, for the rate limit. */
  #profileIn(agent: string | undefined): string {
    try {
      return agent === undefined ? "" : profileUrlOf(agent, this.#core.options.development);
    } catch {
      return "";
    }
  }
}

/** The JSON-RPC method, if it looks like one of MCP's: arbitrary text must not get into the log. */
function methodOf(message: unknown): string | undefined {
  const method = isObject(message) ? message["method"] : undefined;
  return typeof method === "string" && /^[a-z]{1,20}(?:\/[a-z_]{1,30}){0,2}$/i.test(method)
    ? method
    : undefined;
}

/**
 * Headers that may accompany a 200. RFC 9110 §11.6.1: a challenge says that credentials would change the response;
 * §10.2.3: the time to wait before a retry, for which JSON-RPC errors have no place (§7).
 */
const SENT_APART = ["WWW-Authenticate", "Retry-After"];

function withErrorHeaders(answer: Answer, errorHeaders: CalledTool["errorHeaders"] = {}): Answer {
  const apart = SENT_APART.flatMap((name): [string, string][] => {
    const value = errorHeaders[name];
    return value === undefined ? [] : [[name.toLowerCase(), value]];
  });
  return apart.length === 0 ? answer : { ...answer, headers: [...answer.headers, ...apart] };
}

/** JSON-RPC 2.0 §5: the id is null if that of the request is unknown. */
function refused(error: ProtocolError, facts: ReleaseFacts): Answer {
  const body = { jsonrpc: "2.0", id: null, error: toJsonRpcError(error, facts) };
  return jsonAnswer(error.status, body, error.headers);
}

interface Stream {
  readonly readable: unknown;
  readonly writable: unknown;
}

/**
 * Compresses large responses that are the same for many clients, if the client accepts that (RFC 9110 §12.5.3).
 * Call this before signing: signatures cover the bytes that are sent.
 */
async function compressed(answer: Answer, headers: WebHeaders): Promise<Answer> {
  const { body, status } = answer;
  if (!(body instanceof Uint8Array) || body.length < LEAST_BYTES) return answer;
  const varying: Answer = { ...answer, headers: [...answer.headers, ["vary", "accept-encoding"]] };
  if (codingQuality(headers.get("accept-encoding"), "gzip") === 0) return varying;
  const packed = new Blob([body]).stream().pipeThrough(new CompressionStream("gzip"));
  return {
    status,
    headers: [...varying.headers, ["content-encoding", "gzip"]],
    body: new Uint8Array(await new Response(packed).arrayBuffer()),
  };
}

/**
 * Protects against DNS rebinding: a web page whose host name was redirected to this server's address calls from its
 * reader's machine, but with its own name in Host.
 * @throws ProtocolError `forbidden`
 */
type HostGuard = (request: ServerRequest) => void;

function createHostGuard(
  endpoint: string,
  { allowedHosts = [], allowedOrigins = [], cors }: ServerOptions,
): HostGuard {
  const own = new URL(endpoint);
  // Ports do not matter: a rebound page has the wrong host name on any port.
  const hosts = [own.host, ...allowedHosts].map((host) => new URL(`http://${host}`).hostname);
  // Any origin may call; Host still reveals a rebound page.
  const isOpen = cors?.origins === "*";
  // Compares whole origins, unlike the library, which compares host names only: an http page is another origin.
  const origins = new Set([
    own.origin,
    ...allowedOrigins,
    ...(isOpen ? [] : (cors?.origins ?? [])),
  ]);
  return ({ headers, url }) => {
    // HTTP/2 has no Host; the transport made the URL from the authority.
    const host = headers.get("host") ?? new URL(url).host;
    // The library ignores what precedes an `@`, and decodes escapes such as `%6c`.
    if (readAuthority(host) === undefined || !validateHostHeader(host, hosts).ok)
      throw forbidden("The Host header does not name this endpoint.");
    const origin = headers.get("origin");
    if (origin !== null && !isOpen && !origins.has(origin))
      throw forbidden("The Origin header is not allowed.");
  };
}

function forbidden(content: string): ProtocolError {
  return new ProtocolError("forbidden", { content });
}
