/**
 * Finds mistakes in a valid response that no schema can express, for the log. `createCheckouts` and `createCarts`
 * already enforce these rules; handlers that a business writes itself do not.
 */

import { isObject } from "../json/members.js";
import { type DeclaredMembers, type Undeclared, undeclaredIn } from "../schema/declared.js";
import { type Operation, changesState } from "../service/operation.js";
import {
  checkTotals,
  type LineTotals,
  type TotalsBreach,
  withKnownType,
} from "../commerce/totals/check-totals.js";
import type { Total } from "../commerce/totals/total.js";
import { BusinessOutcome } from "../envelope/business-outcome.js";
import { isCapability } from "../vocabulary/vocabulary.js";
import type { ServerDefinition, ServerOptions } from "./definition.js";
import type { CallResult } from "./payloads.js";

/**
 * A suspected mistake of the business, or of the platform in its request. The response is sent nevertheless, except
 * for wrong amounts in development.
 */
export class DoubtfulAnswer extends Error {
  override readonly name = "DoubtfulAnswer";
  readonly code:
    "totals_invalid" | "members_undeclared" | "request_members_undeclared" | "order_of_another";

  constructor(code: DoubtfulAnswer["code"], message: string) {
    super(message);
    this.code = code;
  }
}

/** @throws DoubtfulAnswer in development, if amounts do not add up (§2.3) */
export type JudgeAnswer = (
  operation: Operation,
  result: CallResult,
  call: JudgedCall,
) => DoubtfulAnswer | undefined | Promise<DoubtfulAnswer | undefined>;

export interface JudgedCall {
  readonly request: unknown;
  askAs(profile: string): Promise<unknown>;
}

type Definition = Pick<ServerDefinition, "releaseValues" | "members" | "requestMembers">;

export function createJudgeAnswer(
  definition: Definition,
  { development = false }: Pick<ServerOptions, "development">,
): JudgeAnswer {
  const { releaseValues, members, requestMembers } = definition;
  const undeclared = createFindUndeclared(members, undeclaredError);
  const misspelt = createFindUndeclared(requestMembers, misspeltError);
  const isOpen = createFindOpenOrders();

  async function inDevelopment(
    operation: Operation,
    { kind, body }: CallResult,
    { request, askAs }: JudgedCall,
  ): Promise<DoubtfulAnswer | undefined> {
    const ofRequest = await misspelt(operation, request);
    if (ofRequest !== undefined || kind !== "resource") return ofRequest;
    return (await undeclared(operation, body)) ?? (await isOpen(operation, askAs));
  }

  return (operation, result, call) => {
    const { kind, body } = result;
    if (kind !== "resource")
      return development ? inDevelopment(operation, result, call) : undefined;
    const breaches = breachesOf(operation, body, releaseValues?.discounts);
    const wrong = breaches.length > 0 ? totalsError(operation, breaches) : undefined;
    if (!development) return wrong;
    // §2.3: a total should not be negative, but that is for the business to decide.
    if (wrong !== undefined && breaches.some(({ code }) => code !== "total_negative")) throw wrong;
    return wrong ?? inDevelopment(operation, result, call);
  };
}

/**
 * Checks the amounts of checkouts and carts, including their lines. Lines of an order are skipped, since they may
 * have changed.
 */
function breachesOf(
  { capability }: Operation,
  body: object,
  discounts: "positive" | "negative" = "positive",
): readonly TotalsBreach[] {
  const { totals, line_items: lines } = body as { readonly totals?: unknown; line_items?: unknown };
  if (!isListOfTotals(totals)) return [];
  const isCart = isCapability(capability, "cart");
  if (isCapability(capability, "order")) return checked(totals, { discounts });
  if (!isCart && !isCapability(capability, "checkout")) return [];
  const options = { discounts, partial: isCart };
  return checked(totals, areLines(lines) ? { ...options, lines } : options);
}

/**
 * Unknown total types either count as amounts (in releases that have them) or are ignored: only report what is wrong
 * in both readings.
 */
