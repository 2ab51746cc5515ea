/**
 * The types of a business's payloads. A profile without carts, checkouts or orders has the types of the runtime in their
 * place: the functions are there in every release, so that one business can follow several.
 */

import type { CartHandlers } from "../../../cart/index.js";
import type { CheckoutHandlers } from "../../../checkout/index.js";
import type { OrderBody } from "../../../order/index.js";
import type { WithoutMembers } from "../../../service/without-members.js";

export type CartHandlersOf<Each> = Each extends CartHandlers ? Each : CartHandlers;

export type CheckoutHandlersOf<Each> = Each extends CheckoutHandlers ? Each : CheckoutHandlers;

/** An order without its envelope. */
export type OrderOf<Order, Envelope extends string> = AsOrder<WithoutMembers<Order, Envelope>>;

type AsOrder<Order> = Order extends OrderBody ? Order : Order & OrderBody;
