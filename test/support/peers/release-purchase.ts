/** The calls of a platform to the mock of a release: a purchase, a cancellation, and requests that are refused. */

import { randomUUID } from "node:crypto";
import type { Answer, Call, Caller } from "./release-caller.js";
import type { ReleaseDocuments } from "./release-documents.js";
import type { BoughtCheckout, ReleaseRequests } from "./release-requests.js";

/** Articles of the mock. */
const SHIPPED = "snap_mint";
const DOWNLOAD = "presets";

export interface Purchase {
  readonly caller: Caller;
  readonly requests: ReleaseRequests;
  readonly transport: "rest" | "mcp";
}

/** One delivered purchase. @returns the answers, in order */
export async function buy({ caller, requests, transport }: Purchase): Promise<readonly Answer[]> {
  const created = await caller.call({
    operation: "create_checkout",
    payload: requests.create(SHIPPED),
  });
  const { id } = created.body as BoughtCheckout;
  const update = (payload: Call["payload"] = {}): Promise<Answer> =>
    caller.call({ operation: "update_checkout", id, payload });
  const delivered = await update(requests.deliver(created.body as BoughtCheckout));
  const chosen = await update(requests.choose(delivered.body as BoughtCheckout));
  const payload = requests.complete("tok_ok", transport);
  const completed = await caller.call({ operation: "complete_checkout", id, payload });
  const read = await caller.call({ operation: "get_checkout", id });
  return [created, delivered, chosen, completed, read];
}

/** @returns the answers to the checkout, to its end, and to an update after that */
export async function cancel({ caller, requests }: Purchase): Promise<readonly Answer[]> {
  const payload = requests.create(DOWNLOAD);
  const created = await caller.call({ operation: "create_checkout", payload });
  const checkout = created.body as BoughtCheckout;
  const { id } = checkout;
  const canceled = await caller.call({ operation: "cancel_checkout", id });
  const late = { operation: "update_checkout", id, payload: requests.deliver(checkout) };
  return [created, canceled, await caller.call(late)];
}

/** @returns the answers to one request that is made twice, and to another one with its key */
export async function repeat({ caller, requests }: Purchase): Promise<readonly Answer[]> {
  const payload = requests.create(DOWNLOAD);
  const checkouts = [
    await caller.call({ operation: "create_checkout", payload }),
    await caller.call({ operation: "create_checkout", payload }),
  ].map(({ body }) => body as BoughtCheckout);
  const [first = "", other = ""] = checkouts.map(({ id }) => id);
  const end = { operation: "cancel_checkout", key: randomUUID() };
  return [
    await caller.call({ ...end, id: first }),
    await caller.call({ ...end, id: first }),
    await caller.call({ ...end, id: other }),
  ];
}

/** A checkout that there is not. */
export const UNKNOWN: Call = { operation: "get_checkout", id: "chk_unknown" };

/** Calls that lack what the documents require: each with the name of that. */
export function incompleteCalls(purchase: Purchase, documents: ReleaseDocuments): [string, Call][] {
  const { requests, transport } = purchase;
  const { line_items: _, ...empty } = requests.create(DOWNLOAD);
  const { headers } = documents.rest("complete_checkout");
  const { required, meta } = documents.mcp("complete_checkout");
  const names = transport === "rest" ? headers : [...required, ...meta];
  const payload = requests.complete("tok_ok", transport);
  const complete: Call = { operation: "complete_checkout", id: "chk_unknown", payload };
  return [
    ["line_items", { operation: "create_checkout", payload: empty }],
    ...names.map((name): [string, Call] => [name, { ...complete, without: [name] }]),
  ];
}
