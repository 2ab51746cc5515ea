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
    'import { createMemoryRecords } from "@proto-gen/runtime/records";',
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
 * Keeps checkouts by the status machine of §3, and brings their five handlers. What they cost and how they
 * are paid is yours to write.
 */
`;

const STORE = `// Gone when the process ends; what \`@proto-gen/runtime/records/sqlite\` keeps is not.
const store = createMemoryRecords();`;

const ORDERS = `/**
 * Keeps orders (§2.9): a platform reads those that it placed. Give it \`createWebhookSender\` as \`outbox\` and platforms hear of
 * changes (§6).
 */
const orders = ${CREATE_ORDERS}({ store });`;

const MANDATES =
  "// The profile has the mandate extension: a checkout with it completes once `mandates` is here (§1.8).";

/** The callbacks of `CheckoutOptions` that only the business can write. */
const CHECKOUT_CALLBACKS: readonly MethodStub[] = [
  {
    name: "evaluate",
    parameters: ["_request", "_session"],
    comment:
      "Prices, totals, links and messages for what is asked. Called again and again: no effects.",
    isAsync: true,
  },
  {
    name: "complete",
    parameters: ["_checkout", "_request", "_attempt"],
    comment:
      "Takes the payment, once for a `paymentKey`. Gives the order, or `new Declined(messages)`.",
    isAsync: true,
  },
  {
    name: "release",
    parameters: ["_checkout", "_paymentKey"],
    comment: "Takes back what was charged under this key, when nobody knows how its payment ended.",
    isAsync: true,
  },
  {
    name: "continueUrl",
    parameters: ["_id"],
    comment: "The page of yours where the buyer goes on (§3.3).",
    isAsync: false,
  },
  {
    name: "trustedUi",
    parameters: ["_context"],
    comment: "Whether the platform has a page on which buyers finalize a checkout (§1.8).",
    isAsync: true,
  },
];
