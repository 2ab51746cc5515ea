/**
 * Templates as data: what a stub imports from the runtime, its slots, its statements. Compiled from
 * templates/ when the package is built; change them there.
 */

import type { CompiledTemplate } from "./template.js";

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
      from: "@proto-gen/runtime/service",
      name: "TransportName",
      local: "TransportName",
      typeOnly: true,
    },
  ],
  slots: ["definition", "Operations"],
  statements: [
    '/** A method an operation that is called over `Via`: `createCheckout(request, options?)`. */\nexport type Client<Via extends TransportName = "rest"> = ClientOf<Operations, Via>;',
    '/**\n * A client of one business, over REST unless `options.transport` is another. Its profile is read first; what\n * differs from what this was generated for stands in `$business.drift`. With `endpoints` in place of `business`, none is read.\n *\n * A method gives the resource, or a `BusinessOutcome` that says why there is none. It throws a\n * `ProtocolError` for what the business refuses, and a `ClientError` for everything else.\n *\n * @throws ClientError where the business cannot be read, or speaks another version\n */\nexport function createClient<Via extends TransportName = "rest">(\n  options: AnyClientOptions<Via>,\n): Promise<Client<Via>> {\n  return createClientOf<Operations, Via>(definition, options);\n}',
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
      from: "@proto-gen/runtime/totals",
      name: "CheckTotalsOptions",
      local: "CheckTotalsOptions",
      typeOnly: true,
    },
    { from: "@proto-gen/runtime/totals", name: "Total", local: "Total", typeOnly: true },
    {
      from: "@proto-gen/runtime/totals",
      name: "TotalsAmounts",
      local: "TotalsAmounts",
      typeOnly: true,
    },
    {
      from: "@proto-gen/runtime/totals",
      name: "TotalsBreach",
      local: "TotalsBreach",
      typeOnly: true,
    },
    {
      from: "@proto-gen/runtime/totals",
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
    "/**\n * The totals of these amounts, as the release writes them (§2.3). Discounts are given above zero.\n *\n * @throws RangeError where an amount is not a safe integer, a discount is negative, or the total is\n */\nexport function totalsOf(amounts: TotalsAmounts): WrittenTotal[] {\n  return unboundTotalsOf(amounts, releaseValues);\n}",
    "/** What is wrong with totals (§2.3, §2.7) that were made otherwise; nothing is thrown. */\nexport function checkTotals(\n  totals: readonly Total[],\n  options: CheckTotalsOptions = {},\n): readonly TotalsBreach[] {\n  return unboundCheckTotals(totals, { ...options, discounts: releaseValues.discounts });\n}",
    "/**\n * Hears from businesses what becomes of orders (§4.7, §6). Events are checked by the schema of the release unless `validate` is given.\n *\n * @throws TypeError for a `url` that no business would send to\n */\nexport function createWebhookReceiver(\n  options: WebhookReceiverOptions<OrderEvent>,\n): WebhookReceiver {\n  return unboundCreateWebhookReceiver<OrderEvent>({ ...events, ...options, name, releaseValues });\n}",
    "/** Remembers which business a checkout was made with (§5.5), for `createWebhookReceiver`. */\nexport function createOwners(options: OwnersOptions): Owners {\n  return unboundCreateOwners({ ...options, name });\n}",
  ],
};

