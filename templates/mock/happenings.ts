/** What happens, as the command hears of it. In: entries of the shop's logs. Out: plain data. */

import type { LogEntry } from "@proto-gen/runtime/server";
import type { DeliveryLogEntry } from "@proto-gen/runtime/webhook";
import type { Answered, Delivered } from "../../src/cli/mock/messages.js";

export function answeredOf(entry: LogEntry): Answered {
  const { method, path = "-", mcpMethod, operation = mcpMethod, status, code, outcome } = entry;
  const { durationMs, issues: [issue] = [], cause } = entry;
  return {
    kind: "answered",
    method,
    path,
    status,
    milliseconds: Math.round(durationMs),
    ...(operation === undefined ? {} : { operation }),
    ...(code === undefined ? {} : { code }),
    ...(outcome === undefined ? {} : { outcome }),
    ...(issue === undefined ? {} : { issue: `${issue.path} ${issue.message}` }),
    ...(cause === undefined ? {} : { cause: String(cause) }),
  };
}

export function deliveredOf(entry: DeliveryLogEntry): Delivered {
  const { became, orderId = "-", host = "-", status, code } = entry;
  return {
    kind: "webhook",
    order: orderId,
    host,
    became,
    ...(status === undefined ? {} : { status }),
    ...(code === undefined ? {} : { code }),
  };
}
