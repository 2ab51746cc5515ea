/**
 * Computes the discounts of a checkout (§1.2). The business provides codes and automatic discounts; the result has
 * the granted ones, allocated exactly, and a message for each code that is not granted. A pure function: look up what
 * it needs beforehand.
 */

import type { WarningMessage } from "../../envelope/message.js";
import { safeAmount } from "../totals/total.js";
import {
  type DiscountRule,
  type DiscountTarget,
  amountsOff,
  minorUnits,
  type CodeRefusal,
} from "./rule.js";
import { defined } from "../../json/members.js";
import { writtenMessage, type WrittenCode } from "../../envelope/written-messages.js";
import { ProtocolError } from "../../error/protocol-error.js";

/** A discount that could be granted. */
export interface DiscountCandidate<Rule> {
  readonly rule: Rule;
  /** The code as the platform sent it. Undefined for an automatic discount. */
  readonly code: string | undefined;
}

export interface DiscountOptions<
  Target extends DiscountTarget,
  Rule extends DiscountRule<Target> = DiscountRule<Target>,
> {
  /** `discounts.codes` of the request. */
  readonly codes?: readonly string[] | undefined;
  readonly targets: readonly Target[];
  /** Returns the rule of a code, or the reason why it does not apply. Undefined if the code does not exist. */
  readonly find: FindCode<Rule>;
  /** Discounts without a code. */
  readonly automatic?: readonly Rule[] | undefined;
  /** Selects the discounts that are granted together. Default: all. */
  combine?(candidates: readonly DiscountCandidate<Rule>[]): readonly DiscountCandidate<Rule>[];
  /** Maximum number of codes in a request. Default: 100. */
  readonly maxCodes?: number | undefined;
}

/** The part of a discount that applies to one place in the checkout. */
export interface WrittenAllocation {
  path: string;
  amount: number;
}

/** A granted discount as it is sent. Mutable, like generated types. */
export interface WrittenDiscount {
  title: string;
  code?: string;
  amount: number;
  automatic?: boolean;
  method?: "across" | "each";
  priority?: number;
  allocations: WrittenAllocation[];
}

export interface CalculatedDiscounts {
  /** `discounts.applied` of the checkout, in the order of calculation. */
  readonly applied: WrittenDiscount[];
  /** The sum of their amounts, for `totalsOf`. Undefined if none is granted. */
  readonly amount: number | undefined;
  /** A warning for each code that is not granted, in the order of the codes. */
  readonly messages: WarningMessage[];
}

const MAX_CODES = 100;

/**
 * Calculates the discounts of a checkout from its codes and the automatic ones. Amounts are in minor units; a code that
 * is not granted gets a warning.
 * @throws ProtocolError `request_too_large`; RangeError if an amount or percentage is invalid
 * @example
 * ```ts
 * import { calculateDiscounts, lineTargets } from "@proto-gen/runtime/commerce";
 *
 * const codes = new Map([["SUMMER", { title: "Summer sale", percent: 10 }]]);
 * const targets = lineTargets([{ item: { price: 1999 }, quantity: 2 }]);
 * const find = (code: string) => codes.get(code);
 * const { amount, messages } = calculateDiscounts({ codes: ["SUMMER", "WINTER"], targets, find });
 * amount; // 400
 * messages.map(({ code }) => code); // ["discount_code_invalid"]
 * ```
 */
export function calculateDiscounts<
  Target extends DiscountTarget,
  Rule extends DiscountRule<Target> = DiscountRule<Target>,
>(options: DiscountOptions<Target, Rule>): CalculatedDiscounts {
  const { codes = [], targets, find, automatic = [], maxCodes = MAX_CODES } = options;
  const given = readCodes({ codes, find, automatic }, maxCodes);
  const isApplicable = (rule: Rule): boolean => targets.some((each) => applies(rule, each));
  const candidates = [
    ...automatic.map((rule) => ({ rule, code: undefined })),
    ...given.flatMap(({ code, found }) => ("rule" in found ? [{ rule: found.rule, code }] : [])),
  ].filter(({ rule }) => isApplicable(rule));
  const chosen = new Set(options.combine?.(candidates) ?? candidates);
  const granted = grantInOrder(
    candidates.filter((each) => chosen.has(each)),
    targets,
  );
  const applied = granted.map(({ discount }) => discount);
  const messages = given.flatMap(({ path, found }): WarningMessage[] => {
    if ("message" in found) return [found.message];
    if (!isApplicable(found.rule)) return [notApplicable(path)];
    return granted.some(({ rule }) => rule === found.rule) ? [] : [notCombined(path)];
  });
  const amount = applied.reduce((sum, each) => sum + BigInt(each.amount), 0n);
  return { applied, amount: applied.length === 0 ? undefined : safeAmount(amount), messages };
}

