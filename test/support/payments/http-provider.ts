/** A `PaymentProvider` over HTTP, as a business would write one for its own. */

import type { PaymentProvider, PaymentRequest, ProviderPayment } from "@proto-gen/runtime/commerce";

export interface HttpProviderOptions {
  readonly url: string;
  /** Named to the provider with each request. */
  readonly caller?: string | undefined;
  /** How often a request that fails is sent in all. Default: once. */
  readonly attempts?: number | undefined;
}

export interface Token {
  readonly token: string;
}

export function createHttpProvider({
  url,
  caller = "test",
  attempts = 1,
}: HttpProviderOptions): Required<PaymentProvider<Token>> {
  async function sent(
    path: string,
    body?: object,
    signal?: AbortSignal,
  ): Promise<ProviderPayment | undefined> {
    const response = await fetch(`${url}/${path}`, {
      method: body === undefined ? "GET" : "POST",
      headers: { "Content-Type": "application/json", "Provider-Caller": caller },
      body: body === undefined ? null : JSON.stringify(body),
      signal: signal ?? AbortSignal.timeout(5_000),
    });
    if (response.status === 404) return undefined;
    if (!response.ok) throw new Error(`the provider answered ${response.status}`);
    return (await response.json()) as ProviderPayment;
  }

  async function repeated(...how: Parameters<typeof sent>): ReturnType<typeof sent> {
    for (let left = attempts - 1; left > 0; left -= 1)
      try {
        return await sent(...how);
      } catch {
        // Repeating it is safe: it has a key.
      }
    return sent(...how);
  }

  async function known(...how: Parameters<typeof sent>): Promise<ProviderPayment> {
    const payment = await repeated(...how);
    if (payment === undefined) throw new Error("the provider does not know the payment");
    return payment;
  }

  return {
    authorize: ({
      paymentKey,
      checkoutId,
      amount,
      currency,
      payment,
      signal,
    }: PaymentRequest<Token>) =>
      known(
        `${paymentKey}/authorize`,
        { checkout_id: checkoutId, amount, currency, token: payment.token },
        signal as AbortSignal,
      ),
    capture: (paymentKey) => known(`${paymentKey}/capture`, {}),
    void: (paymentKey) => known(`${paymentKey}/void`, {}),
    refund: (paymentKey) => known(`${paymentKey}/refund`, {}),
    find: (paymentKey) => repeated(paymentKey),
  };
}
