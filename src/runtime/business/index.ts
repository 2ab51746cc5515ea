/** A whole business: what the generated `createBusiness` takes and returns, its pages, and payments for development. */

export { createPages, type FormFields, type Page, type Html, html } from "../page/create-pages.js";
export type { KeyStore } from "./business-keys.js";
export type { Business, BusinessOptions, OtherHandlers } from "./options.js";
export { sandboxPayments } from "./sandbox-payments.js";
