/** An amount of a checkout, a cart, an order, one of their lines or an option (§2.3), as the protocol writes it. */
export interface Total {
  /** `items_discount`, `subtotal`, `discount`, `fulfillment`, `tax`, `fee`, `total`. */
  readonly type: string;
  /** In minor units of the currency. */
  readonly amount: number;
  readonly display_text?: string | undefined;
}