function checked(
  totals: readonly Total[],
  options: Parameters<typeof checkTotals>[1],
): readonly TotalsBreach[] {
  const breaches = checkTotals(totals, options);
  if (breaches.length === 0) return breaches;
  const known = totals.map(withKnownType);
  const isOther = known.some((each, index) => each !== totals[index]);
  return isOther && checkTotals(known, options).length === 0 ? [] : breaches;
}

function isListOfTotals(value: unknown): value is readonly Total[] {
  return Array.isArray(value) && value.every(isObject);
}

function areLines(value: unknown): value is readonly LineTotals[] {
  return (
    Array.isArray(value) && value.every((each) => isObject(each) && isListOfTotals(each["totals"]))
  );
}

function totalsError({ id }: Operation, breaches: readonly TotalsBreach[]): DoubtfulAnswer {
  const found = breaches.map(
    (each) => `${each.code} at ${each.path}: expected ${each.expected}, found ${each.found}`,
  );
  return new DoubtfulAnswer(
    "totals_invalid",
    `wrong amounts in the answer of ${id}: ${found.join("; ")}. ` +
      "Compute them with totalsOf of the generated commerce.ts. Development mode refuses such answers.",
  );
}

/** Bounds the memory: member names may be data. */
const MAX_REPORTED = 1000;

/** Reports each member once. */
function createFindUndeclared(
  members: Definition["members"],
  errorOf: (id: string, found: readonly Undeclared[]) => DoubtfulAnswer,
) {
  const reported = new Set<string>();
  let loading: Promise<DeclaredMembers> | undefined;

  function isNew({ path }: Undeclared, capability: string): boolean {
    const key = `${capability} ${path}`;
    if (reported.has(key) || reported.size >= MAX_REPORTED) return false;
    reported.add(key);
    return true;
  }

  return async function undeclared(
    { id, capability, identifiers }: Operation,
    body: unknown,
  ): Promise<DoubtfulAnswer | undefined> {
    loading ??= members?.();
    const declared = (await loading)?.[id];
    if (declared === undefined) return undefined;
    // §4.2: a payload may repeat the id in the path.
    const named = identifiers.map((name) => `$.${name}`);
    const found = undeclaredIn(body, declared).filter(({ path }) => !named.includes(path));
    const fresh = found.filter((each) => isNew(each, capability));
    return fresh.length === 0 ? undefined : errorOf(id, fresh);
  };
}

function undeclaredError(id: string, found: readonly Undeclared[]): DoubtfulAnswer {
  return new DoubtfulAnswer(
    "members_undeclared",
    `the answer of ${id} has members that no active schema declares: ${listed(found)}. ` +
      "It was sent unchanged. Correct the names, or add an extension that declares them.",
  );
}

function misspeltError(id: string, found: readonly Undeclared[]): DoubtfulAnswer {
  return new DoubtfulAnswer(
    "request_members_undeclared",
    `the request of ${id} has members that no active schema declares: ${listed(found)}. ` +
      "The platform may have misspelt them.",
  );
}

function listed(found: readonly Undeclared[]): string {
  return found
    .map(({ path, declared }) => `${path} (declared there: ${declared.join(", ")})`)
    .join("; ");
}

/** Reserved, so nobody has this host (RFC 6761 §6.4). */
const ANOTHER_PLATFORM = "https://another-platform.invalid/profile.json";

/**
 * An order belongs to the platform that placed it (§2.9). Probes this by reading the first order once more as another
 * platform.
 */
function createFindOpenOrders() {
  const asked = new Set<string>();
  return async function isOpen(
    operation: Operation,
    askAs: (profile: string) => Promise<unknown>,
  ): Promise<DoubtfulAnswer | undefined> {
    const { id, capability } = operation;
    if (!isCapability(capability, "order") || changesState(operation) || asked.has(id))
      return undefined;
    asked.add(id);
    try {
      const answer = await askAs(ANOTHER_PLATFORM);
      return answer instanceof BusinessOutcome ? undefined : openError(id);
    } catch {
      return undefined;
    }
  };
}

function openError(id: string): DoubtfulAnswer {
  return new DoubtfulAnswer(
    "order_of_another",
    `the handler of ${id} returned an order to a platform that did not place it. ` +
      "Use orders.handlers of createOrders, or check that context.platform.profile placed the order.",
  );
}
