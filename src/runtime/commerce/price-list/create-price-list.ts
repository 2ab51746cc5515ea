/**
 * A price list: what a business sells at fixed prices, in one currency. It evaluates carts and checkouts (§2.3, §2.7), and answers the
 * operations of the catalog (§4.4). A request for anything that the list does not have is declined as a whole: a line that is left out
 * would be a cart of something else.
 */

import { BusinessOutcome } from "../../envelope/business-outcome.js";
import type { InfoMessage, Message } from "../../envelope/message.js";
import { writtenMessage } from "../../envelope/written-messages.js";
import { ProtocolError } from "../../error/protocol-error.js";
import type { CallContext } from "../../server/handlers.js";
import { createLookup } from "../catalog/create-lookup.js";
import { createSearch } from "../catalog/create-search.js";
import { takePage } from "../catalog/page.js";
import { Declined } from "../checkout/checkout-error.js";
import { totalsOf, type WrittenTotal } from "../totals/total.js";

/** Something that is sold. */
export interface ListedItem {
  readonly title: string;
  /** For one piece, in minor units of the currency. */
  readonly price: number;
  /** Plain text. Default: the title. */
  readonly description?: string | undefined;
}

export interface PriceListOptions {
  /** ISO 4217: `USD`. */
  readonly currency: string;
  /** By the id that platforms name. */
  readonly items: Readonly<Record<string, ListedItem>>;
}

interface RequestedLines {
  readonly line_items: readonly {
    readonly item: { readonly id: string };
    readonly quantity: number;
  }[];
}

// The results are assigned to generated types, so they are mutable as those are, and type aliases: an interface is not assignable to a
// type with an index signature.

/** A line has the id of its item, so that it stays the same from update to update. */
type PricedLine = {
  id: string;
  item: { id: string; title: string; price: number };
  quantity: number;
  totals: WrittenTotal[];
};

type PricedRequest = {
  line_items: PricedLine[];
  currency: string;
  totals: WrittenTotal[];
  links: never[];
};

type Price = {
  amount: number;
  currency: string;
};

type ListedVariant = {
  id: string;
  title: string;
  description: { plain: string };
  price: Price;
  availability: { available: true };
};

/** A product as a platform sees it (§2.8), with one variant. */
type ListedProduct<Variant = ListedVariant> = {
  id: string;
  title: string;
  description: { plain: string };
  price_range: { min: Price; max: Price };
  variants: Variant[];
};

type FoundVariant = ListedVariant & { inputs: { id: string; match: "exact" }[] };

interface SearchRequest {
  readonly query?: string | undefined;
  readonly filters?: object | undefined;
  readonly pagination?: unknown;
}

/** The handlers of the catalog's operations, for `handlers` of `createBusiness`. */
interface ListedCatalog {
  /** Finds items with every word of the query in their title or description. Filters are refused. */
  searchCatalog(
    request: SearchRequest,
    context: CallContext,
  ): Promise<{
    products: ListedProduct[];
    pagination: { cursor?: string; has_next_page: boolean; total_count?: number };
  }>;
  lookupCatalog(
    request: { readonly ids: readonly string[] },
    context: CallContext,
  ): Promise<{ products: ListedProduct<FoundVariant>[]; messages?: InfoMessage[] }>;
  getProduct(request: {
    readonly id: string;
  }): Promise<{ product: ListedProduct } | BusinessOutcome>;
}

export interface PriceList extends ListedCatalog {
  /** `evaluate` of checkouts and of carts: lines, sub-total and total. There are no taxes, discounts or costs of delivery in it. */
  evaluate(this: void, request: RequestedLines): PricedRequest | Declined;
}

/** With its id. */
interface Entry extends ListedItem {
  readonly id: string;
  readonly description: string;
}

/**
 * Creates a price list. Items that it does not have are declined by `item_unavailable`.
 * @throws RangeError unless the currency is a code of ISO 4217, and every price a whole number of minor units that is not negative
 * @example
 * ```ts
 * import { createPriceList, Declined } from "@proto-gen/runtime/commerce";
 *
 * const shop = createPriceList({ currency: "USD", items: { mug: { title: "Mug", price: 1_800 } } });
 * const priced = shop.evaluate({ line_items: [{ item: { id: "mug" }, quantity: 2 }] });
 * if (priced instanceof Declined) throw priced.messages;
 * priced.totals; // [{ type: "subtotal", amount: 3600 }, { type: "total", amount: 3600 }]
 * ```
 */
