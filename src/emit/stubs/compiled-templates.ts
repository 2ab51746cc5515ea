/**
 * Templates as data: what a stub imports from the runtime, its slots, its statements. Compiled from
 * templates/ when the package is built; change them there.
 */

import type { CompiledTemplate } from "./template.js";

export const businessTemplate: CompiledTemplate = {
  imports: [
    {
      from: "@proto-gen/runtime/codegen/v1/business",
      name: "createBusiness",
      local: "unboundCreateBusiness",
      typeOnly: false,
    },
    { from: "@proto-gen/runtime/business", name: "Business", local: "BusinessOf", typeOnly: true },
    {
      from: "@proto-gen/runtime/business",
      name: "BusinessOptions",
      local: "BusinessOptionsOf",
      typeOnly: true,
    },
    {
      from: "@proto-gen/runtime/business",
      name: "OtherHandlers",
      local: "OtherHandlersOf",
      typeOnly: true,
    },
  ],
  slots: [
    "agreement",
    "createCarts",
    "createCheckouts",
    "createOrders",
    "createServer",
    "createWebhookSender",
    "name",
    "newOrder",
    "surface",
    "Handlers",
    "Order",
  ],
  statements: [
    "/** What `createBusiness` returns. `Payment` is what the payment provider receives. */\nexport type Business<Payment = unknown> = BusinessOf<Handlers, Order, Payment>;",
    '/** The decisions of a business. `BusinessOptions["checkouts"]` has those about checkouts. */\nexport type BusinessOptions<Payment = unknown> = BusinessOptionsOf<Handlers, Order, Payment>;',
    "/** The handlers that `createBusiness` has not: those of the catalog, and of operations that the protocol does not know. */\nexport type OtherHandlers = OtherHandlersOf<Handlers>;",
    "/**\n * Creates a whole business (§3, §4): checkouts, carts and orders over one storage, payments, signing keys, order events, and the\n * server. Your code computes checkouts, answers the other operations, and names the payment provider. Call `start`, and serve\n * the result.\n *\n * @throws TypeError if a handler is missing, and what the profile lacks as `createServer` does\n */\nexport function createBusiness<Payment = unknown>(\n  options: BusinessOptions<Payment>,\n): Promise<Business<Payment>> {\n  const binding = {\n    name,\n    agreement,\n    surface,\n    createServer,\n    createCheckouts,\n    createCarts,\n    createOrders,\n    createWebhookSender,\n    newOrder,\n  };\n  return unboundCreateBusiness<Handlers, Order, Payment>(binding, options);\n}",
  ],
};

export const clientTemplate: CompiledTemplate = {
  imports: [
    {
      from: "@proto-gen/runtime/client",
      name: "AnyClientOptions",
      local: "AnyClientOptions",
      typeOnly: true,
    },
    { from: "@proto-gen/runtime/client", name: "Client", local: "ClientOf", typeOnly: true },
    {
      from: "@proto-gen/runtime/client",
      name: "createClient",
      local: "createClientOf",
      typeOnly: false,
    },
    {
      from: "@proto-gen/runtime/codegen/v1",
      name: "TransportName",
      local: "TransportName",
      typeOnly: true,
    },
  ],
  slots: ["definition", "Operations"],
  statements: [
    '/** One method per operation available over `Via`: `createCheckout(request, options?)`. */\nexport type Client<Via extends TransportName = "rest"> = ClientOf<Operations, Via>;',
    '/**\n * Creates a client of one business, over REST unless `options.transport` names another transport. The client reads\n * the profile of the business first, and lists differences from the profile of this code in `$business.drift`. With\n * `endpoints` in place of `business`, it reads no profile.\n *\n * A method returns the resource, or a `BusinessOutcome` with the reason why there is none. It throws a\n * `ProtocolError` if the business refuses the call, and a `ClientError` for every other failure.\n *\n * @throws ClientError if the profile cannot be read, or the business speaks another version\n */\nexport function createClient<Via extends TransportName = "rest">(\n  options: AnyClientOptions<Via>,\n): Promise<Client<Via>> {\n  return createClientOf<Operations, Via>(definition, options);\n}',
  ],
};

