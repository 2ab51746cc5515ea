/** Behind the pages: what they show, and what a buyer does there. */

export { createBackOffice, type BackOffice } from "./back-office.js";
export { createBackstage } from "./create-backstage.js";
export { createBuyerBegin } from "./buyer-begin.js";
export { createBuyerFinish } from "./buyer-finish.js";
export { createRequests } from "./requests.js";
export { watchedStore } from "./watched-store.js";
