/** The catalog: its handlers, and what carts and checkouts ask it. */

import type { Handlers } from "../generated/server.js";
import { lookupCatalog } from "./lookup.js";
import { searchCatalog } from "./search.js";

export { itemOf, type Item } from "./item-of.js";
export { isSoldTo } from "./sold-to.js";

export const catalogHandlers = { searchCatalog, lookupCatalog } satisfies Partial<Handlers>;
