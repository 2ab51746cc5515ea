/** The module that a business starts from, before prettier has formatted it. */

import { stringLiteral } from "../source/literal.js";
import type { Model } from "../model/model.js";
import { collectHandlerStubs, type HandlerStub } from "./handler-stubs.js";
import { CREATE_CHECKOUTS, CHECKOUT_MODULE, CHECKOUT_HANDLERS } from "./checkout-handlers.js";
import { printHandlerStubs, printMethodStub, type MethodStub } from "./stub-text.js";

export function printNewModule(model: Model, server: string): string {
  const stubs = collectHandlerStubs(model);
  const typeImport = `import type { Handlers } from ${stringLiteral(server)};`;
  if (!hasCheckoutOperations(model))
    return `${typeImport}\n\n${handlersText(printHandlerStubs(stubs))}`;
  const others = stubs.filter(({ name }) => !CHECKOUT_HANDLERS.includes(name));
  return [
    `import { ${CREATE_CHECKOUTS} } from "${CHECKOUT_MODULE}";`,
    'import { createMemoryRecords } from "@proto-gen/runtime/records";',
    typeImport,
    "",
    checkoutsText(model),
    "",
    handlersText(membersText(others)),
  ].join("\n");
}

function membersText(others: readonly HandlerStub[]): string {
  return [
    "...checkouts.handlers,",
    ...(others.length === 0 ? [] : [printHandlerStubs(others)]),
  ].join("\n\n");
}

function handlersText(members: string): string {
  return `export const handlers: Handlers = {\n${members}\n};\n`;
}

/** True where the model has the five operations of the protocol's own checkout (§4.2), which the runtime can handle. */
function hasCheckoutOperations({ services, profile }: Model): boolean {
  const capability = ownCapability(profile.vocabulary.name, "checkout");
  const own = services.map((service) => ({
    ...service,
    operations: service.operations.filter((each) => each.capability === capability),
  }));
  const names = collectHandlerStubs({ services: own }).map(({ name }) => name);
  return CHECKOUT_HANDLERS.every((name) => names.includes(name));
}

function ownCapability(protocol: string, name: string): string {
  return `dev.${protocol}.shopping.${name}`;
}

function checkoutsText({ agreement, profile }: Model): string {
  const mandates = ownCapability(profile.vocabulary.name, "ap2_mandate");
  const members = [STORE, ...CHECKOUT_CALLBACKS.map(printMethodStub)];
  if (agreement.capabilities.some(({ name }) => name === mandates)) members.push(MANDATES);
  return `${CHECKOUTS_COMMENT}const checkouts = ${CREATE_CHECKOUTS}<Handlers>({\n${members.join("\n\n")}\n});`;
}

const CHECKOUTS_COMMENT = `/**
 * Keeps checkouts by the status machine of §3, and brings their five handlers. What they cost and how they
 * are paid is yours to write.
 */
`;

const STORE = `// Gone when the process ends; what \`@proto-gen/runtime/records/sqlite\` keeps is not.
store: createMemoryRecords(),`;

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
