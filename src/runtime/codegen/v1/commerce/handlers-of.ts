/**
 * The types of a business's payloads. If a profile has no carts, checkouts or orders, the runtime's own types are
 * used: the functions exist in every release, so that one business can support several.
 */

import type { CartHandlers } from "../../../commerce/cart/types.js";
import type { CheckoutHandlers } from "../../../commerce/checkout/types.js";
import type { OrderBody } from "../../../commerce/order/order-body.js";
import type { WithoutMembers } from "../../../service/without-members.js";

export type CartHandlersOf<Each> = Each extends CartHandlers ? Each : CartHandlers;

export type CheckoutHandlersOf<Each> = Each extends CheckoutHandlers ? Each : CheckoutHandlers;

/** An order without its envelope. */
export type OrderOf<Order, Envelope extends string> = AsOrder<WithoutMembers<Order, Envelope>>;

type AsOrder<Order> = Order extends OrderBody ? Order : Order & OrderBody;
