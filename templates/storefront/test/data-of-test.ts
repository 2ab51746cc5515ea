/** What the storefront sells, for tests of its parts. */

import { ownShopFile, shopDataIn } from "../src/shop-data.js";

export const DATA = shopDataIn(ownShopFile());
export const PRODUCTS = DATA.articles;
