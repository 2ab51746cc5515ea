/**
 * A purchase as a platform makes it with the client that was generated for a release. Each step throws an error that says what
 * the business has answered instead.
 */

import { BusinessOutcome } from "@proto-gen/runtime/error";

const ITEM = "snap_mint";
const DOWNLOAD = "presets";
const CODE = "TEN";
const BUYER = { email: "ada@example.com" };
const HOME = {
  street_address: "1 Main Street",
  address_locality: "Springfield",
  address_region: "CA",
  postal_code: "94016",
  address_country: "US",
};
const EVENTS_MS = 20_000;

/** What a release may require beside what a purchase says anyway. */
const REQUIRED = { payment: {}, currency: "USD" };

/** A call of the generated client; what the request must have is added. */
function caller({ client, checks }) {
  return async (operation, method, request) => {
    const validator = checks[operation]?.request;
    let body = request;
    for (const issue of validator?.check(request) ?? []) {
      const name = issue.pointer.slice(1);
      if (issue.code === "required" && name in REQUIRED) body = { ...body, [name]: REQUIRED[name] };
    }
    const result = await client[method](body);
    if (result instanceof BusinessOutcome)
      throw new Error(`${operation}: ${JSON.stringify(result.messages)}`);
    return result;
  };
}

function expect(condition, what, found) {
  if (!condition) throw new Error(`${what}: ${JSON.stringify(found)}`);
}

const amountOf = ({ totals }, type) =>
  totals.filter((each) => each.type === type).reduce((sum, { amount }) => sum + amount, 0);

const isError = ({ type }) => type === "error";

/** The methods of a checkout as the next request names them: by id where the request has one, else by position. */
function chosenIn(updateRequestOf, checkout) {
  const request = updateRequestOf(checkout);
  const methods = (request.fulfillment?.methods ?? []).map((method, at) => {
    const { groups = [], destinations = [] } = checkout.fulfillment.methods[at];
    return {
      ...method,
      selected_destination_id: method.selected_destination_id ?? destinations[0]?.id,
      groups: groups.map(({ options = [] }, index) => ({
        ...method.groups?.[index],
        selected_option_id: options.at(-1)?.id ?? null,
      })),
    };
  });
  return { ...request, fulfillment: { ...request.fulfillment, methods } };
}

function paymentFor({ handlerId, checks, operations, transport }, token) {
  const instrument = {
    id: "card_1",
    handler_id: handlerId,
    type: "card",
    credential: { type: "token", token },
  };
  const single = { ...instrument, brand: "visa", last_digits: "4242" };
  const { mcp } = operations.find(({ id }) => id === "complete_checkout");
  if (transport === "mcp" && mcp.members?.includes("payment"))
    return { payment: { instruments: [single], selected_instrument_id: single.id } };
  // The first release sends the instrument by itself. Types are open, so that only a wrong value tells what they have.
  const validator = checks["complete_checkout"]?.request;
  const issues = validator?.check({ payment: {}, payment_data: 0 }) ?? [];
  return issues.some(({ pointer }) => pointer === "/payment_data")
    ? { payment_data: single }
    : { payment: { instruments: [single] } };
}

