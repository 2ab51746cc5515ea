/**
 * Receives order events from businesses (§4.7, §6). An event is acknowledged as soon as it is stored; `onOrder` is
 * called afterwards.
 */

import { quiet } from "../../log/quiet.js";
import { asProtocolError, ProtocolError } from "../../error/protocol-error.js";
import { StorageError } from "../../storage/storage.js";
import { errorAnswer, jsonAnswer, toResponse, type Answer } from "../../rest/answer.js";
import type { ServerRequest, Connection } from "../../server/transport.js";
import type { WebhookBinding } from "../sender/definition.js";
import { webhookUrl, type WebhookUrl } from "../webhook-post.js";
import { createInboxWorker } from "./inbox.js";
import type { OrderEventBody, WebhookReceiver, WebhookReceiverOptions } from "./definition.js";
import { createReceive, type ReceiptTrace } from "./receive.js";

const NO_CONNECTION: Connection = Object.freeze({});

/**
 * @throws TypeError if `url` cannot be a webhook URL
 * @throws RangeError if the lease could end before a call of `onOrder` does
 */
export function createWebhookReceiver<Order extends OrderEventBody = OrderEventBody>(
  options: WebhookReceiverOptions<Order> & WebhookBinding,
): WebhookReceiver {
  const { name, now = Date.now, development = false } = options;
  const worker = createInboxWorker(options);
  const receive = createReceive({
    ...options,
    worker,
    at: requireUrl(options.url, development),
    now,
    development,
  });
  const log = quiet(options.log);

  async function answer(request: ServerRequest, connection = NO_CONNECTION): Promise<Answer> {
    const trace: ReceiptTrace = {};
    try {
      const { acceptance: became, envelope } = await receive(request, connection, trace);
      log({ level: "info", became, status: 200, ...trace });
      if (became === "accepted") worker.wake();
      return jsonAnswer(200, { [name]: envelope });
    } catch (thrown) {
      return refused(thrown, trace);
    }
  }

  function refused(thrown: unknown, trace: ReceiptTrace): Answer {
    const error = errorOf(thrown);
    const { status, code, cause } = error;
    const level = status >= 500 ? "error" : "info";
    log({ level, became: "refused", status, code, ...trace, cause });
    return errorAnswer(error);
  }

  return {
    answer,
    fetch: async (request) => toResponse(await answer(request)),
    process: worker.drain,
    start: worker.start,
    deadEvents: async ({ limit = 100, ...after } = {}) =>
      (await worker.dead({ limit, ...after })).map(({ key: id, value: { task, diedAt } }) => {
        const { business, eventId, orderId } = task.facts;
        return { id, business, eventId, orderId, attempts: task.attempts, diedAt };
      }),
    reprocess: worker.revive,
    close: worker.close,
  };
}

function requireUrl(text: string, development: boolean): WebhookUrl {
  const url = webhookUrl(text, development);
  if (url === undefined)
    throw new TypeError(
      "url: must be the https URL of the webhook (or http with `development: true`)",
    );
  return url;
}

/** A failed store makes the business retry. */
function errorOf(thrown: unknown): ProtocolError {
  if (thrown instanceof StorageError)
    return new ProtocolError("temporarily_unavailable", { cause: thrown });
  return asProtocolError(thrown);
}
