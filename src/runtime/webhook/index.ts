/** Order events (§4.7, §5.5, §6): the business's sender and the platform's receiver. */

export { businessProfileUrl } from "../profile/profile-url.js";
export type {
  OrderEventBody,
  OrderEventContext,
  ReceiptLogEntry,
  VerifiedWebhook,
  WebhookReceiver,
  WebhookReceiverOptions,
} from "./receiver/definition.js";
export { type Owners, type OwnersOptions, withOwners } from "./receiver/owners.js";
export type { DeliveryLogEntry, WebhookSender, WebhookSenderOptions } from "./sender/definition.js";
export type { WebhookAnswer, WebhookMessage, WebhookPost } from "./webhook-post.js";
