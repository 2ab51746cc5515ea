/** The module that a business starts from, before prettier has formatted it. */

import { stringLiteral } from "../source/literal.js";
import type { Model } from "../model/model.js";
import { collectHandlerStubs, type HandlerStub } from "./handler-stubs.js";
import {
  CHECKOUT_HANDLERS,
  CREATE_CHECKOUTS,
  CREATE_ORDERS,
  ORDER_HANDLERS,
} from "./commerce-handlers.js";
import type { ServerImport } from "./server-import.js";
import { printHandlerStubs, printMethodStub, type MethodStub } from "./stub-text.js";

export function printNewModule(
  model: Model,
  { specifier, commerce }: Pick<ServerImport, "specifier" | "commerce">,
): string {
  const stubs = collectHandlerStubs(model);
  const typeImport = `import type { Handlers } from ${stringLiteral(specifier)};`;
  const hasCheckouts = hasOperations(model, "checkout", CHECKOUT_HANDLERS);
  const hasOrders = hasOperations(model, "order", ORDER_HANDLERS);
  if (!hasCheckouts && !hasOrders)
    return `${typeImport}\n\n${handlersText(printHandlerStubs(stubs))}`;
  const functions = [
    ...(hasCheckouts ? [CREATE_CHECKOUTS] : []),
    ...(hasOrders ? [CREATE_ORDERS] : []),
  ];
  const spreads = [
    ...(hasCheckouts ? ["...checkouts.handlers,"] : []),
    ...(hasOrders ? ["...orders.handlers,"] : []),
  ];
  const given = [...(hasCheckouts ? CHECKOUT_HANDLERS : []), ...(hasOrders ? ORDER_HANDLERS : [])];
  const others = stubs.filter(({ name }) => !given.includes(name));
  return [
    'import { createMemoryStorage } from "@proto-gen/runtime/storage";',
    `import { ${functions.join(", ")} } from ${stringLiteral(commerce)};`,
    typeImport,
    "",
    STORE,
    "",
    ...(hasOrders ? [ORDERS, ""] : []),
    ...(hasCheckouts ? [checkoutsText(model, hasOrders), ""] : []),
    handlersText(membersText(spreads, others)),
  ].join("\n");
}

function membersText(spreads: readonly string[], others: readonly HandlerStub[]): string {
  return [spreads.join("\n"), ...(others.length === 0 ? [] : [printHandlerStubs(others)])].join(
    "\n\n",
  );
}

function handlersText(members: string): string {
  return `export const handlers: Handlers = {\n${members}\n};\n`;
}

/** True where the model has these operations of one of the protocol's own capabilities, which the runtime can handle. */
function hasOperations(
  { services, profile }: Model,
  capability: "checkout" | "order",
  handlers: readonly string[],
): boolean {
  const wanted = ownCapability(profile.vocabulary.name, capability);
  const own = services.map((service) => ({
    ...service,
    operations: service.operations.filter((each) => each.capability === wanted),
  }));
  const names = collectHandlerStubs({ services: own }).map(({ name }) => name);
  return handlers.every((name) => names.includes(name));
}

function ownCapability(protocol: string, name: string): string {
  return `dev.${protocol}.shopping.${name}`;
}

function checkoutsText({ agreement, profile }: Model, hasOrders: boolean): string {
  const mandates = ownCapability(profile.vocabulary.name, "ap2_mandate");
  const shared = hasOrders ? "store,\norders," : "store,";
  const members = [shared, ...CHECKOUT_CALLBACKS.map(printMethodStub)];
  if (agreement.capabilities.some(({ name }) => name === mandates)) members.push(MANDATES);
  return `${CHECKOUTS_COMMENT}const checkouts = ${CREATE_CHECKOUTS}({\n${members.join("\n\n")}\n});`;
}

const CHECKOUTS_COMMENT = `/**
 * Stores checkouts, manages their status (§3), and has their five handlers. You write how they are priced and
 * paid.
 */
`;

const STORE = `// In memory, until the process ends. \`@proto-gen/runtime/storage/sqlite\` stores records in a file.
const store = createMemoryStorage();`;

const ORDERS = `/**
 * Stores orders (§2.9). A platform can read only its own orders. Pass \`createWebhookSender\` as \`outbox\` to send order events to
 * platforms (§6).
 */
const orders = ${CREATE_ORDERS}({ store });`;

const MANDATES =
  "// The profile has the mandate extension (§1.8): add `mandates`, so that a checkout with a mandate can complete.";

/** The callbacks of `CheckoutOptions` that only the business can write. */
const CHECKOUT_CALLBACKS: readonly MethodStub[] = [
  {
    name: "evaluate",
    parameters: ["_request", "_session"],
    comment:
      "Returns prices, totals, links and messages for a request. It runs many times: no side effects.",
    isAsync: true,
  },
  {
    name: "complete",
    parameters: ["_checkout", "_request", "_attempt"],
    comment:
      "Charges the payment, once per `paymentKey`. Returns the order, or `new Declined(messages)`.",
    isAsync: true,
  },
  {
    name: "release",
    parameters: ["_checkout", "_paymentKey"],
    comment: "Refunds what was charged under this key, if the outcome of the payment is unknown.",
    isAsync: true,
  },
  {
    name: "continueUrl",
    parameters: ["_id"],
    comment: "Returns the URL of your page on which the buyer continues (§3.3).",
    isAsync: false,
  },
  {
    name: "trustedUi",
    parameters: ["_context"],
    comment: "Returns true if the platform has a page on which buyers finalize a checkout (§1.8).",
    isAsync: true,
  },
];
