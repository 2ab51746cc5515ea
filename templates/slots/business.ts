/** What stands for the slots while the template is checked: the code generated for the sample profile. */

export {
  createCarts,
  createCheckouts,
  createOrders,
  createWebhookSender,
  newOrder,
} from "../../generated/commerce.js";
export { createServer, type Handlers } from "../../generated/server.js";
export { name, type Order } from "./commerce.js";
export { agreement } from "../../generated/negotiation.js";
export { surface } from "../../generated/surface.js";
