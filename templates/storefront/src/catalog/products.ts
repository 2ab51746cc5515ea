/** All that the shop sells. */

import type { Article } from "./article.js";
import { CAMERAS } from "./articles/cameras.js";
import { DOWNLOADS } from "./articles/downloads.js";
import { FURNITURE } from "./articles/furniture.js";
import { GEAR } from "./articles/gear.js";
import { HOME } from "./articles/home.js";
import { LENSES } from "./articles/lenses.js";
import { SUPPLIES } from "./articles/supplies.js";

export const PRODUCTS: readonly Article[] = [
  ...CAMERAS,
  ...LENSES,
  ...SUPPLIES,
  ...GEAR,
  ...HOME,
  ...FURNITURE,
  ...DOWNLOADS,
];
