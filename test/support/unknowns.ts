/**
 * Every `unknown` in the types of real releases, and the schema that causes it: by release, the path
 * of a type (`[]` into an array, `{}` into a map's values) and the place where nothing is constrained.
 */
export const UNKNOWNS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  repository: {
    ...everyConfig("https://proto.dev/schemas/2026-11-27/proto.json", {
      "schemas/capability.ts": ["BusinessEntry", "PlatformEntry", "ResponseEntry"],
      "schemas/service.ts": ["BusinessEntry", "PlatformEntry", "ResponseEntry"],
    }),
    ...everyConfig("https://proto.dev/schemas/2026-11-27/proto.json", declarations()),
    "schemas/payment-handler.ts AvailableInstrument.constraints.{}":
      "https://proto.dev/schemas/2026-11-27/payment_handler.json#/$defs/available_instrument/properties/constraints/additionalProperties",
    "schemas/shopping/types/cancel-request.ts CancelRequest.{}":
      "https://proto.dev/schemas/2026-11-27/shopping/types/cancel_request.json#/additionalProperties",
    "schemas/shopping/types/pagination-request.ts PaginationRequest.{}":
      "https://proto.dev/schemas/2026-11-27/shopping/types/pagination_request.json#/additionalProperties",
    "schemas/shopping/types/payment-handler-declaration.ts PaymentHandlerDeclaration.config.{}":
      "https://proto.dev/schemas/2026-11-27/shopping/types/payment_handler_declaration.json#/properties/config/additionalProperties",
    "schemas/shopping/types/product.ts Product.metadata.{}":
      "https://proto.dev/schemas/2026-11-27/shopping/types/product.json#/properties/metadata/additionalProperties",
    "schemas/shopping/types/risk-signals.ts RiskSignals.{}":
      "https://proto.dev/schemas/2026-11-27/shopping/types/risk_signals.json#/additionalProperties",
    "schemas/shopping/types/search-filters.ts SearchFilters.{}":
      "https://proto.dev/schemas/2026-11-27/shopping/types/search_filters.json#/additionalProperties",
  },
  "2026-01-11": {
    "embedded.ts EcReadyResult.upgrade.port.{}":
      "https://ucp.dev/services/shopping/embedded.json#/methods/0/result/schema/properties/upgrade/properties/port/additionalProperties",
    "schemas/capability.ts Discovery.config.{}":
      "https://ucp.dev/schemas/capability.json#/$defs/base/properties/config/additionalProperties",
    "schemas/capability.ts Response.config.{}":
      "https://ucp.dev/schemas/capability.json#/$defs/base/properties/config/additionalProperties",
    "schemas/services/shopping/openapi.ts CompleteCheckoutRequest.risk_signals.{}":
      "https://ucp.dev/services/shopping/openapi.json#/paths/~1checkout-sessions~1{id}~1complete/post/requestBody/content/application~1json/schema/allOf/1/properties/risk_signals/additionalProperties",
    "schemas/ucp.ts Ucp": "https://ucp.dev/schemas/ucp.json#",
    "schemas/shopping/types/payment-handler.ts PaymentHandler.config.{}":
      "https://ucp.dev/schemas/shopping/types/payment_handler.json#/properties/config/additionalProperties",
  },
  "2026-01-23": {
    "embedded.ts EcReadyResult.upgrade.port.{}":
      "https://ucp.dev/services/shopping/embedded.json#/methods/0/result/schema/properties/upgrade/properties/port/additionalProperties",
    ...everyConfig("https://ucp.dev/schemas/ucp.json", declarations()),
    ...everyConfig("https://ucp.dev/schemas/ucp.json", {
      "schemas/payment-handler.ts": ["Base"],
      "schemas/service.ts": ["Base"],
    }),
    "schemas/services/shopping/openapi.ts CompleteCheckoutRequest.risk_signals.{}":
      "https://ucp.dev/services/shopping/openapi.json#/paths/~1checkout-sessions~1{id}~1complete/post/requestBody/content/application~1json/schema/allOf/1/properties/risk_signals/additionalProperties",
    "schemas/ucp.ts Ucp": "https://ucp.dev/schemas/ucp.json#",
    "schemas/shopping/types/payment-instrument.ts SelectedPaymentInstrument.display.{}":
      "https://ucp.dev/schemas/shopping/types/payment_instrument.json#/properties/display/additionalProperties",
  },
  "2026-04-08": {
    "embedded.ts EcReadyResult.upgrade.port.{}":
      "https://ucp.dev/services/shopping/embedded.openrpc.json#/methods/0/result/schema/oneOf/0/properties/upgrade/properties/port/additionalProperties",
    "embedded.ts EpCartReadyResult.upgrade.port.{}":
      "https://ucp.dev/services/shopping/embedded.openrpc.json#/methods/15/result/schema/oneOf/0/properties/upgrade/properties/port/additionalProperties",
    ...everyConfig("https://ucp.dev/schemas/ucp.json", declarations()),
    ...everyConfig("https://ucp.dev/schemas/ucp.json", {
      "capabilities/dev/ucp/common/identity-linking.ts": ["PlatformSchema"],
      "schemas/capability.ts": ["Base"],
      "schemas/payment-handler.ts": ["Base"],
      "schemas/service.ts": ["Base"],
    }),
    "capabilities/dev/ucp/shopping/catalog/lookup.ts DetailProduct.metadata.{}":
      "https://ucp.dev/schemas/shopping/types/product.json#/properties/metadata/additionalProperties",
    "capabilities/dev/ucp/shopping/catalog/lookup.ts LookupResponse.products.[].metadata.{}":
      "https://ucp.dev/schemas/shopping/types/product.json#/properties/metadata/additionalProperties",
    "capabilities/dev/ucp/shopping/catalog/lookup.ts LookupVariant.metadata.{}":
      "https://ucp.dev/schemas/shopping/types/variant.json#/properties/metadata/additionalProperties",
    "schemas/shopping/types/available-payment-instrument.ts AvailablePaymentInstrument.constraints.{}":
      "https://ucp.dev/schemas/shopping/types/available_payment_instrument.json#/properties/constraints/additionalProperties",
    "schemas/shopping/types/payment-instrument.ts SelectedPaymentInstrument.display.{}":
      "https://ucp.dev/schemas/shopping/types/payment_instrument.json#/properties/display/additionalProperties",
    "schemas/shopping/types/product.ts Product.metadata.{}":
      "https://ucp.dev/schemas/shopping/types/product.json#/properties/metadata/additionalProperties",
    "schemas/shopping/types/total.ts TotalCreateRequest.{}":
      "https://ucp.dev/schemas/shopping/types/total.json#/additionalProperties",
    "schemas/shopping/types/totals.ts TotalsCreateRequest.[].{}":
      "https://ucp.dev/schemas/shopping/types/totals.json#/items/additionalProperties",
    "schemas/shopping/types/variant.ts Variant.metadata.{}":
      "https://ucp.dev/schemas/shopping/types/variant.json#/properties/metadata/additionalProperties",
    "schemas/ucp.ts Ucp": "https://ucp.dev/schemas/ucp.json#",
  },
};

/** What all declarations of these releases have in common. */
function declarations(): Readonly<Record<string, readonly string[]>> {
  const schemas = ["BusinessSchema", "PlatformSchema", "ResponseSchema"];
  return {
    "schemas/capability.ts": schemas,
    "schemas/payment-handler.ts": schemas,
    "schemas/service.ts": schemas,
  };
}

/** A declaration's `config` is open: every declaration takes it from one `entity`. */
function everyConfig(
  document: string,
  types: Readonly<Record<string, readonly string[]>>,
): Record<string, string> {
  const cause = `${document}#/$defs/entity/properties/config/additionalProperties`;
  return Object.fromEntries(
    Object.entries(types).flatMap(([file, names]) =>
      names.map((name) => [`${file} ${name}.config.{}`, cause]),
    ),
  );
}
