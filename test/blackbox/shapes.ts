/**
 * What a business says, as §2 names it. In: a body. Out: the part a scenario asks about, or an
 * error that says what was not there. Nothing here is checked before it is read.
 */

export interface Total {
  readonly type: string;
  readonly amount: number;
}

export interface Message {
  readonly type: string;
  readonly code: string;
  readonly content: string;
  readonly path?: string;
  readonly severity?: string;
}

export interface Line {
  readonly id: string;
  readonly item: { readonly id: string; readonly title: string; readonly price: number };
  readonly quantity: number;
  readonly totals: readonly Total[];
}

export interface Option {
  readonly id: string;
  readonly title: string;
  readonly description?: string;
  readonly totals: readonly Total[];
}

export interface Group {
  readonly id: string;
  readonly line_item_ids: readonly string[];
  readonly options?: readonly Option[];
  readonly selected_option_id?: string | null;
}

export interface Method {
  readonly id: string;
  readonly type: string;
  readonly line_item_ids: readonly string[];
  readonly destinations?: readonly (Readonly<Record<string, unknown>> & { readonly id: string })[];
  readonly selected_destination_id?: string | null;
  readonly groups?: readonly Group[];
}

export interface AvailableMethod {
  readonly type: string;
  readonly line_item_ids: readonly string[];
  readonly fulfillable_on?: string | null;
  readonly description?: string;
}

/** A checkout (§2.4), a cart (§2.7), or a body that holds neither (§7.2). */
export interface Body {
  readonly proto: { readonly version: string; readonly status?: string; capabilities?: object };
  readonly id: string;
  readonly status: string;
  readonly currency: string;
  readonly line_items: readonly Line[];
  readonly totals: readonly Total[];
  readonly links: readonly { readonly type: string; readonly url: string }[];
  readonly payment: Readonly<Record<string, unknown>>;
  readonly buyer?: Readonly<Record<string, unknown>>;
  readonly messages?: readonly Message[];
  readonly continue_url?: string;
  readonly expires_at?: string;
  readonly order?: { readonly id: string; readonly permalink_url: string };
  readonly discounts?: { readonly codes?: readonly string[] };
  readonly products?: readonly { readonly id: string }[];
  readonly fulfillment?: {
    readonly methods?: readonly Method[];
    readonly available_methods?: readonly AvailableMethod[];
  };
}

/** The value, or an error that names what is missing. */
export function there<T>(value: T | null | undefined, what: string): T {
  if (value === undefined || value === null) throw new Error(`there is no ${what}`);
  return value;
}

/** The sum of a checkout's totals of one type, in cents; undefined where there are none. */
export function total(body: { readonly totals: readonly Total[] }, type: string) {
  const amounts = body.totals.filter((each) => each.type === type).map(({ amount }) => amount);
  return amounts.length === 0 ? undefined : amounts.reduce((sum, amount) => sum + amount, 0);
}

/** What §2.3 says the total is. */
export function added(body: { readonly totals: readonly Total[] }): number {
  const of = (type: string): number => total(body, type) ?? 0;
  return of("subtotal") - of("discount") + of("fulfillment") + of("tax") + of("fee");
}

export function errors(body: Body): readonly Message[] {
  return (body.messages ?? []).filter(({ type }) => type === "error");
}

export function warnings(body: Body): readonly Message[] {
  return (body.messages ?? []).filter(({ type }) => type === "warning");
}

/** Errors that hand the buyer off (§3.2). */
export function escalations(body: Body): readonly Message[] {
  return errors(body).filter(({ severity }) => severity?.startsWith("requires_buyer_"));
}

export function codes(messages: readonly Message[]): readonly string[] {
  return messages.map(({ code }) => code);
}

export function methods(body: Body): readonly Method[] {
  return body.fulfillment?.methods ?? [];
}

export function method(body: Body, type: string): Method {
  return there(
    methods(body).find((each) => each.type === type),
    `${type} method`,
  );
}

export function groups(of: Method): readonly Group[] {
  return of.groups ?? [];
}

export function firstGroup(of: Method): Group {
  return there(of.groups?.[0], "group");
}

/** The option of that title: its id is the business's own. */
export function option(of: Group, title: string): Option {
  return there(
    (of.options ?? []).find((each) => each.title === title),
    `option ${title}`,
  );
}

export function lineOf(body: Body, item: string): Line {
  return there(
    body.line_items.find((each) => each.item.id === item),
    `line of ${item}`,
  );
}

/** A checkout without what may differ from answer to answer. */
export function lasting(body: Body): object {
  return { ...body, proto: undefined, messages: undefined, continue_url: undefined };
}
