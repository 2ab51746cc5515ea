/** The catalog (§4.4): what search and lookup have in every business, around the business's own search. */

export {
  createLookup,
  type LookupCall,
  type LookupCatalog,
  type LookupInput,
  type LookupMatch,
  type LookupOptions,
} from "./create-lookup.js";
export {
  createSearch,
  type FoundPage,
  type SearchCatalog,
  type SearchOptions,
  type SearchPage,
} from "./create-search.js";
export { takePage, type TakenPage } from "./take-page.js";
export type {
  LookupAnswer,
  LookupHandlers,
  LookupProduct,
  LookupRequestOf,
  SearchAnswer,
  SearchHandlers,
  SearchProduct,
  SearchRequestOf,
} from "./types.js";
