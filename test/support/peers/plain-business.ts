/** A business that is written from the documents of a release alone, on node:http: a profile, REST, and JSON-RPC for MCP. */

import type { IncomingMessage, ServerResponse } from "node:http";
import { json as readJson } from "node:stream/consumers";
import { listen } from "../webhook-parties.js";
import { answerMcp } from "./plain-mcp.js";
import { answerRest } from "./plain-rest.js";
import { createPlainShop, type PlainShop } from "./plain-shop.js";
import type { ReleaseDocuments } from "./release-documents.js";
import type { Answer } from "./release-caller.js";

/** An answer that replaces a call's own answer. */
export interface PlainFailure {
  readonly status: number;
  /** `application/json` where it is absent. */
  readonly type?: string;
  /** Over MCP, a body with status 200 is the members of a JSON-RPC response. */
  readonly body: unknown;
}

export interface PlainContext {
  readonly documents: ReleaseDocuments;
  readonly shop: PlainShop;
  /** The answers of the shop: the calls that it has performed. */
  readonly answers: Answer[];
  /** Reasons for which calls were refused. */
  readonly refused: string[];
  /** The answer that replaces the answers of all calls. */
  failure(): PlainFailure | undefined;
}

export interface PlainBusiness {
  readonly url: string;
  /** URL of the endpoint of a transport. */
  endpoint(transport: "rest" | "mcp"): string;
  readonly answers: readonly Answer[];
  /** Reasons for which calls were refused; a test may remove them. */
  readonly refused: string[];
  /** Every call is answered so until the next `failWith`, since a client may repeat a call. */
  failWith(failure: PlainFailure | undefined): void;
  close(): Promise<void>;
}

export interface PlainRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  /** Undefined where there is none. */
  readonly body: unknown;
}

/** The endpoints of the profiles of all releases begin with it. */
const EXAMPLE = "https://business.example.com";

export async function openPlainBusiness(documents: ReleaseDocuments): Promise<PlainBusiness> {
  let failure: PlainFailure | undefined;
  const context: PlainContext = {
    documents,
    shop: createPlainShop(documents),
    answers: [],
    refused: [],
    failure: () => failure,
  };
  const listening = await listen((incoming, outgoing) => {
    void answer({ incoming, outgoing }, context, listening.origin);
  });
  return {
    url: listening.origin,
    endpoint: (transport) => listening.origin + endpointIn(documents, transport),
    answers: context.answers,
    refused: context.refused,
    failWith: (next) => void (failure = next),
    close: listening.close,
  };
}

interface Exchange {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
}

async function answer(exchange: Exchange, context: PlainContext, origin: string): Promise<void> {
  const { incoming, outgoing } = exchange;
  const request = await requestOf(incoming);
  const { status, type = "application/json", body } = respond(request, context, origin);
  outgoing.writeHead(status, { "Content-Type": type });
  outgoing.end(body === undefined ? undefined : JSON.stringify(body));
}

async function requestOf(incoming: IncomingMessage): Promise<PlainRequest> {
  const { method = "", url: path = "", headers } = incoming;
  const hasBody = Number(headers["content-length"] ?? 0) > 0;
  return { method, path, headers, body: hasBody ? await readJson(incoming) : undefined };
}

function respond(request: PlainRequest, context: PlainContext, origin: string): PlainFailure {
  const { method, path } = request;
  const { documents } = context;
  if (path === `/.well-known/${documents.protocol}`) {
    const profile = JSON.stringify(documents.profile).replaceAll(EXAMPLE, origin);
    return { status: 200, body: JSON.parse(profile) as unknown };
  }
  if (path === endpointIn(documents, "mcp"))
    return method === "POST" ? answerMcp(request, context) : { status: 405, body: undefined };
  const rest = endpointIn(documents, "rest");
  if (path.startsWith(`${rest}/`))
    return answerRest({ ...request, path: path.slice(rest.length) }, context);
  return { status: 404, body: { detail: "Not Found" } };
}

/** Its path: the first release has transports as members, later ones as a list. */
function endpointIn({ profile }: ReleaseDocuments, transport: "rest" | "mcp"): string {
  const text = JSON.stringify(profile);
  const member = new RegExp(`"${transport}":\\{[^{}]*"endpoint":"([^"]+)"`).exec(text);
  const entry = new RegExp(`"transport":"${transport}"[^{}]*"endpoint":"([^"]+)"`).exec(text);
  return new URL(member?.[1] ?? entry?.[1] ?? "").pathname;
}
