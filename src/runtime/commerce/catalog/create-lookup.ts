/**
 * Lookup of a batch of identifiers (§4.4). The business resolves identifiers and renders products; the result has
 * each product once, in the order of the request, each variant with the identifiers that matched it, and a message
 * for each unknown identifier.
 */

import { writtenInfo } from "../../envelope/written-messages.js";
import { ProtocolError } from "../../error/protocol-error.js";
import { atLeast } from "../../bounds/at-least.js";
import type { CallContext } from "../../server/handlers.js";
import type { LookupAnswer, LookupHandlers, LookupProduct, LookupRequestOf } from "./types.js";

type Later<Value> = Promise<Value> | Value;

/** A product and variant that an identifier matches. */
export interface LookupMatch<Product, Variant> {
  /** A Map key for the product: its id, or always the same object. */
  readonly product: Product;
  /** A Map key for the variant. */
  readonly variant: Variant;
  /** `exact`: the identifier names the variant; `featured`: the business chose the variant for its product (§2.8). */
  readonly match: string;
}

/** Links a variant to an identifier of the request (§2.8). */
export interface LookupInput {
  readonly id: string;
  readonly match: string;
}

export interface LookupCall<Each extends LookupHandlers> {
  readonly request: LookupRequestOf<Each>;
  readonly context: CallContext;
}

export interface LookupOptions<Each extends LookupHandlers, Product, Variant> {
  /**
   * Resolves the identifiers, which are distinct. Ids of products and variants must be supported, others may be
   * (§4.4). An identifier may match several products; one without a match has no entry.
   */
  find(
    ids: readonly string[],
    call: LookupCall<Each>,
  ): Later<ReadonlyMap<string, readonly LookupMatch<Product, Variant>[]>>;
  /** Renders a product with exactly these variants, in this order. `inputs` are added to them. */
  show(
    product: Product,
    variants: readonly Variant[],
    call: LookupCall<Each>,
  ): Later<LookupProduct<Each>>;
  /** Maximum number of identifiers in a batch. Default: 50. */
  readonly maxIds?: number | undefined;
}

export type LookupCatalog<Each extends LookupHandlers> = (
  request: LookupRequestOf<Each>,
  context: CallContext,
) => Promise<LookupAnswer<Each>>;

const MAX_IDS = 50;

type Inputs<Variant> = Map<Variant, LookupInput[]>;

/**
 * Creates the handler `lookupCatalog` (§4.4). It throws a `ProtocolError` `request_too_large` for a batch above
 * `maxIds`.
 * @throws RangeError if `maxIds` is not a positive integer
 * @example
 * ```ts
 * import { createLookup } from "@proto-gen/runtime/commerce";
 * import type { Handlers } from "./generated/server.js";
 *
 * type Row = { readonly id: string; readonly variant: string };
 * declare const database: { byIds(ids: readonly string[]): Promise<readonly Row[]> };
 * const lookupCatalog = createLookup<Handlers, Row, string>({
 *   async find(ids) {
 *     const rows = await database.byIds(ids);
 *     return new Map(rows.map((row) => [row.id, [{ product: row, variant: row.variant, match: "featured" }]]));
 *   },
 *   show: ({ id }, variants) => ({ id, variants: variants.map((each) => ({ id: each })) }),
 * });
 * ```
 */
export function createLookup<Each extends LookupHandlers, Product, Variant>(
  options: LookupOptions<Each, Product, Variant>,
): LookupCatalog<Each> {
  const maxIds = atLeast("maxIds", 1, options.maxIds ?? MAX_IDS);

  return async (request, context) => {
    const { ids: asked } = request as { readonly ids: readonly string[] };
    if (asked.length > maxIds)
      throw new ProtocolError("request_too_large", {
        content: `$.ids must have at most ${maxIds} items`,
      });
    const ids = [...new Set(asked)];
    const call = { request, context };
    const matches = await options.find(ids, call);
    const products = [...byProduct(ids, matches)].map(async ([product, inputs]) =>
      withInputs(await options.show(product, [...inputs.keys()], call), [...inputs.values()]),
    );
    const unknown = ids.filter((id) => (matches.get(id) ?? []).length === 0);
    // §2.3: the content of these messages is the identifier.
    const messages = unknown.map((content) => writtenInfo("not_found", { content }));
    const answer = {
      products: await Promise.all(products),
      ...(messages.length === 0 ? {} : { messages }),
    };
    return answer as LookupAnswer<Each>;
  };
}

/** In the order of the first identifier that matched each product. */
function byProduct<Product, Variant>(
  ids: readonly string[],
  matches: ReadonlyMap<string, readonly LookupMatch<Product, Variant>[]>,
): ReadonlyMap<Product, Inputs<Variant>> {
  const found = new Map<Product, Inputs<Variant>>();
  for (const id of ids)
    for (const { product, variant, match } of matches.get(id) ?? []) {
      const inputs: Inputs<Variant> = found.get(product) ?? new Map<Variant, LookupInput[]>();
      found.set(product, inputs.set(variant, [...(inputs.get(variant) ?? []), { id, match }]));
    }
  return found;
}

function withInputs(
  product: { readonly variants: readonly object[] },
  inputs: readonly (readonly LookupInput[])[],
): object {
  const { variants } = product;
  if (variants.length !== inputs.length)
    throw new RangeError(
      `show must return all requested variants of a product: expected ${inputs.length}, found ${variants.length}`,
    );
  return { ...product, variants: variants.map((each, at) => ({ ...each, inputs: inputs[at] })) };
}