/** @returns steps by name, in order: each continues what the ones before have done */
export function purchaseSteps({ client, checks, updates, platform, mock, ...paying }) {
  const call = caller({ client, checks });
  const { updateRequestOf } = updates;
  let checkout;
  let order;
  return {
    async create() {
      checkout = await call("create_checkout", "createCheckout", {
        currency: "USD",
        line_items: [{ item: { id: ITEM }, quantity: 1 }],
        buyer: BUYER,
      });
      expect(checkout.line_items.length === 1, "one line", checkout);
      await platform.remember(checkout.id, mock.discovery);
    },
    async deliver() {
      const line_item_ids = checkout.line_items.map(({ id }) => id);
      const methods = [{ type: "shipping", line_item_ids, destinations: [HOME] }];
      checkout = await call("update_checkout", "updateCheckout", {
        ...updateRequestOf(checkout),
        fulfillment: { methods },
      });
      const [method] = checkout.fulfillment?.methods ?? [];
      expect(
        method?.destinations?.[0]?.street_address === HOME.street_address,
        "address",
        checkout,
      );
      const found = checkout.messages?.filter(isError) ?? [];
      expect(
        found.every(({ code }) => /missing|required/.test(code)),
        "messages",
        found,
      );
    },
    async choose() {
      checkout = await call(
        "update_checkout",
        "updateCheckout",
        chosenIn(updateRequestOf, checkout),
      );
      checkout = await call(
        "update_checkout",
        "updateCheckout",
        chosenIn(updateRequestOf, checkout),
      );
      const [group] = checkout.fulfillment?.methods?.[0]?.groups ?? [];
      expect(group?.selected_option_id === group?.options?.at(-1)?.id, "option", group);
      expect(checkout.status === "ready_for_complete", "status", [
        checkout.status,
        checkout.messages,
      ]);
    },
    async code() {
      const before = amountOf(checkout, "total");
      const request = chosenIn(updateRequestOf, checkout);
      checkout = await call("update_checkout", "updateCheckout", {
        ...request,
        discounts: { codes: [CODE] },
      });
      expect(checkout.discounts?.applied?.[0]?.code === CODE, "applied", checkout.discounts);
      expect(amountOf(checkout, "total") < before, "total", checkout.totals);
    },
    async update() {
      const request = chosenIn(updateRequestOf, checkout);
      const line_items = request.line_items.map((line) => ({ ...line, quantity: 2 }));
      checkout = await call("update_checkout", "updateCheckout", { ...request, line_items });
      const [line] = checkout.line_items;
      expect(line.quantity === 2, "quantity", checkout.line_items);
      expect(checkout.status === "ready_for_complete", "status", [
        checkout.status,
        checkout.messages,
      ]);
    },
    async declined() {
      const { id } = checkout;
      const payment = paymentFor({ checks, ...paying }, "tok_declined");
      const after = await call("complete_checkout", "completeCheckout", { id, ...payment });
      expect(after.status !== "completed" && after.messages?.some(isError), "declined", after);
    },
    async complete() {
      const { id } = checkout;
      const payment = paymentFor({ checks, ...paying }, "tok_ok");
      const done = await call("complete_checkout", "completeCheckout", { id, ...payment });
      expect(done.status === "completed", "status", [done.status, done.messages]);
      order = done.order?.id ?? done.order_id;
      expect(typeof order === "string", "order", done);
      const again = await call("get_checkout", "getCheckout", { id });
      expect(again.status === "completed", "status", again.status);
    },
    async cancel() {
      const other = await call("create_checkout", "createCheckout", {
        currency: "USD",
        line_items: [{ item: { id: DOWNLOAD }, quantity: 1 }],
        buyer: BUYER,
      });
      const { id } = other;
      const canceled = await call("cancel_checkout", "cancelCheckout", { id });
      expect(canceled.status === "canceled", "status", canceled.status);
      const late = await client.updateCheckout({ ...updateRequestOf(other), buyer: BUYER });
      expect(late.messages?.length > 0, "an update after the end has a message", late);
    },
    async webhooks() {
      const heard = () => platform.orders.filter(({ id }) => id === order);
      const until = Date.now() + EVENTS_MS;
      while (heard().length < 2 && Date.now() < until)
        await new Promise((resolve) => setTimeout(resolve, 100));
      expect(heard().length >= 2, "events", [heard().length, platform.refused]);
      expect(platform.refused.length === 0, "refused", platform.refused);
    },
    async order() {
      if (client.getOrder === undefined) return "no operation";
      const found = await call("get_order", "getOrder", { id: order });
      expect(typeof found.id === "string", "order", found);
      return undefined;
    },
  };
}

/** Of a platform without delivery: what is not shipped. */
export function downloadSteps({ client, checks, platform, mock, ...paying }) {
  const call = caller({ client, checks });
  let checkout;
  return {
    async create() {
      checkout = await call("create_checkout", "createCheckout", {
        currency: "USD",
        line_items: [{ item: { id: DOWNLOAD }, quantity: 1 }],
        buyer: BUYER,
      });
      await platform.remember(checkout.id, mock.discovery);
      expect(checkout.status === "ready_for_complete", "status", [
        checkout.status,
        checkout.messages,
      ]);
      for (const name of ["fulfillment", "discounts", "ap2"])
        expect(!(name in checkout), "no member of other extensions", name);
    },
    async complete() {
      const payment = paymentFor({ checks, ...paying }, "tok_ok");
      const { id } = checkout;
      const done = await call("complete_checkout", "completeCheckout", { id, ...payment });
      expect(done.status === "completed", "status", [done.status, done.messages]);
    },
  };
}
