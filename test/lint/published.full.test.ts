/**
 * The findings in published releases. Each was reviewed and is correct: files are not at the place of their `$id`,
 * transports list fields, unions overlap, and refuse examples.
 */

import path from "node:path";
import { describe, expect, it } from "vitest";
import type { SourceLocation } from "../../src/errors.js";
import { lint } from "../../src/lint/lint.js";
import { published, publishedReleases } from "../support/published.js";

const INLINE = "warning SERVICE_INLINE_FIELDS";
const OVERLAP = "warning one-of-overlap";

const DETOKENIZED = "/paths/~1detokenize/post/responses/200/content/application~1json/examples";

const FOUND: Readonly<Record<string, readonly string[]>> = {
  "2026-01-11": [
    // The releases' own build moves it to schemas/discovery/profile.json; here it is not there.
    "error id-wrong discovery/profile_schema.json:3 /$id",
    "warning LOAD_REF_BY_PLACE discovery/profile_schema.json:11 /properties/ucp/$ref",
    `${INLINE} handlers/tokenization/openapi.json:100 /paths/~1tokenize/post/responses/200/content/application~1json/schema`,
    // Examples of a card: in an answer, which omits the token, a card is a token credential as well (see below).
    `error service-example-invalid handlers/tokenization/openapi.json:184 ${DETOKENIZED}/card_credential_fpan/value`,
    `error service-example-invalid handlers/tokenization/openapi.json:196 ${DETOKENIZED}/card_credential_network_token/value`,
    // It does not compose the checkout, so that the request that completes one has no mandate.
    "warning COMPOSE_ENTRY_LOST schemas/shopping/ap2_mandate.json:82 /$defs/complete_request_with_ap2",
    // Requests have it, although its author meant to say that they have not.
    "warning read-only-ignored schemas/shopping/discount.json:78 /$defs/discounts_object/properties/applied/readOnly",
    // Every retail location is a shipping destination, all of whose other members are optional.
    `${OVERLAP} schemas/shopping/types/fulfillment_destination.json:8 /oneOf`,
    // A card credential is a token credential, whose type is open.
    `${OVERLAP} schemas/shopping/types/payment_credential.json:6 /oneOf`,
    "error id-wrong services/service_schema.json:3 /$id",
    `${INLINE} services/shopping/openapi.json:247 /paths/~1checkout-sessions~1{id}~1complete/post/requestBody/content/application~1json/schema`,
  ],
  "2026-01-23": [
    "error id-wrong discovery/profile_schema.json:3 /$id",
    // A profile of a platform may be one of a business.
    `${OVERLAP} discovery/profile_schema.json:7 /oneOf`,
    "warning LOAD_REF_BY_PLACE discovery/profile_schema.json:65 /$defs/base/properties/ucp/$ref",
    `${INLINE} handlers/tokenization/openapi.json:100 /paths/~1tokenize/post/responses/200/content/application~1json/schema`,
    "warning read-only-ignored schemas/shopping/discount.json:78 /$defs/discounts_object/properties/applied/readOnly",
    `${OVERLAP} schemas/shopping/types/fulfillment_destination.json:8 /oneOf`,
    `${INLINE} services/shopping/openapi.json:247 /paths/~1checkout-sessions~1{id}~1complete/post/requestBody/content/application~1json/schema`,
  ],
  "2026-04-08": [
    "error id-wrong discovery/profile_schema.json:3 /$id",
    "warning LOAD_REF_BY_PLACE discovery/profile_schema.json:65 /$defs/base/properties/ucp/$ref",
    `${INLINE} handlers/tokenization/openapi.json:100 /paths/~1tokenize/post/responses/200/content/application~1json/schema`,
    `${INLINE} schemas/shopping/fulfillment.json:119 /embedded/methods/ec.fulfillment.address_change_request/result/schema`,
    `${OVERLAP} schemas/shopping/types/fulfillment_destination.json:8 /oneOf`,
    `${INLINE} services/shopping/embedded.openrpc.json:34 /methods/0/result/schema`,
    `${INLINE} services/shopping/rest.openapi.json:758 /webhooks/orderEvent/post/responses/200/content/application~1json/schema`,
  ],
};

