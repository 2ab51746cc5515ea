/**
 * The capabilities that a mock serves and a new business has: what a business declares is what it does (§2.1). Those that the templates implement, those with
 * operations, for which examples stand in, and extensions of these.
 */

import { isCapability } from "@proto-gen/runtime/negotiation";
import { isOfProtocol } from "@proto-gen/runtime/codegen/generator";
import type { Model } from "../model/model.js";

const IMPLEMENTED = [
  "catalog.search",
  "catalog.lookup",
  "cart",
  "checkout",
  "fulfillment",
  "buyer_consent",
  "discount",
  "ap2_mandate",
  "order",
];

/** True if the templates have code for the capability. */
export function isImplemented({ profile }: Pick<Model, "profile">, capability: string): boolean {
  return (
    isOfProtocol(profile.vocabulary, capability) &&
    IMPLEMENTED.some((name) => isCapability(capability, name))
  );
}

export function findServedCapabilities(
  model: Pick<Model, "profile" | "agreement" | "services">,
): ReadonlySet<string> {
  const { capabilities } = model.agreement;
  const operations = model.services.flatMap((service) => service.operations);
  const served = new Set(operations.map(({ capability }) => capability));
  for (const { name } of capabilities) if (isImplemented(model, name)) served.add(name);
  // A set visits what is added meanwhile: an extension of an extension comes after it.
  for (const parent of served)
    for (const each of capabilities) if (each.extends.includes(parent)) served.add(each.name);
  return served;
}
