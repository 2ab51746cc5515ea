/**
 * Finds the values in which releases differ, by asking the schemas which of them they accept. A member that a release does not
 * have, or describes in another way, leaves the value of the protocol's own text (§2.3).
 */

import type { Json } from "@proto-gen/runtime/json";
import { isCapability, vocabularyOf } from "@proto-gen/runtime/negotiation";
import type { ReleaseFacts } from "@proto-gen/runtime/codegen/generator";
import type { ReleaseValues } from "@proto-gen/runtime/codegen/v1";
import { satisfies } from "./instance/satisfies.js";
import { findPaymentAnswer, findPaymentMembers } from "./payment-members.js";
import { findCartValues } from "./cart-values.js";
import type { Definition } from "./node.js";
import { findEventForm, findOrderLineForm } from "./order-forms.js";
import type { Operation, ServiceModel, Webhook } from "./services/operation.js";
import { collectDeclarations } from "./services/tool-nodes.js";

const SEVERITIES = [
  "recoverable",
  "requires_buyer_input",
  "requires_buyer_review",
  "unrecoverable",
] as const;

const EXTRAS = ["status", "payment_handlers"] as const;

/** Codes that releases with a closed list of codes may have. */
const CODES = ["missing", "invalid", "not_found", "out_of_stock"];

export interface ReleaseSubject {
  readonly version: string;
  /** The protocol's: the envelope's member. */
  readonly name: string;
  /** The member that is the payment of a request, or `none`; undefined to recognise it by its members. */
  readonly payment?: string | undefined;
  readonly facts: ReleaseFacts;
  /** The members of handlers' configurations in responses, by the names of handlers. */
  readonly responseConfigs?: ReleaseValues["responseConfigs"];
  /** Whether a document is of an extension; none is unless given. */
  readonly isOfExtension?: (document: string) => boolean;
}

export function findReleaseValues(
  subject: ReleaseSubject,
  services: readonly ServiceModel[],
): ReleaseValues {
  const { version, name, facts, payment, responseConfigs = {} } = subject;
  const { isOfExtension = () => false } = subject;
  const operations = services.flatMap((each) => each.operations);
  const webhooks = services.flatMap((each) => each.webhooks);
  const webhook = webhooks.find(isAbout("order"));
  const order = webhook?.rest.body?.schema ?? operations.find(isAbout("order"))?.response;
  return {
    ...findCheckoutValues({ version, name }, operations.find(isAbout("checkout"))?.response),
    platformProfile: namesPlatforms(name, operations) ? "required" : "optional",
    payments: findPaymentMembers(operations, payment),
    ...findCartValues(operations, isOfExtension),
    events: findEventForm(webhook, vocabularyOf(name).agentHeader),
    orderLines: findOrderLineForm(order),
    ...(Object.keys(responseConfigs).length === 0 ? {} : { responseConfigs }),
    facts,
  };
}

function isAbout(capability: string): (call: Operation | Webhook) => boolean {
  return (call) => isCapability(call.capability, capability);
}

function findCheckoutValues(
  { version, name }: { readonly version: string; readonly name: string },
  checkout: Definition | undefined,
): ReleaseValues {
  if (checkout === undefined)
    return {
      ...{ version, severities: SEVERITIES, discounts: "positive" },
      ...{ paymentHandlers: "optional", envelope: EXTRAS },
    };
  const paymentAnswer = findPaymentAnswer(checkout);
  const envelope = collectDeclarations(checkout.node, name).map(({ node }) => node);
  const severities = SEVERITIES.filter((severity) => acceptsSeverity(checkout, severity));
  const isNegative = !acceptsDiscount(checkout, 1) && acceptsDiscount(checkout, -1);
  return {
    version,
    severities: severities.length === 0 ? SEVERITIES : severities,
    discounts: isNegative ? "negative" : "positive",
    paymentHandlers: requiresHandlers(checkout, name, version) ? "required" : "optional",
    ...(paymentAnswer === undefined ? {} : { paymentAnswer }),
    envelope: EXTRAS.filter((extra) =>
      envelope.some((node) => collectDeclarations(node, extra).length > 0),
    ),
  };
}

/** True if a request to create a checkout may name the cart that it is created from (§2.7). */

/** False only where the service documents list the headers of calls, and not the one that names the platform's profile. */
function namesPlatforms(name: string, operations: readonly Operation[]): boolean {
  const agentHeader = vocabularyOf(name).agentHeader.toLowerCase();
  const headers = operations
    .flatMap(({ rest }) => rest?.parameters ?? [])
    .filter((parameter) => parameter.in === "header");
  return headers.length === 0 || headers.some((each) => each.name.toLowerCase() === agentHeader);
}

function acceptsSeverity(checkout: Definition, severity: string): boolean {
  return CODES.some((code) =>
    acceptsMember(checkout, "messages", [{ type: "error", code, content: "text", severity }]),
  );
}

function acceptsDiscount(checkout: Definition, amount: number): boolean {
  const totals = [
    { type: "subtotal", amount: 2 },
    { type: "discount", amount },
    { type: "total", amount: 1 },
  ].map((each) => ({ ...each, display_text: each.type }));
  return acceptsMember(checkout, "totals", totals);
}

function requiresHandlers(checkout: Definition, name: string, version: string): boolean {
  const envelope = { version, capabilities: {} };
  return (
    !acceptsMember(checkout, name, envelope) &&
    acceptsMember(checkout, name, { ...envelope, payment_handlers: {} })
  );
}

/** True where all that declare the member accept the value; false where nothing declares it. */
function acceptsMember({ node }: Definition, name: string, value: Json): boolean {
  const declared = collectDeclarations(node, name);
  return declared.length > 0 && declared.every((each) => satisfies(each.node, value));
}
