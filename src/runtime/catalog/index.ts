/** The catalog (§4.4): the parts of search and lookup that are the same for every business. */

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
export { takePage, type TakenPage } from "./page.js";
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