export const sellingTemplate: CompiledTemplate = {
  imports: [
    { from: "@proto-gen/runtime/cart", name: "CartOptions", local: "CartOptions", typeOnly: true },
    { from: "@proto-gen/runtime/cart", name: "Carts", local: "Carts", typeOnly: true },
    {
      from: "@proto-gen/runtime/checkout",
      name: "CheckoutOptions",
      local: "CheckoutOptions",
      typeOnly: true,
    },
    { from: "@proto-gen/runtime/checkout", name: "Checkouts", local: "Checkouts", typeOnly: true },
    {
      from: "@proto-gen/runtime/checkout",
      name: "PlacedOrder",
      local: "PlacedOrder",
      typeOnly: true,
    },
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
      from: "@proto-gen/runtime/envelope",
      name: "ResponseHandlers",
      local: "ResponseHandlers",
      typeOnly: true,
    },
    {
      from: "@proto-gen/runtime/fulfillment",
      name: "MethodTypesOption",
      local: "MethodTypesOption",
      typeOnly: true,
    },
    {
      from: "@proto-gen/runtime/order",
      name: "AdjustmentOf",
      local: "AdjustmentOf",
      typeOnly: true,
    },
    {
      from: "@proto-gen/runtime/order",
      name: "CheckoutLine",
      local: "CheckoutLine",
      typeOnly: true,
    },
    { from: "@proto-gen/runtime/order", name: "EventOf", local: "EventOf", typeOnly: true },
    { from: "@proto-gen/runtime/order", name: "Expectation", local: "Expectation", typeOnly: true },
    {
      from: "@proto-gen/runtime/order",
      name: "ExpectationOf",
      local: "ExpectationOf",
      typeOnly: true,
    },
    {
      from: "@proto-gen/runtime/order",
      name: "LineQuantity",
      local: "LineQuantity",
      typeOnly: true,
    },
    { from: "@proto-gen/runtime/order", name: "NewOrder", local: "NewOrder", typeOnly: true },
    { from: "@proto-gen/runtime/order", name: "OrderBody", local: "OrderBody", typeOnly: true },
    {
      from: "@proto-gen/runtime/order",
      name: "OrderDetails",
      local: "OrderDetails",
      typeOnly: true,
    },
    {
      from: "@proto-gen/runtime/order",
      name: "OrderedCheckout",
      local: "OrderedCheckout",
      typeOnly: true,
    },
    { from: "@proto-gen/runtime/order", name: "OrderOrigin", local: "OrderOrigin", typeOnly: true },
    { from: "@proto-gen/runtime/order", name: "Orders", local: "Orders", typeOnly: true },
    {
      from: "@proto-gen/runtime/order",
      name: "OrdersOptions",
      local: "OrdersOptions",
      typeOnly: true,
    },
    { from: "@proto-gen/runtime/order", name: "Settlement", local: "Settlement", typeOnly: true },
    { from: "@proto-gen/runtime/totals", name: "Total", local: "Total", typeOnly: true },
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
    "/**\n * Keeps checkouts (§3): their status, their owner and their expiry. You compute a checkout from each request, and take payments.\n * `handlers` goes to `createServer`.\n *\n * @throws RangeError for a time of the options that is none\n */\nexport function createCheckouts<Placed extends PlacedOrder = PlacedOrder>(\n  options: CheckoutOptions<CheckoutHandlersOf<Handlers>, Placed>,\n): Checkouts<CheckoutHandlersOf<Handlers>, Placed> {\n  return unboundCreateCheckouts({ ...options, releaseValues });\n}",
    "/**\n * Keeps carts (§2.7): their ids, their owners and their expiry. You make a cart of each request. `handlers` goes to `createServer`.\n *\n * @throws RangeError if `cartMs` is no number of milliseconds above 0\n */\nexport function createCarts(\n  options: CartOptions<CartHandlersOf<Handlers>>,\n): Carts<CartHandlersOf<Handlers>> {\n  return unboundCreateCarts({ ...options, releaseValues });\n}",
    "/**\n * Keeps orders (§2.9), and commits each change together with the event that tells the platform of it (§6). `handlers` goes to\n * `createServer`: a platform reads the orders that it placed, and no others.\n */\nexport function createOrders(options: OrdersOptions): Orders<Order> {\n  return unboundCreateOrders<Order>({ ...options, releaseValues });\n}",
    "/** Tells platforms what becomes of their orders (§4.7, §6). Give it to `createOrders` as `outbox`, and call `start`. */\nexport function createWebhookSender(options: WebhookSenderOptions): WebhookSender {\n  return unboundCreateWebhookSender({ ...options, name, releaseValues });\n}",
    "/**\n * The order of a checkout that is paid, to which nothing has happened (§2.9).\n *\n * @throws OrderError for quantities, lines and expectations that cannot be\n */\nexport function newOrder<\n  Line extends CheckoutLine,\n  Sum extends Total,\n  Promised extends Expectation = never,\n>(\n  checkout: OrderedCheckout<Line, Sum>,\n  details: OrderDetails<Promised>,\n): NewOrder<Line, Sum, Promised> {\n  return unboundNewOrder(checkout, { ...details, releaseValues });\n}",
    "/**\n * Judges an order that you changed without these functions (§2.9).\n *\n * @throws OrderError for the first rule that it breaks\n */\nexport function checkOrder(order: OrderBody, origin: OrderOrigin = {}): void {\n  unboundCheckOrder(order, { ...origin, releaseValues });\n}",
    "/**\n * The order with one more event of its fulfillment (§2.9). `createOrders` does this, stores it and tells the platform.\n *\n * @throws OrderError for an event that cannot be\n */\nexport function appendEvent<Each extends OrderBody>(\n  order: Each,\n  event: EventOf<Each>,\n  option?: MethodTypesOption,\n): Each {\n  return unboundAppendEvent(order, event, { ...option, releaseValues });\n}",
    "/**\n * The order with one more adjustment (§2.9).\n *\n * @throws OrderError for an adjustment that cannot be\n */\nexport function appendAdjustment<Each extends OrderBody>(\n  order: Each,\n  adjustment: AdjustmentOf<Each>,\n  option?: MethodTypesOption,\n): Each {\n  return unboundAppendAdjustment(order, adjustment, { ...option, releaseValues });\n}",
    "/**\n * The order whose pending adjustment is over (§2.9).\n *\n * @throws OrderError for an adjustment that is unknown, or over\n */\nexport function settleAdjustment<Each extends OrderBody>(\n  order: Each,\n  id: string,\n  status: Settlement,\n  option?: MethodTypesOption,\n): Each {\n  return unboundSettleAdjustment(order, id, status, { ...option, releaseValues });\n}",
    "/**\n * The order with these expectations, and no others (§2.9).\n *\n * @throws OrderError for expectations of what was not bought\n */\nexport function replaceExpectations<Each extends OrderBody>(\n  order: Each,\n  expectations: readonly ExpectationOf<Each>[],\n  option?: MethodTypesOption,\n): Each {\n  return unboundReplaceExpectations(order, expectations, { ...option, releaseValues });\n}",
    "/** The order with the quantities and statuses of lines that follow from its events and adjustments (§2.9). */\nexport function deriveOrder<Each extends OrderBody>(\n  order: Each,\n  ordered?: readonly LineQuantity[],\n  option?: MethodTypesOption,\n): Each {\n  return unboundDeriveOrder(order, ordered, { ...option, releaseValues });\n}",
    "/**\n * The payment handlers of a profile as answers have them (§2.1.3, §2.5): without what is not for platforms.\n *\n * @param member the protocol's member of the profile\n * @returns undefined if it has no registry of handlers\n */\nexport function declaredHandlers(\n  member: Readonly<Record<string, unknown>>,\n): ResponseHandlers | undefined {\n  return unboundDeclaredHandlers(member, releaseValues.responseConfigs);\n}",
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
    "/**\n * What the business writes: one function an operation, `createCheckout(request, context)`. It takes the\n * payload with what names the resource, and gives the resource without its envelope, or a\n * `BusinessOutcome`. It throws a `ProtocolError` to say that nothing has happened.\n */\nexport type Handlers = HandlersOf<Operations, Name>;",
    "/**\n * The business's endpoint over every transport of its profile: `{ fetch }`, for whatever speaks the Fetch\n * standard. Requests are validated before their handler, answers after it.\n *\n * @throws TypeError without a handler for each operation\n */\nexport function createServer(\n  handlers: Handlers,\n  options: ServerOptions<keyof Operations & string>,\n): BusinessServer {\n  return createServerOf<Operations, Name>(definition, handlers, options);\n}",
  ],
};