export const commerceTemplate: CompiledTemplate = {
  imports: [
    {
      from: "@proto-gen/runtime/codegen/v1/commerce",
      name: "checkTotals",
      local: "unboundCheckTotals",
      typeOnly: false,
    },
    {
      from: "@proto-gen/runtime/codegen/v1/commerce",
      name: "createOwners",
      local: "unboundCreateOwners",
      typeOnly: false,
    },
    {
      from: "@proto-gen/runtime/codegen/v1/commerce",
      name: "createWebhookReceiver",
      local: "unboundCreateWebhookReceiver",
      typeOnly: false,
    },
    {
      from: "@proto-gen/runtime/codegen/v1/commerce",
      name: "totalsOf",
      local: "unboundTotalsOf",
      typeOnly: false,
    },
    {
      from: "@proto-gen/runtime/commerce",
      name: "CheckTotalsOptions",
      local: "CheckTotalsOptions",
      typeOnly: true,
    },
    { from: "@proto-gen/runtime/commerce", name: "Total", local: "Total", typeOnly: true },
    {
      from: "@proto-gen/runtime/commerce",
      name: "TotalsAmounts",
      local: "TotalsAmounts",
      typeOnly: true,
    },
    {
      from: "@proto-gen/runtime/commerce",
      name: "TotalsBreach",
      local: "TotalsBreach",
      typeOnly: true,
    },
    {
      from: "@proto-gen/runtime/commerce",
      name: "WrittenTotal",
      local: "WrittenTotal",
      typeOnly: true,
    },
    { from: "@proto-gen/runtime/webhook", name: "Owners", local: "Owners", typeOnly: true },
    {
      from: "@proto-gen/runtime/webhook",
      name: "OwnersOptions",
      local: "OwnersOptions",
      typeOnly: true,
    },
    {
      from: "@proto-gen/runtime/webhook",
      name: "WebhookReceiver",
      local: "WebhookReceiver",
      typeOnly: true,
    },
    {
      from: "@proto-gen/runtime/webhook",
      name: "WebhookReceiverOptions",
      local: "WebhookReceiverOptions",
      typeOnly: true,
    },
  ],
  slots: ["events", "name", "releaseValues", "OrderEvent"],
  statements: [
    "/**\n * Returns the totals of these amounts in the form of this release (§2.3). Discounts are positive amounts here.\n *\n * @throws RangeError if an amount is not a safe integer, or a discount or the total is negative\n */\nexport function totalsOf(amounts: TotalsAmounts): WrittenTotal[] {\n  return unboundTotalsOf(amounts, releaseValues);\n}",
    "/** Checks totals that your own code computed, and returns the rules that they break (§2.3, §2.7). It throws nothing. */\nexport function checkTotals(\n  totals: readonly Total[],\n  options: CheckTotalsOptions = {},\n): readonly TotalsBreach[] {\n  return unboundCheckTotals(totals, { ...options, discounts: releaseValues.discounts });\n}",
    "/**\n * Receives order events from businesses (§4.7, §6). It validates them by the schema of this release unless you pass `validate`.\n *\n * @throws TypeError if businesses cannot send to `url`\n */\nexport function createWebhookReceiver(\n  options: WebhookReceiverOptions<OrderEvent>,\n): WebhookReceiver {\n  const validate = options.validate ?? events.validate;\n  return unboundCreateWebhookReceiver<OrderEvent>({ ...options, validate, name, releaseValues });\n}",
    "/** Records which business each checkout belongs to (§5.5), for `createWebhookReceiver`. */\nexport function createOwners(options: OwnersOptions): Owners {\n  return unboundCreateOwners({ ...options, name });\n}",
  ],
};

