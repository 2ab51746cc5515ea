/** The interface through which a server's responses are signed (§5.4). */

import type { Answer, AnswerHeaders } from "../rest/answer.js";
import type { Operation, Service } from "../service/operation.js";

/** A response whose bytes are complete, not streamed. */
export interface WholeAnswer extends Answer {
  readonly body: Uint8Array | null;
}

export interface AnswerSigner {
  /** Returns the header fields to add. Undefined if the response is not to be signed. */
  sign(operation: Operation, answer: WholeAnswer): Promise<AnswerHeaders> | undefined;
}

export type SignAnswer = (operation: string | undefined, answer: Answer) => Promise<Answer>;

/** Signs responses exactly as they are sent, over any transport. Undefined without a signer. */
export function createSignAnswer(
  signer: AnswerSigner | undefined,
  services: readonly Service[],
): SignAnswer | undefined {
  if (signer === undefined) return undefined;
  const byId = new Map(
    services.flatMap(({ operations }) => operations.map((each) => [each.id, each])),
  );
  return async (id, answer) => {
    const operation = id === undefined ? undefined : byId.get(id);
    if (operation === undefined || !isWhole(answer)) return answer;
    const added = await signer.sign(operation, answer);
    return added === undefined ? answer : { ...answer, headers: [...answer.headers, ...added] };
  };
}

function isWhole(answer: Answer): answer is WholeAnswer {
  return answer.body === null || answer.body instanceof Uint8Array;
}
