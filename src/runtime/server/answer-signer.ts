/** Who signs a business's answers (§5.4): a port. In: an answer of an operation. Out: fields to add to it. */

import type { Answer, AnswerHeaders } from "../rest/index.js";
import type { Operation, Service } from "../service/index.js";

/** An answer whose bytes are all there. */
export interface WholeAnswer extends Answer {
  readonly body: Uint8Array | null;
}

export interface AnswerSigner {
  /** Undefined for an answer that is sent as it is. */
  sign(operation: Operation, answer: WholeAnswer): Promise<AnswerHeaders> | undefined;
}

export type SignAnswer = (operation: string | undefined, answer: Answer) => Promise<Answer>;

/** Over every transport alike: what is signed is the answer as it is sent. Undefined where nobody signs. */
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