export const sellingTemplate: CompiledTemplate = {
  imports: [
    {
      from: "@proto-gen/runtime/commerce",
      name: "CartOptions",
      local: "CartOptions",
      typeOnly: true,
    },
    { from: "@proto-gen/runtime/commerce", name: "Carts", local: "Carts", typeOnly: true },
    {
      from: "@proto-gen/runtime/commerce",
      name: "CheckoutOptions",
      local: "CheckoutOptions",
      typeOnly: true,
    },
    { from: "@proto-gen/runtime/commerce", name: "Checkouts", local: "Checkouts", typeOnly: true },
    {
      from: "@proto-gen/runtime/commerce",
      name: "PlacedOrder",
      local: "PlacedOrder",
      typeOnly: true,
    },
    {
      from: "@proto-gen/runtime/commerce",
      name: "MethodTypesOption",
      local: "MethodTypesOption",
      typeOnly: true,
    },
    {
      from: "@proto-gen/runtime/commerce",
      name: "AdjustmentOf",
      local: "AdjustmentOf",
      typeOnly: true,
    },
    {
      from: "@proto-gen/runtime/commerce",
      name: "CheckoutLine",
      local: "CheckoutLine",
      typeOnly: true,
    },
    { from: "@proto-gen/runtime/commerce", name: "EventOf", local: "EventOf", typeOnly: true },
    {
      from: "@proto-gen/runtime/commerce",
      name: "Expectation",
      local: "Expectation",
      typeOnly: true,
    },
    {
      from: "@proto-gen/runtime/commerce",
      name: "ExpectationOf",
      local: "ExpectationOf",
      typeOnly: true,
    },
    {
      from: "@proto-gen/runtime/commerce",
      name: "LineQuantity",
      local: "LineQuantity",
      typeOnly: true,
    },
    { from: "@proto-gen/runtime/commerce", name: "NewOrder", local: "NewOrder", typeOnly: true },
    { from: "@proto-gen/runtime/commerce", name: "OrderBody", local: "OrderBody", typeOnly: true },
    {
      from: "@proto-gen/runtime/commerce",
      name: "OrderDetails",
      local: "OrderDetails",
      typeOnly: true,
    },
    {
      from: "@proto-gen/runtime/commerce",
      name: "OrderedCheckout",
      local: "OrderedCheckout",
      typeOnly: true,
    },
    {
      from: "@proto-gen/runtime/commerce",
      name: "OrderOrigin",
      local: "OrderOrigin",
      typeOnly: true,
    },
    { from: "@proto-gen/runtime/commerce", name: "Orders", local: "Orders", typeOnly: true },
    {
      from: "@proto-gen/runtime/commerce",
      name: "OrdersOptions",
      local: "OrdersOptions",
      typeOnly: true,
    },
    {
      from: "@proto-gen/runtime/commerce",
      name: "Settlement",
      local: "Settlement",
      typeOnly: true,
    },
    { from: "@proto-gen/runtime/commerce", name: "Total", local: "Total", typeOnly: true },
    {
      from: "@proto-gen/runtime/codegen/v1/commerce",
      name: "appendAdjustment",
      local: "unboundAppendAdjustment",
      typeOnly: false,
    },
    {
      from: "@proto-gen/runtime/codegen/v1/commerce",
      name: "appendEvent",
      local: "unboundAppendEvent",
      typeOnly: false,
    },
    {
      from: "@proto-gen/runtime/codegen/v1/commerce",
      name: "checkOrder",
      local: "unboundCheckOrder",
      typeOnly: false,
    },
    {
      from: "@proto-gen/runtime/codegen/v1/commerce",
      name: "createCarts",
      local: "unboundCreateCarts",
      typeOnly: false,
    },
    {
      from: "@proto-gen/runtime/codegen/v1/commerce",
      name: "createCheckouts",
      local: "unboundCreateCheckouts",
      typeOnly: false,
    },
    {
      from: "@proto-gen/runtime/codegen/v1/commerce",
      name: "createOrders",
      local: "unboundCreateOrders",
      typeOnly: false,
    },
    {
      from: "@proto-gen/runtime/codegen/v1/commerce",
      name: "createWebhookSender",
      local: "unboundCreateWebhookSender",
      typeOnly: false,
    },
    {
      from: "@proto-gen/runtime/codegen/v1/commerce",
      name: "declaredHandlers",
      local: "unboundDeclaredHandlers",
      typeOnly: false,
    },
    {
      from: "@proto-gen/runtime/codegen/v1/commerce",
      name: "deriveOrder",
      local: "unboundDeriveOrder",
      typeOnly: false,
    },
    {
      from: "@proto-gen/runtime/codegen/v1/commerce",
      name: "newOrder",
      local: "unboundNewOrder",
      typeOnly: false,
    },
    {
      from: "@proto-gen/runtime/codegen/v1/commerce",
      name: "replaceExpectations",
      local: "unboundReplaceExpectations",
      typeOnly: false,
    },
    {
      from: "@proto-gen/runtime/codegen/v1/commerce",
      name: "settleAdjustment",
      local: "unboundSettleAdjustment",
      typeOnly: false,
    },
    {
      from: "@proto-gen/runtime/codegen/v1/commerce",
      name: "CartHandlersOf",
      local: "CartHandlersOf",
      typeOnly: true,
    },
    {
      from: "@proto-gen/runtime/codegen/v1/commerce",
      name: "CheckoutHandlersOf",
      local: "CheckoutHandlersOf",
      typeOnly: true,
    },
    {
      from: "@proto-gen/runtime/server",
      name: "ResponseHandlers",
      local: "ResponseHandlers",
      typeOnly: true,
    },
    {
      from: "@proto-gen/runtime/webhook",
      name: "WebhookSender",
      local: "WebhookSender",
      typeOnly: true,
    },
    {
      from: "@proto-gen/runtime/webhook",
      name: "WebhookSenderOptions",
      local: "WebhookSenderOptions",
      typeOnly: true,
    },
  ],
  slots: ["name", "releaseValues", "Handlers", "Order"],
  statements: [
    "/**\n * Stores checkouts (§3) and manages their status, owner and expiry. Your code computes a checkout from each request, and takes\n * payments. Pass `handlers` to `createServer`.\n *\n * @throws RangeError if a duration among the options is invalid\n */\nexport function createCheckouts<Placed extends PlacedOrder = PlacedOrder>(\n  options: CheckoutOptions<CheckoutHandlersOf<Handlers>, Placed>,\n): Checkouts<CheckoutHandlersOf<Handlers>, Placed> {\n  return unboundCreateCheckouts({ ...options, releaseValues });\n}",
    "/**\n * Stores carts (§2.7) and manages their ids, owners and expiry. Your code computes a cart from each request. Pass `handlers` to\n * `createServer`.\n *\n * @throws RangeError unless `cartMs` is a positive number of milliseconds\n */\nexport function createCarts(\n  options: CartOptions<CartHandlersOf<Handlers>>,\n): Carts<CartHandlersOf<Handlers>> {\n  return unboundCreateCarts({ ...options, releaseValues });\n}",
    "/**\n * Stores orders (§2.9), and commits each change together with the event that reports it to the platform (§6). Pass `handlers`\n * to `createServer`: a platform can read only the orders that it placed.\n */\nexport function createOrders(options: OrdersOptions): Orders<Order> {\n  return unboundCreateOrders<Order>({ ...options, releaseValues });\n}",
    "/** Sends order events to platforms (§4.7, §6). Pass it to `createOrders` as `outbox`, and call `start`. */\nexport function createWebhookSender(options: WebhookSenderOptions): WebhookSender {\n  return unboundCreateWebhookSender({ ...options, name, releaseValues });\n}",
    "/**\n * Creates the order of a paid checkout, without events or adjustments (§2.9).\n *\n * @throws OrderError if quantities, lines or expectations are invalid\n */\nexport function newOrder<\n  Line extends CheckoutLine,\n  Sum extends Total,\n  Promised extends Expectation = never,\n>(\n  checkout: OrderedCheckout<Line, Sum>,\n  details: OrderDetails<Promised>,\n): NewOrder<Line, Sum, Promised> {\n  return unboundNewOrder(checkout, { ...details, releaseValues });\n}",
    "/**\n * Checks an order that your own code changed (§2.9).\n *\n * @throws OrderError for the first rule that the order breaks\n */\nexport function checkOrder(order: OrderBody, origin: OrderOrigin = {}): void {\n  unboundCheckOrder(order, { ...origin, releaseValues });\n}",
    "/**\n * Returns the order with one more fulfillment event (§2.9). `createOrders` also stores the order and informs the platform.\n *\n * @throws OrderError if the event is invalid for the order\n */\nexport function appendEvent<Each extends OrderBody>(\n  order: Each,\n  event: EventOf<Each>,\n  option?: MethodTypesOption,\n): Each {\n  return unboundAppendEvent(order, event, { ...option, releaseValues });\n}",
    "/**\n * Returns the order with one more adjustment (§2.9).\n *\n * @throws OrderError if the adjustment is invalid for the order\n */\nexport function appendAdjustment<Each extends OrderBody>(\n  order: Each,\n  adjustment: AdjustmentOf<Each>,\n  option?: MethodTypesOption,\n): Each {\n  return unboundAppendAdjustment(order, adjustment, { ...option, releaseValues });\n}",
    "/**\n * Returns the order with the final status of a pending adjustment (§2.9).\n *\n * @throws OrderError if the adjustment is unknown, or no longer pending\n */\nexport function settleAdjustment<Each extends OrderBody>(\n  order: Each,\n  id: string,\n  status: Settlement,\n  option?: MethodTypesOption,\n): Each {\n  return unboundSettleAdjustment(order, id, status, { ...option, releaseValues });\n}",
    "/**\n * Returns the order with these expectations in place of its own (§2.9).\n *\n * @throws OrderError if an expectation covers items that the order does not have\n */\nexport function replaceExpectations<Each extends OrderBody>(\n  order: Each,\n  expectations: readonly ExpectationOf<Each>[],\n  option?: MethodTypesOption,\n): Each {\n  return unboundReplaceExpectations(order, expectations, { ...option, releaseValues });\n}",
    "/** Returns the order with line quantities and statuses computed from its events and adjustments (§2.9). */\nexport function deriveOrder<Each extends OrderBody>(\n  order: Each,\n  ordered?: readonly LineQuantity[],\n  option?: MethodTypesOption,\n): Each {\n  return unboundDeriveOrder(order, ordered, { ...option, releaseValues });\n}",
    "/**\n * Returns the payment handlers of a profile in the form of responses (§2.1.3, §2.5), without members that platforms must not see.\n *\n * @param member the protocol's member of the profile\n * @returns undefined if the profile has no payment handlers\n */\nexport function declaredHandlers(\n  member: Readonly<Record<string, unknown>>,\n): ResponseHandlers | undefined {\n  return unboundDeclaredHandlers(member, releaseValues.responseConfigs);\n}",
  ],
};

