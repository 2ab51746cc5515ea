/** An order as it is stored, and the platform that receives its events. */

/** The members that every stored order has (§2.9), without the envelope. There may be more. */
export interface OrderIdentity {
  readonly id: string;
  readonly checkout_id: string;
}

/** The platform that created the checkout, as it was then. */
export interface OrderPlatform {
  /** URL of its profile. Undefined if the platform names none. */
  readonly profile: string | undefined;
  /** Kind, issuer and id of the authenticated principal. Undefined if the call was anonymous. */
  readonly principal?: string | undefined;
  /** The URL that receives order events (§6.1). Undefined if the platform does not want them. */
  readonly webhookUrl: string | undefined;
  /** True if the platform negotiated the order capability. Its profile may then get a webhook URL later. */
  readonly hearsOrders?: boolean;
  /** The envelope of messages to the platform (§2.2), without its name. */
  readonly envelope: object;
}

export interface OrderRecord<Order extends OrderIdentity = OrderIdentity> {
  readonly order: Order;
  readonly platform: OrderPlatform;
  /** The number of events so far. The first one reports the creation (§6.3). */
  readonly events: number;
  /** Milliseconds since 1970. */
  readonly lastEventAt: number;
}

/** Collection of the records, by order id. */
export const ORDERS = "order";
