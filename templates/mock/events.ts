/** Turns entries of the shop's logs into the events that the command prints. */

import type { LogEntry } from "@proto-gen/runtime/server";
import type { DeliveryLogEntry } from "@proto-gen/runtime/webhook";
import type { AnsweredRequest, WebhookDelivery } from "../../src/mock/messages.js";

export function requestEvent(entry: LogEntry): AnsweredRequest {
  const { method, path = "-", mcpMethod, operation = mcpMethod, status, code, outcome } = entry;
  const { durationMs, issues: [issue] = [], cause } = entry;
  return {
    kind: "answered",
    method,
    path,
    status,
    milliseconds: Math.round(durationMs),
    operation,
    code,
    outcome,
    issue: issue && `${issue.path} ${issue.message}`,
    cause: cause === undefined ? undefined : String(cause),
  };
}

export function webhookEvent(entry: DeliveryLogEntry): WebhookDelivery {
  const { became, orderId = "-", host = "-", status, code } = entry;
  return {
    kind: "webhook",
    order: orderId,
    host,
    became,
    status,
    code,
  };
}