export function createPriceList({ currency, items }: PriceListOptions): PriceList {
  if (!/^[A-Z]{3}$/.test(currency))
    throw new RangeError(`currency must be a code of ISO 4217, such as USD: found ${currency}`);
  const entries = Object.entries(items).map(([id, item]) => entryOf(id, item));
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  return {
    evaluate: ({ line_items: requested }) => priced(requested, byId, currency),
    ...catalogOf(byId, currency),
  };
}

function entryOf(id: string, { title, price, description = title }: ListedItem): Entry {
  if (!Number.isSafeInteger(price) || price < 0)
    throw new RangeError(
      `the price of ${id} must be a whole number of minor units: found ${price}`,
    );
  return { id, title, price, description };
}

type Entries = ReadonlyMap<string, Entry>;

/** Several lines of one item are one line. */
function priced(
  requested: RequestedLines["line_items"],
  entries: Entries,
  currency: string,
): PricedRequest | Declined {
  if (requested.length === 0) return new Declined([NO_ITEMS]);
  const unknown = requested.flatMap(({ item }, at) => (entries.has(item.id) ? [] : [at]));
  if (unknown.length > 0) return new Declined(unknown.slice(0, MAX_MESSAGES).map(unavailable));
  const quantities = new Map<string, number>();
  for (const { item, quantity } of requested)
    quantities.set(item.id, (quantities.get(item.id) ?? 0) + quantity);
  const lines = [...quantities].map(([id, quantity]) => ({
    quantity,
    entry: entries.get(id) as Entry,
  }));
  const amounts = lines.map(({ entry, quantity }) => entry.price * quantity);
  const subtotal = amounts.reduce((sum, each) => sum + each, 0);
  const all = [...lines.map(({ quantity }) => quantity), subtotal];
  if (!all.every(Number.isSafeInteger)) return new Declined([TOO_MANY]);
  return {
    line_items: lines.map(({ entry: { id, title, price }, quantity }) => ({
      ...{ id, item: { id, title, price }, quantity },
      totals: totalsOf({ subtotal: price * quantity }),
    })),
    ...{ currency, totals: totalsOf({ subtotal }), links: [] },
  };
}

/** A request may have thousands of lines, and a platform needs to hear of the first ones only. */
const MAX_MESSAGES = 10;

const NO_ITEMS = /* @__PURE__ */ writtenMessage("missing", {
  content: "Name at least one item.",
  path: "$.line_items",
});

const TOO_MANY = /* @__PURE__ */ writtenMessage("item_unavailable", {
  content: "There are not as many.",
  path: "$.line_items",
});

function unavailable(at: number): Message {
  return writtenMessage("item_unavailable", { path: `$.line_items[${at}].item.id` });
}

function catalogOf(entries: Entries, currency: string): ListedCatalog {
  const shown = (entry: Entry): ListedProduct => productOf(entry, currency);
  return {
    searchCatalog: createSearch<ListedCatalog, readonly string[], string>({
      readQuery: ({ query = "", filters = {} }) => {
        if (Object.keys(filters).length > 0)
          throw new ProtocolError("invalid_request", {
            content: "$.filters must be empty: this catalog has no filters",
          });
        return query.toLowerCase().split(/\s+/).filter(Boolean);
      },
      search(words, page) {
        const found = [...entries.values()].filter((entry) => hasAll(entry, words));
        const taken = takePage<{ readonly id: string }, Entry>(
          found,
          { ...page, after: page.after === undefined ? undefined : { id: page.after } },
          (one, other) => (one.id < other.id ? -1 : Number(one.id > other.id)),
        );
        return { products: taken.page.map(shown), next: taken.next?.id, total: taken.total };
      },
      isPosition: (value) => typeof value === "string",
    }),
    lookupCatalog: createLookup<ListedCatalog, Entry, "only">({
      find: (ids) =>
        new Map(
          ids.flatMap((id) => {
            const product = entries.get(id);
            return product === undefined
              ? []
              : [[id, [{ product, variant: "only", match: "exact" }]] as const];
          }),
        ),
      show: shown,
    }),
    async getProduct({ id }) {
      const entry = entries.get(id);
      if (entry !== undefined) return { product: shown(entry) };
      const content = "There is no such product.";
      return new BusinessOutcome([writtenMessage("not_found", { content })]);
    },
  };
}

function hasAll({ title, description }: Entry, words: readonly string[]): boolean {
  const text = `${title} ${description}`.toLowerCase();
  return words.every((word) => text.includes(word));
}

function productOf(entry: Entry, currency: string): ListedProduct {
  const { id, title, price: amount, description: plain } = entry;
  const price = { amount, currency };
  const named = { id, title, description: { plain } };
  return {
    ...named,
    price_range: { min: price, max: price },
    variants: [{ ...named, price, availability: { available: true } }],
  };
}
