/**
 * A shop whose `orders` row is written by `onCommit`, and that buys one checkout. It may kill itself at one of its round trips to
 * PostgreSQL. It sends how many round trips it took.
 */

import { setImmediate } from "node:timers/promises";
import pg from "pg";
import type { RecordWrite } from "@proto-gen/runtime/storage";
import { createPostgresStorage, type Statement } from "@proto-gen/runtime/storage/postgres";
import { createOrders, newOrder } from "../../generated/commerce.js";
import { CONTEXT, keeper, READY } from "./checkout-keeper.js";
import { poolConnection, type RoundTrip } from "./postgres.js";

/** Before it is sent, once it is on its way, or when its answer is there. */
export type Moment = "before" | "during" | "after";

export interface OnCommitTask {
  readonly url: string;
  /** Of the storage's tables, and of the shop's table `orders (id)`. */
  readonly prefix: string;
  /** What PostgreSQL calls its connections. */
  readonly applicationName: string;
  /** Names the calls: a retry has the same one. */
  readonly purchase: string;
  readonly killAt?: { readonly roundTrip: number; readonly moment: Moment };
}

const { url, prefix, applicationName, purchase, killAt } = JSON.parse(
  process.argv[2] ?? "",
) as OnCommitTask;
process.on("disconnect", () => process.exit());

let roundTrips = 0;

function killItself(): void {
  process.kill(process.pid, "SIGKILL");
}

const counted: RoundTrip = async (send) => {
  roundTrips += 1;
  const moment = killAt?.roundTrip === roundTrips ? killAt.moment : undefined;
  if (moment === "before") killItself();
  const answer = send();
  if (moment === "during") {
    // The statement is in the socket by then.
    await setImmediate();
    killItself();
  }
  const result = await answer;
  if (moment === "after") killItself();
  return result;
};

function insertOrders(writes: readonly RecordWrite[]): readonly Statement[] {
  return writes
    .filter(({ collection, value }) => collection === "order" && value !== undefined)
    .map(({ key }) => ({
      sql: `INSERT INTO ${prefix}orders (id) VALUES ($1::text)`,
      parameters: [key],
    }));
}

const pool = new pg.Pool({ connectionString: url, application_name: applicationName, max: 4 });
const store = await createPostgresStorage({
  ...poolConnection(pool, counted),
  prefix,
  onCommit: insertOrders,
});
const { checkouts } = keeper({
  store,
  orders: createOrders({ store }) as never,
  completionMs: 500,
  complete: (checkout) =>
    newOrder(checkout, {
      id: `order_of_${purchase}`,
      permalinkUrl: `https://shop.example/orders/${checkout.id}`,
    }) as never,
});
const { handlers } = checkouts;
const credential = { type: "token", token: "tok_ok" };
const payment = { instruments: [{ id: "i1", handler_id: "h1", type: "card", credential }] };

interface Checkout {
  readonly id: string;
  readonly status: string;
}

function call(operation: string, attempt: number) {
  const callId = JSON.stringify(["client", operation, `${purchase} ${attempt}`]);
  return { ...CONTEXT, operation, callId };
}

const { id } = (await handlers.createCheckout(
  READY as never,
  call("create_checkout", 1),
)) as Checkout;

/** A payment that died with its process is released, and the retry of its call is told so: the buyer then pays again. */
async function complete(attempt: number): Promise<void> {
  const request = { id, payment } as never;
  const { status } = (await handlers.completeCheckout(
    request,
    call("complete_checkout", attempt),
  )) as Checkout;
  if (status !== "completed") await complete(attempt + 1);
}

await complete(1);
await store.close();
await pool.end();
process.send?.({ roundTrips }, () => process.disconnect());
