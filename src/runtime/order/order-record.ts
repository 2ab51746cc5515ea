/** An order as a business keeps it, and the platform that hears of it. */

/** What is kept of an order must have these; it may have more (§2.9). Without its envelope. */
export interface OrderIdentity {
  readonly id: string;
  readonly checkout_id: string;
}

/** The platform that made the checkout, as it was then. */
export interface OrderPlatform {
  /** URL of its profile; undefined for a platform that names none. */
  readonly profile: string | undefined;
  /** The principal that authenticated, if one had to: kind, issuer and id. */
  readonly principal?: string | undefined;
  /** Where it hears of orders (§6.1); undefined where it does not want to. */
  readonly webhookUrl: string | undefined;
  /** True where it has agreed to the order capability: its profile may have a webhook URL later. */
  readonly hearsOrders?: boolean;
  /** What messages to it carry (§2.2): the member that the protocol's name names. */
  readonly envelope: object;
}

export interface OrderRecord<Order extends OrderIdentity = OrderIdentity> {
  readonly order: Order;
  readonly platform: OrderPlatform;
  /** How many events were made of it: the first one says that it was created (§6.3). */
  readonly events: number;
  /** Milliseconds since 1970. */
  readonly lastEventAt: number;
}

/** The collection of records, by the order's id. */
export const ORDERS = "order";
