/** An amount of a checkout, a cart, an order, a line or an option (§2.3). */
export interface Total {
  /** `items_discount`, `subtotal`, `discount`, `fulfillment`, `tax`, `fee`, `total`. */
  readonly type: string;
  /** In minor units of the currency. */
  readonly amount: number;
  readonly display_text?: string | undefined;
}
