/**
 * Lookup of a batch of identifiers as the protocol has it (§4.4). The business says what each identifier stands for and shows
 * products; the result has each product once, in the order in which they were first asked for, each variant with the
 * identifiers that led to it, and a message for each identifier that is unknown.
 */

import { writtenInfo } from "../envelope/index.js";
import { ProtocolError } from "../error/index.js";
import type { CallContext } from "../server/handlers.js";
import type { LookupAnswer, LookupHandlers, LookupProduct, LookupRequestOf } from "./types.js";

type Later<Value> = Promise<Value> | Value;

/** A product and a variant that an identifier stands for. */
export interface LookupMatch<Product, Variant> {
  /** Equal, as a key of a Map, for the same product: its id, or the same object. */
  readonly product: Product;
  /** Equal, as a key of a Map, for the same variant. */
  readonly variant: Variant;
  /** `exact`: the identifier names the variant; `featured`: the business chose the variant for its product (§2.8). */
  readonly match: string;
}

/** Ties a variant to an identifier of the request (§2.8). */
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
   * Finds what the identifiers stand for, each of which comes once. Ids of products and variants must be known, others may be (§4.4);
   * an identifier may match several products. One that matches none has no entry.
   */
  find(
    ids: readonly string[],
    call: LookupCall<Each>,
  ): Later<ReadonlyMap<string, readonly LookupMatch<Product, Variant>[]>>;
  /** The product with these variants and no others, in this order; `inputs` are added to them. */
  show(
    product: Product,
    variants: readonly Variant[],
    call: LookupCall<Each>,
  ): Later<LookupProduct<Each>>;
  /** The number of identifiers that a batch may have; 50 unless given. */
  readonly maxIds?: number | undefined;
}

export type LookupCatalog<Each extends LookupHandlers> = (
  request: LookupRequestOf<Each>,
  context: CallContext,
) => Promise<LookupAnswer<Each>>;

const MAX_IDS = 50;

type Inputs<Variant> = Map<Variant, LookupInput[]>;

/**
 * The handler `lookupCatalog`.
 * @throws RangeError if `maxIds` is no whole number above 0
 */
export function createLookup<Each extends LookupHandlers, Product, Variant>(
  options: LookupOptions<Each, Product, Variant>,
): LookupCatalog<Each> {
  const { maxIds = MAX_IDS } = options;
  if (!(Number.isInteger(maxIds) && maxIds > 0))
    throw new RangeError("maxIds must be a whole number above 0");

  return async (request, context) => {
    const { ids: asked } = request as { readonly ids: readonly string[] };
    if (asked.length > maxIds)
      throw new ProtocolError("request_too_large", { content: `$.ids may have ${maxIds} at most` });
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

/** In the order of the identifiers that led to them first. */
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
      `a product was shown with ${variants.length} of ${inputs.length} variants`,
    );
  return { ...product, variants: variants.map((each, at) => ({ ...each, inputs: inputs[at] })) };
}
