/** Who sells: the shop, and those whose things it sells for them. */

export interface SellerEntry {
  readonly name: string;
  readonly links: readonly { readonly type: string; readonly url: string }[];
}

/** Where the shop's own pages are. */
export const SITE = "https://shop.example.com";

export const SHOP: SellerEntry = {
  name: "Lumen & Oak",
  links: [
    { type: "privacy_policy", url: `${SITE}/privacy` },
    { type: "terms_of_service", url: `${SITE}/terms` },
    { type: "refund_policy", url: `${SITE}/refunds` },
  ],
};

export const SELLERS: ReadonlyMap<string, SellerEntry> = new Map([
  [
    "northlight",
    {
      name: "Northlight Workshop",
      links: [
        { type: "terms_of_service", url: "https://northlight.example.com/terms" },
        { type: "refund_policy", url: "https://northlight.example.com/returns" },
      ],
    },
  ],
]);
