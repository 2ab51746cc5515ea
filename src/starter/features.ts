/** What of the templates a profile needs. In: its model. Out: the names that the conditions of the templates use. */

import { isCapability } from "@proto-gen/runtime/negotiation";
import { methodName } from "@proto-gen/runtime/codegen/generator";
import type { Model } from "../model/model.js";
import { membersInPlace } from "../model/node-members.js";
import type { Property } from "../model/node.js";
import type { Operation } from "../model/services/operation.js";
import { BUSINESS_HANDLERS } from "../scaffold/commerce-handlers.js";
import { isImplemented } from "./served-capabilities.js";
import { findVendorMembers } from "./vendor-members.js";

export type Feature =
  /** Operations. */
  | "search"
  | "lookup"
  | "product"
  | "cart"
  | "checkout"
  /** Any operation of the catalog. */
  | "catalog"
  /** A cart, or a checkout. */
  | "sells"
  /** A catalog, a cart or a checkout. */
  | "offers"
  /** Operations that no template answers. */
  | "others"
  /** Operations that `createBusiness` does not answer. */
  | "answers"
  /** Orders that platforms can read, and hear of. */
  | "order"
  /** Extensions of a checkout. */
  | "fulfillment"
  | "discount"
  | "mandate"
  /** Members that extensions add and no template knows: of checkouts, those of checkouts that are required, and those of requests. */
  | "vendor"
  | "vendorResponse"
  | "vendorRequest"
  | "vendorComplete"
  /** A checkout has members beside those of its price. */
  | "extended"
  /** The business can be called over REST, and not over MCP alone. */
  | "rest"
  /** Forms of the release. */
  | "currency"
  | "listed"
  | "paymentOnCreate"
  | "paymentData"
  | "webhookHeaders"
  | "signedAdjustments"
  | "callHeaders";

const OPERATIONS: Readonly<Record<string, Feature>> = {
  search_catalog: "search",
  lookup_catalog: "lookup",
  get_product: "product",
  create_cart: "cart",
  create_checkout: "checkout",
};

const CATALOG: readonly Feature[] = ["search", "lookup", "product"];

function isAnswered({ id }: Operation): boolean {
  return BUSINESS_HANDLERS.has(methodName(id));
}

export function featuresOf(model: Model): ReadonlySet<Feature> {
  const operations = model.services.flatMap((service) => service.operations);
  const own = operations.filter(({ capability }) => isImplemented(model, capability));
  const others = findOtherOperations(model);
  const features = new Set<Feature>();
  for (const { id } of own) {
    const feature = OPERATIONS[id];
    if (feature !== undefined) features.add(feature);
  }
  if (!operations.every(isAnswered)) features.add("answers");
  if (others.length > 0) features.add("others");
  for (const [feature, capability] of CAPABILITIES)
    if (model.agreement.capabilities.some(({ name }) => isCapability(name, capability)))
      features.add(feature);
  if (operations.some(({ rest }) => rest !== undefined)) features.add("rest");
  if (addedHeaders(model).length > 0) features.add("callHeaders");
  if (CATALOG.some((each) => features.has(each))) features.add("catalog");
  if (features.has("cart") || features.has("checkout")) features.add("sells");
  if (features.has("catalog") || features.has("sells")) features.add("offers");
  if (features.has("checkout"))
    for (const each of [...formsOf(own, model), ...vendorFeatures(model)]) features.add(each);
  if (features.has("vendorResponse") || features.has("listed")) features.add("extended");
  return features;
}

/** The operations that neither a template nor `createBusiness` answers. */
export function findOtherOperations(model: Model): readonly Operation[] {
  return model.services
    .flatMap((service) => service.operations)
    .filter(
      (each) =>
        !isImplemented(model, each.capability) ||
        (!isAnswered(each) && OPERATIONS[each.id] === undefined),
    );
}

const CAPABILITIES = [
  ["fulfillment", "fulfillment"],
  ["discount", "discount"],
  ["mandate", "ap2_mandate"],
  ["order", "order"],
] as const;

function vendorFeatures(model: Model): readonly Feature[] {
  const hasExamples = (
    operation: "create_checkout" | "complete_checkout",
    side: "request" | "response",
  ): boolean => Object.keys(findVendorMembers(model, operation, side).examples).length > 0;
  const { names } = findVendorMembers(model, "create_checkout", "response");
  return [
    ...(names.length > 0 ? (["vendor"] as const) : []),
    ...(hasExamples("create_checkout", "response") ? (["vendorResponse"] as const) : []),
    ...(hasExamples("create_checkout", "request") ? (["vendorRequest"] as const) : []),
    ...(hasExamples("complete_checkout", "request") ? (["vendorComplete"] as const) : []),
  ];
}

/** The forms in which the release has checkouts. */
function formsOf(operations: readonly Operation[], { releaseValues }: Model): readonly Feature[] {
  const create = membersOf(operations, "create_checkout", "request");
  const complete = membersOf(operations, "complete_checkout", "request");
  const { handlers, required } = handlersIn(membersOf(operations, "create_checkout", "response"));
  const isRequired = (name: string): boolean => create?.get(name)?.required !== undefined;
  return [
    ...(isRequired("currency") ? (["currency"] as const) : []),
    ...(isRequired("payment") ? (["paymentOnCreate"] as const) : []),
    ...(handlers?.required !== undefined && required ? (["listed"] as const) : []),
    ...(complete?.has("payment_data") === true ? (["paymentData"] as const) : []),
    ...(releaseValues.orderLines?.adjustedQuantities === "signed"
      ? (["signedAdjustments"] as const)
      : []),
    ...((releaseValues.events?.requiredHeaders ?? []).length > 0
      ? (["webhookHeaders"] as const)
      : []),
  ];
}

/** The headers that a call requires, and no client can compute. */
export function addedHeaders({ services, profile }: Model): readonly string[] {
  const set = new RegExp(
    `^(?:accept|content-type|idempotency-key|request-id|${profile.vocabulary.agentHeader})$`,
    "i",
  );
  const names = services
    .flatMap(({ operations }) => operations)
    .flatMap(({ rest }) => rest?.parameters ?? [])
    .filter(({ in: place, required, name }) => place === "header" && required && !set.test(name))
    .map(({ name }) => name);
  return [...new Set(names)];
}

function membersOf(
  operations: readonly Operation[],
  operation: string,
  side: "request" | "response",
): ReadonlyMap<string, Property> | undefined {
  const definition = operations.find(({ id }) => id === operation)?.[side];
  return definition && membersInPlace(definition.node);
}

/** `payment.handlers` of a checkout, and whether it has a payment at all. */
function handlersIn(checkout: ReadonlyMap<string, Property> | undefined): {
  readonly handlers: Property | undefined;
  readonly required: boolean;
} {
  const payment = checkout?.get("payment");
  return {
    handlers: payment && membersInPlace(payment.node).get("handlers"),
    required: payment?.required !== undefined,
  };
}
