/** What the pages need of the business: what they show, and the buyer's finish (§3.1, §3.3). */

import type { BackOffice } from "../backstage/back-office.js";
import type { CartRow, CheckoutRow, OrderRow, ProductRow, RequestRow } from "./rows.js";

export type Awaitable<Value> = Value | Promise<Value>;

/** The newest first: a page shows the first fifty of each. */
export interface Backstage {
  products(): Awaitable<readonly ProductRow[]>;
  carts(): Awaitable<readonly CartRow[]>;
  /** Of an id that anyone may have made up, as those below; undefined where there is none. */
  cart(id: string): Awaitable<CartRow | undefined>;
  checkouts(): Awaitable<readonly CheckoutRow[]>;
  checkout(id: string): Awaitable<CheckoutRow | undefined>;
  orders(): Awaitable<readonly OrderRow[]>;
  order(id: string): Awaitable<OrderRow | undefined>;
  requests(): Awaitable<readonly RequestRow[]>;
  /**
   * The buyer places the order of an escalated checkout (trigger `finish`). Called once for each form that
   * is sent, and for a session never twice at a time. What it throws is an apology to the buyer.
   */
  finish(id: string, form: FinishForm): Promise<Outcome>;
  /** The buyer goes on with a checkout that a platform is at: it is escalated, unless it is over by now. */
  takeOver(id: string): Promise<void>;
  /** Begins a checkout that a buyer finishes on these pages, without a platform. */
  begin(basket: Basket): Promise<Begun>;
  /** What people of the shop do by hand; undefined where they cannot. */
  readonly backOffice?: BackOffice | undefined;
  /** Calls the listener whenever anything above has changed, until the function that it returns is called. */
  change(listener: () => void): () => void;
}

/** What a buyer wants to buy. */
export interface Basket {
  /** ISO 4217. */
  readonly currency: string;
  readonly items: readonly { readonly id: string; readonly quantity: number }[];
  readonly buyer?: object | undefined;
  /** The place where the buyer probably is (§2.3). */
  readonly context?: object | undefined;
}

export type Begun =
  | { readonly kind: "begun"; readonly id: string }
  | { readonly kind: "refused"; readonly problems: readonly Problem[] };

export interface FormValue {
  /** JSONPath of the member of the checkout, such as `$.buyer.email`. */
  readonly path: string;
  /** Without spaces around it, never empty. */
  readonly value: string;
}

/** What the buyer has filled in, and what the checkout's messages asked for: nothing else. */
export interface FinishForm {
  /** In minor units, as the button said: the buyer agrees to this, and to no other. */
  readonly total: number | undefined;
  /** Whether a checkout is still what the form's page showed: the buyer agrees to nothing else. */
  readonly isSeen: (checkout: CheckoutRow) => boolean;
  /** Another for each form, the same for one that is sent again: a key for what happens once. */
  readonly attempt: string;
  readonly values: readonly FormValue[];
  /** The button said "Continue" and no price: nothing is ordered, and what is whole now is a `review`. */
  readonly isPartial?: true;
}

export interface Problem {
  /** The field that it is about; of none where there is no such field. */
  readonly path?: string | undefined;
  /** For the buyer. */
  readonly content: string;
}

export type Outcome =
  | { readonly kind: "completed" }
  /** What the buyer gave is kept, and the buyer has yet to agree to what it makes of the checkout: nothing is charged. */
  | { readonly kind: "review" }
  | { readonly kind: "refused"; readonly problems: readonly Problem[] };
