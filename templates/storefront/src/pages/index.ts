/** Pages for people, beside the protocol: how the business is doing, and the buyer's own page (§3.3). */

export type { Backstage, FinishForm, FormValue, Outcome } from "./backstage.js";
export { segmentsOf, type Segment } from "./buyer/json-path.js";
export { createPages, type Pages, STATUS_PAGES } from "./create-pages.js";
export type { CartRow, CheckoutRow, OrderRow, ProductRow, RequestRow } from "./rows.js";
