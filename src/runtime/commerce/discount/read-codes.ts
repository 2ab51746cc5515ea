/** Resolves the codes of a request to rules, or to the messages that explain why they do not apply. */

import { writtenMessage, type WrittenCode } from "../../envelope/written-messages.js";
import type { Message } from "../../envelope/message.js";
import { ProtocolError } from "../../error/protocol-error.js";
import type { CodeRefusal, DiscountRule } from "./rule.js";

/** Resolves a code. Undefined if it does not exist. */
export type FindCode<Rule> = (code: string) => Rule | CodeRefusal | undefined;

export interface GivenCode<Rule> {
  readonly code: string;
  /** JSONPath of the code in the request, for its message. */
  readonly path: string;
  /** The code's rule, or the message that explains why it has none. */
  readonly found: { readonly rule: Rule } | { readonly message: Message };
}

const REFUSALS = {
  expired: "discount_code_expired",
  not_applicable: "discount_code_not_applicable",
  user_ineligible: "discount_code_user_ineligible",
  user_not_logged_in: "discount_code_user_not_logged_in",
} as const satisfies Record<CodeRefusal["refused"], WrittenCode>;

export interface CodesToRead<Rule> {
  readonly codes: readonly string[];
  readonly find: FindCode<Rule>;
  /** The rules without a code. */
  readonly automatic: readonly Rule[];
}

/**
 * A rule counts once: only for the first of several codes that lead to it.
 * @throws ProtocolError `request_too_large`
 */
export function readCodes<Rule extends DiscountRule<never>>(
  { codes, find, automatic }: CodesToRead<Rule>,
  maxCodes: number,
): readonly GivenCode<Rule>[] {
  if (codes.length > maxCodes) {
    const content = `$.discounts.codes must have at most ${maxCodes} items`;
    throw new ProtocolError("request_too_large", { content });
  }
  const answers = new Map([...new Set(codes)].map((code) => [code, find(code)]));
  const seen = new Set(automatic);
  return codes.map((code, at) => {
    const path = `$.discounts.codes[${at}]`;
    const answer = answers.get(code);
    if (answer === undefined)
      return { code, path, found: { message: writtenMessage("discount_code_invalid", { path }) } };
    if ("refused" in answer) return { code, path, found: { message: refusal(answer, path) } };
    if (seen.has(answer)) return { code, path, found: { message: notCombined(path, REPEATED) } };
    seen.add(answer);
    return { code, path, found: { rule: answer } };
  });
}

const REPEATED = "This discount counts only once.";

export function notCombined(path: string, content?: string): Message {
  return writtenMessage("discount_code_combination_disallowed", { path, content });
}

export function notApplicable(path: string): Message {
  return writtenMessage("discount_code_not_applicable", { path });
}

function refusal({ refused, content }: CodeRefusal, path: string): Message {
  return writtenMessage(REFUSALS[refused], { path, content });
}
