/** Selects the instrument that pays for a checkout, and checks that the checkout offers it (§2.5). */

import { writtenMessage, type WrittenCode } from "../../envelope/written-messages.js";
import type { Message } from "../../envelope/message.js";
import { isObject, own, type Members } from "../../json/members.js";
import type { PaymentMember, ReleaseValues } from "../../service/release-values.js";
import type { RequestShape } from "./types.js";

/** The first published release sends a single instrument instead of a list. */
const PAYMENTS: readonly PaymentMember[] = [
  { member: "payment", holds: "instruments" },
  { member: "payment_data", holds: "instrument" },
];

export interface SentPayment {
  /** Has `instruments` in every release. Undefined if the request has no payment. */
  readonly payment: unknown;
  /** Returns the JSONPath of an instrument in the request, or of all of them if `index` is undefined. */
  pathOf(index: number | undefined): string;
}

/** Reads the payment of a Complete Checkout request (§2.5), whatever its member is called in the release. */
export function paymentIn(request: RequestShape, release: ReleaseValues | undefined): SentPayment {
  for (const { member, holds } of release?.payments ?? PAYMENTS) {
    const payment = isObject(request) ? own(request, member) : undefined;
    if (payment === undefined) continue;
    if (holds === "instrument")
      return { payment: { instruments: [payment] }, pathOf: () => `$.${member}` };
    const pathOf = (index?: number): string =>
      `$.${member}.instruments${index === undefined ? "" : `[${index}]`}`;
    return { payment, pathOf };
  }
  return { payment: undefined, pathOf: () => "$.payment.instruments" };
}

/** The members of an instrument that are read. */
export interface InstrumentShape {
  readonly id?: unknown;
  readonly handler_id?: unknown;
  readonly type?: unknown;
  readonly selected?: boolean | undefined;
}

export interface PaymentShape<Each extends InstrumentShape> {
  readonly instruments?: readonly Each[] | undefined;
  /** Former releases use this instead of `selected`. */
  readonly selected_instrument_id?: string | undefined;
}

/**
 * Returns the selected instrument of a payment (§2.5), or the only one. Undefined if several are selected, or none of
 * several.
 * @example
 * ```ts
 * import { chosenInstrument } from "@proto-gen/runtime/commerce";
 *
 * const [card, wallet] = [
 *   { id: "card", selected: true },
 *   { id: "wallet", selected: false },
 * ];
 * chosenInstrument({ instruments: [card, wallet] })?.id; // "card"
 * chosenInstrument({ instruments: [{ id: "card" }, { id: "wallet" }] }); // undefined
 * ```
 */
export function chosenInstrument<Each extends InstrumentShape>(
  payment: PaymentShape<Each> | undefined,
): Each | undefined {
  const { instruments = [] } = payment ?? {};
  const chosen = chosenIndexes(payment ?? {});
  return chosen.length === 1 ? instruments[chosen[0] as number] : undefined;
}

function chosenIndexes({
  instruments = [],
  selected_instrument_id: selectedId,
}: PaymentShape<InstrumentShape>): readonly number[] {
  const open = [...instruments.keys()].filter((at) => instruments[at]?.selected !== false);
  const isChosen = ({ selected, id }: InstrumentShape): boolean =>
    selected === true || (selectedId !== undefined && id === selectedId);
  const chosen = open.filter((at) => isChosen(instruments[at] as InstrumentShape));
  const isOpen = instruments.length <= 1 && selectedId === undefined;
  return chosen.length > 0 || !isOpen ? chosen : open;
}

/**
 * Explains why the payment of a Complete Checkout request cannot be taken: no instrument or several are selected, or
 * the checkout, as its platform received it, does not offer the handler, type or brand.
 * @returns undefined if the business may charge the chosen instrument, or the request has no instruments
 */
export function instrumentProblem(
  { payment, pathOf }: SentPayment,
  checkout: object,
  protocol: string,
): Message | undefined {
  const sent = (isObject(payment) ? payment : {}) as PaymentShape<InstrumentShape>;
  const instruments = Array.isArray(sent.instruments) ? sent.instruments.filter(isObject) : [];
  if (instruments.length === 0) return undefined;
  const [at, other] = chosenIndexes({ ...sent, instruments });
  if (other !== undefined) return problem("instrument_ambiguous", `${pathOf(other)}.selected`);
  if (at === undefined)
    return writtenMessage("missing", {
      content: "Select the instrument that pays.",
      path: pathOf(undefined),
    });
  const handlers = handlersIn(checkout, protocol);
  return handlers && offerProblem(instruments[at] as Members, handlers, pathOf(at));
}

/** The handlers declared in a checkout response, in either form (§2.1.3). Undefined if it has neither. */
function handlersIn(checkout: object, protocol: string): readonly Members[] | undefined {
  const envelope = own(checkout as Members, protocol);
  const payment = own(checkout as Members, "payment");
  const registry = isObject(envelope) ? own(envelope, "payment_handlers") : undefined;
  const listed = isObject(payment) ? own(payment, "handlers") : undefined;
  if (registry === undefined && listed === undefined) return undefined;
  return [...Object.values(registry ?? {}), listed ?? []].flat().filter(isObject);
}

function offerProblem(
  instrument: Members,
  handlers: readonly Members[],
  path: string,
): Message | undefined {
  const id = own(instrument, "handler_id");
  const declared = handlers.filter((each) => own(each, "id") === id);
  if (declared.length === 0) return problem("payment_handler_unknown", `${path}.handler_id`);
  // A handler that lists no types leaves them to its own schemas.
  if (declared.some((each) => own(each, "available_instruments") === undefined)) return undefined;
  const type = own(instrument, "type");
  const available = declared
    .flatMap((each) => own(each, "available_instruments"))
    .filter(isObject)
    .filter((each) => own(each, "type") === type);
  if (available.length === 0) return problem("instrument_unsupported", `${path}.type`);
  const refusals = available.map((each) => excludedMember(instrument, own(each, "constraints")));
  const [first] = refusals;
  if (first === undefined || refusals.includes(undefined)) return undefined;
  return problem("instrument_excluded", `${path}.${first}`);
}

/**
 * A constraint lists the allowed values of a member under the plural of its name: `brands` for `brand`. A member that
 * the instrument lacks is not checked.
 * @returns the path of the first member with a value that is not allowed
 */
function excludedMember(instrument: Members, constraints: unknown): string | undefined {
  if (!isObject(constraints)) return undefined;
  const display = own(instrument, "display");
  for (const [name, allowed] of Object.entries(constraints)) {
    if (!Array.isArray(allowed) || !name.endsWith("s")) continue;
    const member = name.slice(0, -1);
    const shown = isObject(display) ? own(display, member) : undefined;
    if (shown !== undefined && !allowed.includes(shown)) return `display.${member}`;
    // Former releases have the display members on the instrument itself.
    const flat = own(instrument, member);
    if (flat !== undefined && !allowed.includes(flat)) return member;
  }
  return undefined;
}

function problem(code: WrittenCode, path: string): Message {
  return writtenMessage(code, { path });
}