/** Fragments ("Which line items …"), and texts that repeat a name ("The street address."). */
const UNCLEAR: Readonly<Record<string, readonly string[]>> = {
  "2026-01-11": [
    "handlers/tokenization/openapi.json /paths/~1tokenize/post/responses/200/content/application~1json/schema/properties/token",
    "handlers/tokenization/openapi.json /paths/~1detokenize/post/requestBody/content/application~1json/schema/properties/token",
    "schemas/shopping/types/adjustment.json /properties/line_items",
    "schemas/shopping/types/expectation.json /properties/line_items",
    "schemas/shopping/types/fulfillment_event.json /properties/line_items",
    "schemas/shopping/types/postal_address.json /properties/street_address",
    "schemas/shopping/types/shipping_destination.json",
    "schemas/shopping/types/token_credential.json /properties/token",
  ],
  "2026-01-23": [
    "handlers/tokenization/openapi.json /paths/~1tokenize/post/responses/200/content/application~1json/schema/properties/token",
    "handlers/tokenization/openapi.json /paths/~1detokenize/post/requestBody/content/application~1json/schema/properties/token",
    "schemas/shopping/types/adjustment.json /properties/line_items",
    "schemas/shopping/types/expectation.json /properties/line_items",
    "schemas/shopping/types/fulfillment_event.json /properties/line_items",
    "schemas/shopping/types/payment_instrument.json /$defs/selected_payment_instrument/allOf/1/properties/selected",
    "schemas/shopping/types/postal_address.json /properties/street_address",
    "schemas/shopping/types/shipping_destination.json",
    "schemas/shopping/types/token_credential.json /allOf/1/properties/token",
  ],
  "2026-04-08": [
    "handlers/tokenization/openapi.json /paths/~1tokenize/post/responses/200/content/application~1json/schema/properties/token",
    "handlers/tokenization/openapi.json /paths/~1detokenize/post/requestBody/content/application~1json/schema/properties/token",
    "schemas/shopping/catalog_lookup.json /$defs/lookup_variant/allOf/1/properties/inputs",
    "schemas/shopping/types/adjustment.json /properties/line_items",
    "schemas/shopping/types/detail_option_value.json /properties/available",
    "schemas/shopping/types/detail_option_value.json /properties/exists",
    "schemas/shopping/types/expectation.json /properties/line_items",
    "schemas/shopping/types/fulfillment_event.json /properties/line_items",
    "schemas/shopping/types/input_correlation.json /properties/match",
    "schemas/shopping/types/pagination.json /$defs/response/properties/has_next_page",
    "schemas/shopping/types/payment_instrument.json /$defs/selected_payment_instrument/allOf/1/properties/selected",
    "schemas/shopping/types/postal_address.json /properties/street_address",
    "schemas/shopping/types/shipping_destination.json",
    "schemas/shopping/types/token_credential.json /allOf/1/properties/token",
    "schemas/shopping/types/variant.json /properties/availability/properties/available",
  ],
};

describe.skipIf(published === undefined)("a published release", () => {
  it.each(publishedReleases.map(({ name }) => name))(
    "of %s has these findings, and no others",
    async (release) => {
      const directory = path.join(published ?? "", release, "source");
      const { findings, more } = await lint({ directories: [directory] });
      const unclear = findings.filter(({ rule }) => rule === "description-unclear");
      const others = findings.filter(({ rule }) => rule !== "description-unclear");
      const said = others.map(({ severity, rule, place }) => {
        const file = path.relative(directory, place?.file ?? "");
        return `${severity} ${rule} ${file}:${place?.line} ${place?.pointer}`;
      });
      expect(said).toEqual(FOUND[release]);
      expect(unclear.map(({ place }) => placeIn(directory, place))).toEqual(UNCLEAR[release]);
      expect(more).toEqual([]);
    },
  );
});

function placeIn(directory: string, place: SourceLocation | undefined): string {
  const pointer = place?.pointer?.replace(/\/description$/, "");
  return `${path.relative(directory, place?.file ?? "")} ${pointer}`.trim();
}
