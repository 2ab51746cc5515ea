/** Which of the instruments that a platform sends pays for a checkout, and whether the checkout can be paid with it (§2.5). */

import { writtenMessage, type Message, type WrittenCode } from "../envelope/index.js";
import { isObject, own, type Members } from "../json/members.js";
import type { SentPayment } from "./payment-in.js";

/** What is read of an instrument. */
export interface InstrumentShape {
  readonly id?: unknown;
  readonly handler_id?: unknown;
  readonly type?: unknown;
  readonly selected?: boolean | undefined;
}

export interface PaymentShape<Each extends InstrumentShape> {
  readonly instruments?: readonly Each[] | undefined;
  /** The earlier form of `selected`. */
  readonly selected_instrument_id?: string | undefined;
}

/** The one that is selected, or else the only one. Undefined where several are selected, or none of several. */
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
 * Why the payment of a request to complete a checkout cannot be taken: nothing, or several instruments are selected, or the checkout,
 * as its platform got it, does not offer the handler, the type or the brand.
 * @returns undefined where the business may charge the chosen instrument, or the request has no instruments
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

/** The declarations of a checkout as it is answered, in both forms (§2.1.3); undefined where it has neither. */
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
  // A handler that names no types leaves them to its own schemas.
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
 * A constraint lists the values that a member of the instrument may have, under the member's name in the plural: `brands` of `brand`.
 * What an instrument does not say cannot be held against it.
 * @returns the path of the first member with another value
 */
function excludedMember(instrument: Members, constraints: unknown): string | undefined {
  if (!isObject(constraints)) return undefined;
  const display = own(instrument, "display");
  for (const [name, allowed] of Object.entries(constraints)) {
    if (!Array.isArray(allowed) || !name.endsWith("s")) continue;
    const member = name.slice(0, -1);
    const shown = isObject(display) ? own(display, member) : undefined;
    if (shown !== undefined && !allowed.includes(shown)) return `display.${member}`;
    // The earlier form has what is shown on the instrument itself.
    const flat = own(instrument, member);
    if (flat !== undefined && !allowed.includes(flat)) return member;
  }
  return undefined;
}

function problem(code: WrittenCode, path: string): Message {
  return writtenMessage(code, { path });
}