function applies<Target extends DiscountTarget>(
  rule: DiscountRule<Target>,
  target: Target,
): boolean {
  return rule.appliesTo?.(target) ?? true;
}

interface Granted<Rule> {
  readonly rule: Rule;
  readonly discount: WrittenDiscount;
}

/** A discount is not granted if the previous ones left nothing for it. */
function grantInOrder<Target extends DiscountTarget, Rule extends DiscountRule<Target>>(
  candidates: readonly DiscountCandidate<Rule>[],
  targets: readonly Target[],
): readonly Granted<Rule>[] {
  const prices = targets.map((target) => ({ target, ...remainingOf(target) }));
  return [...candidates].sort(byPriority).flatMap((candidate) => {
    const { rule } = candidate;
    const own = prices.filter(({ target }) => applies(rule, target));
    if (own.every(({ left }) => left === 0n) && own.some(({ amount }) => amount > 0n)) return [];
    const off = amountsOff(
      rule,
      own.map(({ left, quantity }) => ({ amount: left, quantity })),
    );
    own.forEach((price, at) => (price.left -= off[at] ?? 0n));
    const paths = own.map(({ target }) => target.path);
    return [{ rule, discount: discountFrom(candidate, paths, off) }];
  });
}

interface Price {
  readonly amount: bigint;
  readonly quantity: bigint;
  /** The remaining amount after the discounts so far. */
  left: bigint;
}

function remainingOf(target: DiscountTarget): Price {
  const amount = minorUnits(target.amount);
  return { amount, quantity: minorUnits(target.quantity ?? 1), left: amount };
}

function discountFrom(
  { rule: { title, method, priority }, code }: DiscountCandidate<DiscountRule<never>>,
  paths: readonly string[],
  off: readonly bigint[],
): WrittenDiscount {
  const allocations = paths.map((path, at) => ({ path, amount: safeAmount(off[at] ?? 0n) }));
  return {
    title,
    ...defined({ code }),
    amount: safeAmount(off.reduce((sum, each) => sum + each, 0n)),
    ...defined({ automatic: code === undefined ? true : undefined, method, priority }),
    allocations: allocations.filter(({ amount }) => amount > 0),
  };
}

/** A stable sort: automatic discounts first, then codes in the order of the request. */
function byPriority(
  { rule: one }: DiscountCandidate<DiscountRule<never>>,
  { rule: other }: DiscountCandidate<DiscountRule<never>>,
): number {
  const { priority: first = Number.MAX_VALUE } = one;
  const { priority: second = Number.MAX_VALUE } = other;
  return first < second ? -1 : Number(first > second);
}

/** Resolves a code. Undefined if it does not exist. */
type FindCode<Rule> = (code: string) => Rule | CodeRefusal | undefined;

interface GivenCode<Rule> {
  readonly code: string;
  /** JSONPath of the code in the request, for its message. */
  readonly path: string;
  /** The code's rule, or the message that explains why it has none. */
  readonly found: { readonly rule: Rule } | { readonly message: WarningMessage };
}

const REFUSALS = {
  expired: "discount_code_expired",
  not_applicable: "discount_code_not_applicable",
  user_ineligible: "discount_code_user_ineligible",
  user_not_logged_in: "discount_code_user_not_logged_in",
} as const satisfies Record<CodeRefusal["refused"], WrittenCode>;

interface CodesToRead<Rule> {
  readonly codes: readonly string[];
  readonly find: FindCode<Rule>;
  /** The rules without a code. */
  readonly automatic: readonly Rule[];
}

/**
 * Resolves the codes of a request to rules, or to the messages that explain why they do not apply. A rule counts
 * once: only for the first of several codes that lead to it.
 * @throws ProtocolError `request_too_large`
 */
function readCodes<Rule extends DiscountRule<never>>(
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

function notCombined(path: string, content?: string): WarningMessage {
  return writtenMessage("discount_code_combination_disallowed", { path, content });
}

function notApplicable(path: string): WarningMessage {
  return writtenMessage("discount_code_not_applicable", { path });
}

function refusal({ refused, content }: CodeRefusal, path: string): WarningMessage {
  return writtenMessage(REFUSALS[refused], { path, content });
}
