/** What the shop sells in: every price of it is in minor units of this (ISO 4217). */
export const CURRENCY = "USD";
