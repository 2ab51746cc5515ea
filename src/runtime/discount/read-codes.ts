/** Reads the codes of a request: which of them lead to a rule, and what is said of the others. */

import { writtenMessage, type Message, type WrittenCode } from "../envelope/index.js";
import { ProtocolError } from "../error/index.js";
import type { CodeRefusal, DiscountRule } from "./rule.js";

/** Finds what a code leads to; undefined for a code that does not exist. */
export type FindCode<Rule> = (code: string) => Rule | CodeRefusal | undefined;

export interface GivenCode<Rule> {
  readonly code: string;
  /** JSONPath of the code in the request, for its message. */
  readonly path: string;
  /** The rule of the code; for a code without a rule, the message that says why it has none. */
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
  /** The rules that need no code. */
  readonly automatic: readonly Rule[];
}

/**
 * A rule counts once: of several codes that lead to it, the first one.
 *
 * @throws ProtocolError `request_too_large`
 */
export function readCodes<Rule extends DiscountRule<never>>(
  { codes, find, automatic }: CodesToRead<Rule>,
  maxCodes: number,
): readonly GivenCode<Rule>[] {
  if (codes.length > maxCodes) {
    const content = `$.discounts.codes may have ${maxCodes} at most`;
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
