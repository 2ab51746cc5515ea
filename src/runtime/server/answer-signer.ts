/** The interface through which a server's responses are signed (§5.4). */

import type { Answer, AnswerHeaders } from "../rest/answer.js";
import { pathBelow } from "../rest/router.js";
import { headerList } from "../rest/web.js";
import type { Operation, Service } from "../service/operation.js";
import type { RequestMessage } from "../signature/message.js";
import type { Connection, ServerRequest } from "./transport.js";

/** A response whose bytes are complete, not streamed. */
export interface WholeAnswer extends Answer {
  readonly body: Uint8Array | null;
}

/** The signatures that a request asks for (RFC 9421 §5). */
export interface AskedSignatures {
  /** The value of `Accept-Signature`, as it was sent. */
  readonly accept: string;
  /** Returns the request as it is signed by its sender, with the origin of the endpoint; without its body. */
  request(): RequestMessage;
  /** Reports why a signature is missing, for the log. */
  report(reason: string): void;
}

export interface AnswerSigner {
  /**
   * Returns the header fields to add. Undefined if the response is not to be signed.
   * @param asked the signatures that the request asks for, if it does
   */
  sign(
    operation: Operation,
    answer: WholeAnswer,
    asked?: AskedSignatures,
  ): Promise<AnswerHeaders> | undefined;
}

/** The request that is answered. */
export interface AnsweredRequest {
  readonly request: ServerRequest;
  readonly connection: Connection;
  /** Path and query, as they were sent. */
  readonly target: string;
}

export interface SignedAnswer {
  readonly answer: Answer;
  /** Why a signature that the request asked for is missing. */
  readonly unsigned?: string | undefined;
}

export type SignAnswer = (
  operation: string | undefined,
  answer: Answer,
  to: AnsweredRequest,
) => Promise<SignedAnswer>;

/** Signs responses exactly as they are sent, over any transport. Undefined without a signer. */
export function createSignAnswer(
  signer: AnswerSigner | undefined,
  services: readonly Service[],
): SignAnswer | undefined {
  if (signer === undefined) return undefined;
  const byId = new Map(
    services.flatMap((service) =>
      service.operations.map((each) => [each.id, { operation: each, service }] as const),
    ),
  );
  return async (id, answer, to) => {
    const found = id === undefined ? undefined : byId.get(id);
    if (found === undefined || !isWhole(answer)) return { answer };
    const accept = to.request.headers.get("accept-signature");
    const reasons: string[] = [];
    const asked = accept === null ? undefined : askedOf(accept, to, found.service, reasons);
    const added = await signer.sign(found.operation, answer, asked);
    const unsigned = reasons.length === 0 ? undefined : reasons.join("; ");
    if (added === undefined) return { answer, unsigned };
    return { answer: { ...answer, headers: [...answer.headers, ...added] }, unsigned };
  };
}

function askedOf(
  accept: string,
  { request, connection, target }: AnsweredRequest,
  { endpoints }: Service,
  reasons: string[],
): AskedSignatures {
  return {
    accept,
    request() {
      const { method, url, headers } = request;
      // A proxy may have changed the scheme and the host; the sender has those of the endpoint.
      const endpoint = Object.values(endpoints).find(
        (each) => pathBelow(new URL(each).pathname, target) !== undefined,
      );
      const { protocol, host } = new URL(endpoint ?? url);
      return {
        ...{ method, target, body: null, authority: host },
        scheme: protocol === "https:" ? "https" : "http",
        headers: connection.rawHeaders ?? headerList(headers),
      };
    },
    report: (reason) => reasons.push(reason),
  };
}

function isWhole(answer: Answer): answer is WholeAnswer {
  return answer.body === null || answer.body instanceof Uint8Array;
}
