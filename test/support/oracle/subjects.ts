/** What is mutated: a valid instance, the validator emitted for it, and the oracle's predicate. */

import type { Json, JsonObject } from "@proto-gen/runtime/json";
import type { Validator } from "@proto-gen/runtime/schema";
import type { Composition } from "../../../src/compose/compose.js";
import { RESPONSE, viewText } from "../../../src/compose/view.js";
import { emitted, type Emitted } from "./emitted.js";
import { deepFreeze } from "./mutate.js";
import { instance, OWN_PROFILE, publishedRelease, readJson } from "./releases.js";

export interface Subject {
  readonly name: string;
  readonly instance: Json;
  readonly validator: Validator<unknown>;
  readonly isValid: (value: unknown) => boolean;
  /** Where the schema stands in the composition. */
  readonly composition: Composition;
  readonly reference: string;
}

/**
 * The repository's own profile with all its capabilities.
 *
 * @param out the directory below `test/.out`; one per test file, since they run beside each other
 */
export async function ownSubjects(out = "oracle"): Promise<Subject[]> {
  const both = await open(`${out}-own`, { profile: OWN_PROFILE });
  const requests = instance("requests");
  const request = (name: string): Json => requests[name] as Json;
  return [
    await both("Checkout", "checkout", "response", instance("checkout")),
    await both("Checkout", "checkout", "response", instance("checkout-completed")),
    await both("CheckoutCreateRequest", "checkout", "request.create", request("checkout.create")),
    await both("CheckoutUpdateRequest", "checkout", "request.update", request("checkout.update")),
    await both(
      "CheckoutCompleteRequest",
      "checkout",
      "request.complete",
      request("checkout.complete"),
    ),
    await both("Cart", "cart", "response", instance("cart")),
    await both("CartCreateRequest", "cart", "request.create", request("cart.create")),
    await both("CartUpdateRequest", "cart", "request.update", request("cart.update")),
    await both("Order", "order", "response", instance("order")),
    await both("SearchRequest", "search_request", "request.search", request("search")),
    await both("SearchResponse", "search_response", "response.search", instance("search-response")),
    await both("LookupRequest", "lookup_request", "request.lookup", request("lookup")),
    await both("LookupResponse", "lookup_response", "response.lookup", instance("lookup-response")),
    await profileSubject(),
  ];

  async function profileSubject(): Promise<Subject> {
    const { emitted } = both;
    const { sources, schemas } = emitted.composition;
    const address = { document: sources.profileSchema ?? "", pointer: "" };
    const validator = await emitted.validator("schemas/discovery/profile", "Profile");
    const reference = schemas.reference(address, RESPONSE);
    return {
      name: "Profile",
      instance: deepFreeze(readJson("profile.json")),
      validator,
      isValid: emitted.reference.schema(address, RESPONSE),
      composition: emitted.composition,
      reference,
    };
  }
}

/** Checkout and order of a published release; undefined where it is not at hand. */
export async function publishedSubjects(
  date: string,
  out = "oracle",
): Promise<Subject[] | undefined> {
  const options = publishedRelease(date);
  if (options === undefined) return undefined;
  const both = await open(`${out}-${date}`, options);
  const { proto, ...order } = instance("order");
  const checkout = readJson("bench/checkout.json") as JsonObject;
  const first = date === "2026-01-11";
  return [
    await both("Checkout", "checkout", "response", first ? firstCheckout(checkout) : checkout),
    await both("Order", "order", "response", {
      ucp: first ? FIRST_ENVELOPE : (proto as Json),
      ...order,
    }),
  ];
}

const FIRST_ENVELOPE: Json = {
  version: "2026-01-11",
  capabilities: [{ name: "dev.ucp.shopping.checkout", version: "2026-01-11" }],
};

/** The release 2026-01-11 lists capabilities and says brand and digits beside the instrument's id. */
function firstCheckout(checkout: JsonObject): Json {
  const payment = checkout["payment"] as JsonObject;
  const instruments = (payment["instruments"] as readonly JsonObject[]).map((instrument) => ({
    ...instrument,
    brand: "visa",
    last_digits: "4242",
  }));
  return { ...checkout, ucp: FIRST_ENVELOPE, payment: { ...payment, handlers: [], instruments } };
}

interface Both {
  (type: string, shape: string, view: string, value: Json): Promise<Subject>;
  readonly emitted: Emitted;
}

async function open(name: string, options: Parameters<typeof emitted>[1]): Promise<Both> {
  const both = await emitted(name, options);
  const subject = async (
    type: string,
    shape: string,
    view: string,
    value: Json,
  ): Promise<Subject> => {
    const found = both.composition.shapes.find(
      ({ root, key }) => key === shape || (key === "" && root.endsWith(`.${shape}`)),
    );
    const composed = found?.fullViews.find((each) => viewText(each.view) === view);
    if (found === undefined || composed === undefined)
      throw new Error(`${name} composes no ${shape} in ${view}`);
    const extensions = found.contributions.map(({ capability }) => capability);
    return {
      name: type,
      instance: deepFreeze(value),
      validator: await both.validator("index", type),
      isValid: both.reference.composed(found, composed.view, extensions),
      composition: both.composition,
      reference: composed.uri,
    };
  };
  return Object.assign(subject, { emitted: both });
}
