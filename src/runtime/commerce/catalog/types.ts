/**
 * The types of a business's catalog, derived from its generated handlers: `createSearch<Handlers, …>`,
 * `createLookup<Handlers, …>`. A business may have only one of the two capabilities.
 */

import type { WithoutMembers } from "../../service/operation.js";
import type { BusinessOutcome } from "../../envelope/business-outcome.js";
import type { CallContext } from "../../server/handlers.js";

// The parameter is `never` because every handler has its own request type.
type AnyHandler = (request: never, context: CallContext) => unknown;

export interface SearchHandlers {
  readonly searchCatalog: AnyHandler;
}

export interface LookupHandlers {
  readonly lookupCatalog: AnyHandler;
}

type AnswerOf<Handler extends AnyHandler> = Exclude<Awaited<ReturnType<Handler>>, BusinessOutcome>;
type ProductsOf<Answer> = Answer extends { readonly products: readonly (infer Product)[] }
  ? Product
  : never;

export type SearchRequestOf<Each extends SearchHandlers> = Parameters<Each["searchCatalog"]>[0];
/** The response without its envelope. */
export type SearchAnswer<Each extends SearchHandlers> = AnswerOf<Each["searchCatalog"]>;
export type SearchProduct<Each extends SearchHandlers> = ProductsOf<SearchAnswer<Each>>;

export type LookupRequestOf<Each extends LookupHandlers> = Parameters<Each["lookupCatalog"]>[0];
/** The response without its envelope. */
export type LookupAnswer<Each extends LookupHandlers> = AnswerOf<Each["lookupCatalog"]>;

/** A product of a lookup as the business renders it; `inputs` are added to its variants. */
export type LookupProduct<Each extends LookupHandlers> = WithoutInputs<
  ProductsOf<LookupAnswer<Each>>
>;

type WithoutInputs<Product> = Product extends unknown
  ? WithoutMembers<Product, "variants"> & {
      readonly variants: readonly WithoutMembers<VariantsOf<Product>, "inputs">[];
    }
  : never;
type VariantsOf<Product> = Product extends {
  readonly variants?: readonly (infer Variant)[] | undefined;
}
  ? Variant
  : never;
