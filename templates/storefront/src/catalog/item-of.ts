/** What carts and checkouts need to know of what is bought (§2.4). */

import type { Area } from "./article.js";
import type { Identified } from "./identifiers.js";
import { imageUrl, variantTitle } from "./product-of.js";

export interface Item {
  /** Of the variant, whatever it was asked for by. */
  readonly id: string;
  readonly title: string;
  /** The price of one, in minor units of the catalog's currency. */
  readonly price: number;
  readonly image_url?: string | undefined;
  /** Pieces that can be sold. */
  readonly stock: number;
  readonly digital: boolean;
  /** Ships in a group of its own. */
  readonly bulky: boolean;
  readonly byAppointment: boolean;
  /** Where the law or the shop forbids it; `isSoldTo` says whether an address is there. */
  readonly notSoldIn: readonly Area[];
  /** Countries; undefined where it is sold in all of them. */
  readonly onlySoldIn: readonly string[] | undefined;
}

/** A product is its featured variant. */
export function itemOf({ article, variant }: Identified): Item {
  const [picture] = article.media;
  return {
    id: variant.id,
    title: variantTitle(article, variant),
    price: variant.price,
    image_url: picture && imageUrl(picture),
    stock: variant.stock,
    digital: article.digital === true,
    bulky: article.bulky === true,
    byAppointment: article.byAppointment === true,
    notSoldIn: article.notSoldIn ?? [],
    onlySoldIn: article.onlySoldIn,
  };
}