export const serverTemplate: CompiledTemplate = {
  imports: [
    {
      from: "@proto-gen/runtime/server",
      name: "createServer",
      local: "createServerOf",
      typeOnly: false,
    },
    { from: "@proto-gen/runtime/server", name: "Handlers", local: "HandlersOf", typeOnly: true },
    {
      from: "@proto-gen/runtime/server",
      name: "BusinessServer",
      local: "BusinessServer",
      typeOnly: true,
    },
    {
      from: "@proto-gen/runtime/server",
      name: "ServerOptions",
      local: "ServerOptions",
      typeOnly: true,
    },
  ],
  slots: ["definition", "Name", "Operations"],
  statements: [
    "/**\n * Your handlers, one per operation: `createCheckout(request, context)`. A handler receives the payload and the\n * identifier of the resource. It returns the resource without its envelope, or a `BusinessOutcome`. It throws a\n * `ProtocolError` to report that nothing has happened.\n */\nexport type Handlers = HandlersOf<Operations, Name>;",
    "/**\n * Creates the endpoint of the business over every transport of its profile. Its `fetch` takes a standard `Request`\n * and returns a `Response`. It validates requests before the handler runs, and answers afterwards.\n *\n * @throws TypeError if an operation has no handler\n */\nexport function createServer(\n  handlers: Handlers,\n  options: ServerOptions<keyof Operations & string>,\n): BusinessServer {\n  return createServerOf<Operations, Name>(definition, handlers, options);\n}",
  ],
};
