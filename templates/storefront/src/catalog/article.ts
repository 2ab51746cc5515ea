/** What the shop sells, as it writes it down. The catalog, carts and checkouts are made of these rows. */

export interface Article {
  /** Of the product. */
  readonly id: string;
  /** Its name in addresses: `field-tripod`. */
  readonly handle: string;
  readonly title: string;
  readonly description: string;
  /** The widest first. */
  readonly categories: readonly string[];
  readonly tags: readonly string[];
  readonly media: readonly Picture[];
  /** What is bought. The first one is featured: it stands for a buyer who names only the product. */
  readonly variants: readonly [ArticleVariant, ...ArticleVariant[]];
  /** Stars of five. */
  readonly rating?: { readonly value: number; readonly count: number } | undefined;
  /** Who sells it, of the sellers in `data.json`; the shop itself where there is none. */
  readonly seller?: string | undefined;
  /** What else a buyer wants to know. */
  readonly attributes?: Readonly<Record<string, string>> | undefined;
  /** Downloaded, not delivered. */
  readonly digital?: boolean | undefined;
  /** Ships by itself. */
  readonly bulky?: boolean | undefined;
  /** Delivered on a day that is agreed with the buyer, and never otherwise. */
  readonly byAppointment?: boolean | undefined;
  readonly notSoldIn?: readonly Area[] | undefined;
  /** Countries; anywhere where there are none. */
  readonly onlySoldIn?: readonly string[] | undefined;
}

export interface ArticleVariant {
  readonly id: string;
  readonly sku: string;
  /** In minor units of the home currency; `src/currency.ts` makes the other currencies' prices of it. */
  readonly price: number;
  /** Pieces that can be sold in all: what was sold is counted beside it. More when more come in. */
  readonly stock: number;
  /** What tells it from the product's other variants: `{ Size: "M" }`. */
  readonly options?: Readonly<Record<string, string>> | undefined;
}

export interface Picture {
  /** Below the shop's `/images/`, or a URL. */
  readonly file: string;
  readonly alt: string;
}

/** A country (ISO 3166-1 alpha-2), or a region of it: `{ country: "US", region: "UT" }`. */
export interface Area {
  readonly country: string;
  readonly region?: string;
}

/** Of what is copied, not counted. */
export const UNLIMITED = Number.MAX_SAFE_INTEGER;
