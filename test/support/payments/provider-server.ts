/**
 * A payment provider of two steps over HTTP, as a test starts it: it authorizes, captures, voids and refunds by key, and reports each
 * change to a webhook. Its moods make it fail before or after the effect, answer late, and repeat its reports.
 */

import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import type { PaymentState, ProviderPayment } from "@proto-gen/runtime/commerce";

export type Step = "authorize" | "capture" | "void" | "refund" | "find";

/** `before`: nothing has happened. `after`: it has, and the answer is not sent. `answered`: the answer is sent. */
export type Moment = "before" | "after" | "answered";

export interface ProviderRequest {
  readonly step: Step;
  readonly paymentKey: string;
  /** Who asks, as it named itself. */
  readonly caller: string;
}

export interface ProviderServerOptions {
  /** Called at each moment of each request; what it throws breaks the connection. */
  readonly at?: ((moment: Moment, request: ProviderRequest) => Promise<void> | void) | undefined;
  /** True if a payment is captured as soon as it is authorized. Default: none. */
  readonly capturesAtOnce?: (() => boolean) | undefined;
  /** Called for each change of a payment, as the webhook. */
  readonly report?: ((payment: ProviderPayment) => Promise<void>) | undefined;
}

export interface ProviderServer {
  readonly url: string;
  readonly payments: ReadonlyMap<string, ProviderPayment>;
  /** How often money was taken and returned, by key. */
  readonly captures: ReadonlyMap<string, number>;
  readonly refunds: ReadonlyMap<string, number>;
  close(): Promise<void>;
}

const CALLER = "provider-caller";

export async function openProviderServer(
  options: ProviderServerOptions = {},
): Promise<ProviderServer> {
  const payments = new Map<string, ProviderPayment>();
  const captures = new Map<string, number>();
  const refunds = new Map<string, number>();

  function moved(paymentKey: string, state: PaymentState, checkoutId?: string): ProviderPayment {
    const before = payments.get(paymentKey);
    const payment = { paymentKey, checkoutId: checkoutId ?? before?.checkoutId, state };
    payments.set(paymentKey, payment);
    const counted = state === "captured" ? captures : state === "refunded" ? refunds : undefined;
    counted?.set(paymentKey, (counted.get(paymentKey) ?? 0) + 1);
    void options.report?.(payment).catch(() => undefined);
    return payment;
  }

  const STEPS: Readonly<
    Record<Step, (key: string, body: Body, found?: ProviderPayment) => ProviderPayment | undefined>
  > = {
    authorize(key, { token, checkout_id }, found) {
      if (found !== undefined) return found;
      const accepted = options.capturesAtOnce?.() === true ? "captured" : "authorized";
      return moved(key, token === "tok_declined" ? "declined" : accepted, checkout_id);
    },
    capture: (key, _, found) => (found?.state === "authorized" ? moved(key, "captured") : found),
    void: (key, _, found) =>
      found === undefined || found.state === "authorized" ? moved(key, "voided") : found,
    refund: (key, _, found) => (found?.state === "captured" ? moved(key, "refunded") : found),
    find: (_key, _body, found) => found,
  };

  async function answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const [, paymentKey = "", step = "find"] = new URL(
      incoming.url ?? "",
      "http://localhost",
    ).pathname.split("/") as [string, string?, Step?];
    const body = incoming.method === "POST" ? ((await json(incoming)) as Body) : {};
    const request = { step, paymentKey, caller: String(incoming.headers[CALLER] ?? "") };
    await options.at?.("before", request);
    const payment = STEPS[step](paymentKey, body, payments.get(paymentKey));
    await options.at?.("after", request);
    response.writeHead(payment === undefined ? 404 : 200, { "Content-Type": "application/json" });
    response.end(JSON.stringify(payment ?? {}));
    await options.at?.("answered", request);
  }

  const server = createServer((incoming, response) => {
    answer(incoming, response).catch(() => incoming.socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  return { url, payments, captures, refunds, close: () => closed(server) };
}

interface Body {
  readonly token?: string;
  readonly checkout_id?: string;
}

async function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}

/** A mood that draws what goes wrong: one request in five fails or is slow. */
export function moody(random: () => number, slowMs: number): (moment: Moment) => Promise<void> {
  return async (moment) => {
    const drawn = random();
    if (moment === "answered") return;
    if (drawn < 0.05) throw new Error("the line broke");
    if (drawn < 0.1) await pause(random() * slowMs);
  };
}
