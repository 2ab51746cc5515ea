/**
 * What the pages read of each thing they show. The members have the protocol's names, so that a checkout,
 * a cart, an order or a product of the generated types is a row as it is. What is not named here is never
 * shown: credentials are not.
 */

import type { CheckoutMessage, CheckoutStatus } from "@proto-gen/runtime/commerce";

export interface PriceRow {
  /** In minor units of the currency. */
  readonly amount: number;
  /** ISO 4217. */
  readonly currency: string;
}

export interface VariantRow {
  readonly id?: string | undefined;
  readonly title?: string | undefined;
  readonly price?: PriceRow | undefined;
  readonly availability?: { readonly available?: boolean | undefined } | undefined;
}

export interface ProductRow {
  readonly id?: string | undefined;
  readonly title?: string | undefined;
  readonly variants?: readonly VariantRow[] | undefined;
}

export interface TotalRow {
  readonly type: string;
  readonly amount: number;
  readonly display_text?: string | undefined;
}

export interface ItemRow {
  readonly id: string;
  readonly title: string;
  readonly price: number;
}

export interface LineRow {
  readonly id: string;
  readonly item: ItemRow;
  readonly quantity: number;
  readonly totals: readonly TotalRow[];
}

export interface CartRow {
  readonly id: string;
  readonly currency: string;
  readonly line_items: readonly LineRow[];
  readonly totals: readonly TotalRow[];
  readonly buyer?: BuyerRow | undefined;
  /** A checkout of the cart has the same context (§2.7). Its pages are in its language, and show nothing of it. */
  readonly context?: object | undefined;
}

export interface BuyerRow {
  readonly first_name?: string | undefined;
  readonly last_name?: string | undefined;
  readonly email?: string | undefined;
  readonly phone_number?: string | undefined;
}

export interface AddressRow {
  readonly first_name?: string | undefined;
  readonly last_name?: string | undefined;
  readonly street_address?: string | undefined;
  readonly extended_address?: string | undefined;
  readonly address_locality?: string | undefined;
  readonly address_region?: string | undefined;
  readonly postal_code?: string | undefined;
  readonly address_country?: string | undefined;
}

/** An address, or a shop with a name and an address. */
export interface DestinationRow extends AddressRow {
  readonly id: string;
  readonly name?: string | undefined;
  readonly address?: AddressRow | undefined;
}

export interface DeliveryOptionRow {
  readonly id: string;
  readonly title: string;
  readonly description?: string | undefined;
  readonly totals: readonly TotalRow[];
}

export interface DeliveryGroupRow {
  readonly options?: readonly DeliveryOptionRow[] | undefined;
  readonly selected_option_id?: string | null | undefined;
}

export interface DeliveryMethodRow {
  readonly type: string;
  readonly destinations?: readonly DestinationRow[] | undefined;
  readonly selected_destination_id?: string | null | undefined;
  readonly groups?: readonly DeliveryGroupRow[] | undefined;
}

export interface CheckoutRow extends CartRow {
  readonly status: CheckoutStatus;
  readonly fulfillment?:
    { readonly methods?: readonly DeliveryMethodRow[] | undefined } | undefined;
  readonly messages?: readonly CheckoutMessage[] | undefined;
  readonly links?:
    readonly { readonly type: string; readonly url?: string | undefined }[] | undefined;
  /** RFC 3339. */
  readonly expires_at?: string | undefined;
  readonly order?: { readonly id: string; readonly permalink_url: string } | undefined;
}

export interface OrderLineRow {
  readonly id: string;
  readonly item: ItemRow;
  readonly quantity: { readonly total: number; readonly fulfilled: number };
  readonly status: string;
  readonly totals?: readonly TotalRow[] | undefined;
}

export interface EventRow {
  readonly id: string;
  readonly type: string;
  /** RFC 3339. */
  readonly occurred_at: string;
  readonly carrier?: string | undefined;
  readonly tracking_number?: string | undefined;
  readonly tracking_url?: string | undefined;
  /** How many of which line of the order. */
  readonly line_items?: readonly { readonly id: string; readonly quantity: number }[] | undefined;
  readonly description?: string | undefined;
}

export interface AdjustmentRow {
  readonly id: string;
  readonly type: string;
  readonly status: string;
  /** RFC 3339. */
  readonly occurred_at: string;
  readonly amount?: number | undefined;
  readonly description?: string | undefined;
}

export interface OrderRow {
  readonly id: string;
  readonly checkout_id: string;
  readonly permalink_url?: string | undefined;
  readonly currency?: string | undefined;
  readonly line_items: readonly OrderLineRow[];
  readonly fulfillment: { readonly events?: readonly EventRow[] | undefined };
  readonly adjustments?: readonly AdjustmentRow[] | undefined;
  readonly totals: readonly TotalRow[];
}

export interface RequestRow {
  /** RFC 3339. */
  readonly time: string;
  /** HTTP's method, or the tool that was called. */
  readonly method: string;
  readonly path: string;
  readonly operation?: string | undefined;
  /** The URL of the platform's profile. */
  readonly platform?: string | undefined;
  /** HTTP's. */
  readonly status: number;
  /** Of part 7, where there is one. */
  readonly code?: string | undefined;
  /** In milliseconds. */
  readonly duration: number;
  readonly issues?: readonly { readonly path: string; readonly message: string }[] | undefined;
}
