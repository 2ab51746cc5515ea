/**
 * The module that a business starts from, where there is none yet. In: the model, and how the module
 * imports the generated server. Out: its text, before prettier has formatted it.
 */

import { stringLiteral } from "../emit/source/literal.js";
import type { Model } from "../model/model.js";
import { handlerStubs, type HandlerStub } from "./handler-stubs.js";
import { KEEPER_FUNCTION, KEEPER_MODULE, KEPT_HANDLERS } from "./kept-handlers.js";
import { stubTexts, unwritten, type Unwritten } from "./stub-text.js";

export function newModule(model: Model, server: string): string {
  const stubs = handlerStubs(model);
  const typeImport = `import type { Handlers } from ${stringLiteral(server)};`;
  if (!hasKeeper(model)) return `${typeImport}\n\n${handlersText(stubTexts(stubs))}`;
  const others = stubs.filter(({ name }) => !KEPT_HANDLERS.includes(name));
  return [
    `import { ${KEEPER_FUNCTION} } from "${KEEPER_MODULE}";`,
    'import { createMemoryRecords } from "@proto-gen/runtime/records";',
    typeImport,
    "",
    keeperText(model),
    "",
    handlersText(membersText(others)),
  ].join("\n");
}

function membersText(others: readonly HandlerStub[]): string {
  return ["...checkouts.handlers,", ...(others.length === 0 ? [] : [stubTexts(others)])].join(
    "\n\n",
  );
}

function handlersText(members: string): string {
  return `export const handlers: Handlers = {\n${members}\n};\n`;
}

/** The five operations of the protocol's own checkout (§4.2): the runtime keeps no other's. */
function hasKeeper({ services, profile }: Model): boolean {
  const capability = ownCapability(profile.vocabulary.name, "checkout");
  const own = services.map((service) => ({
    ...service,
    operations: service.operations.filter((each) => each.capability === capability),
  }));
  const names = handlerStubs({ services: own }).map(({ name }) => name);
  return KEPT_HANDLERS.every((name) => names.includes(name));
}

function ownCapability(protocol: string, name: string): string {
  return `dev.${protocol}.shopping.${name}`;
}

function keeperText({ agreement, profile }: Model): string {
  const mandates = ownCapability(profile.vocabulary.name, "ap2_mandate");
  const members = [STORE, ...DECISIONS.map(unwritten)];
  if (agreement.capabilities.some(({ name }) => name === mandates)) members.push(MANDATES);
  return `${KEEPER_COMMENT}const checkouts = ${KEEPER_FUNCTION}<Handlers>({\n${members.join("\n\n")}\n});`;
}

const KEEPER_COMMENT = `/**
 * Keeps checkouts by the status machine of §3, and brings their five handlers. What they cost and how they
 * are paid is yours to write.
 */
`;

const STORE = `// Gone when the process ends; what \`@proto-gen/runtime/records/sqlite\` keeps is not.
store: createMemoryRecords(),`;

const MANDATES =
  "// The profile has the mandate extension: a checkout with it completes once `mandates` is here (§1.8).";

/** The members of `CheckoutOptions` that only the business knows. */
const DECISIONS: readonly Unwritten[] = [
  {
    name: "evaluate",
    parameters: ["_request", "_session"],
    comment:
      "Prices, totals, links and messages for what is asked. Called again and again: no effects.",
    waits: true,
  },
  {
    name: "complete",
    parameters: ["_checkout", "_request", "_attempt"],
    comment:
      "Takes the payment, once for a `paymentKey`. Gives the order, or `new Declined(messages)`.",
    waits: true,
  },
  {
    name: "release",
    parameters: ["_checkout", "_paymentKey"],
    comment: "Takes back what was charged under this key, when nobody knows how its payment ended.",
    waits: true,
  },
  {
    name: "continueUrl",
    parameters: ["_id"],
    comment: "The page of yours where the buyer goes on (§3.3).",
    waits: false,
  },
  {
    name: "trustedUi",
    parameters: ["_context"],
    comment: "Whether the platform has a page on which buyers finalize a checkout (§1.8).",
    waits: true,
  },
];
