/** Order events (§4.7, §5.5, §6): the business's sender and the platform's receiver. */

export type { OrderEvent, OrderOutbox } from "../order/order-outbox.js";
export type { AddedHeaders, HeaderValue, OutgoingRequest } from "../rest/added-headers.js";
export { businessProfileUrl, type BusinessProfileUrlOptions } from "../profile/profile-url.js";
export type { RetrySchedule } from "../worker/index.js";
export type {
  DeadEvent,
  OnOrder,
  OrderEventBody,
  OrderEventContext,
  OrderValidator,
  OwnerOf,
  OwnerQuestion,
  ReceiptLogEntry,
  WebhookReceiver,
  WebhookReceiverLimits,
  WebhookReceiverOptions,
  VerifiedWebhook,
} from "./receiver/definition.js";
export { type Owners, type OwnersOptions, withOwners } from "./receiver/owners.js";
export type {
  DeadLetter,
  DeliveryLogEntry,
  WebhookSender,
  WebhookSenderLimits,
  WebhookSenderOptions,
} from "./sender/definition.js";
export type { WebhookAnswer, WebhookMessage, WebhookPost } from "./webhook-post.js";
