/**
 * The business that the scenarios drive. In: what its platform can do. Out: its addresses, its
 * clock and its back office. The scenarios know no more of it than this.
 */

export { openPurchase, type Purchase } from "../support/purchase-business.js";
