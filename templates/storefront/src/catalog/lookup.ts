/** Getting products by identifier (§4.4). */

import { ProtocolError } from "@proto-gen/runtime/error";
import { infoMessage } from "@proto-gen/runtime/envelope";
import type { LookupRequest, LookupResponse } from "../generated/index.js";
import type { LookupInput } from "../generated/schemas/shopping/types/lookup-input.js";
import type { Article, ArticleVariant } from "./article.js";
import type { Identify } from "./identifiers.js";
import { productOf } from "./product-of.js";

type LookupAnswer = Omit<LookupResponse, "proto">;
type Inputs = Map<ArticleVariant, LookupInput[]>;

const MAX_IDS = 50;

/**
 * The products in the order they were first asked for, each with the variants that the identifiers led to:
 * of a product's own identifier that is the featured one. A message for each identifier that is unknown.
 *
 * @throws ProtocolError request_too_large
 */
export function lookupCatalog(identify: Identify, { ids, context }: LookupRequest): LookupAnswer {
  if (ids.length > MAX_IDS)
    throw new ProtocolError("request_too_large", { content: `$.ids may have ${MAX_IDS} at most` });

  const found = new Map<Article, Inputs>();
  const unknown: string[] = [];
  for (const id of new Set(ids)) {
    const identified = identify(id);
    if (identified === undefined) unknown.push(id);
    else note(found, identified.article, identified.variant, { id, match: identified.match });
  }

  const products = [...found].map(([article, inputs]) =>
    productOf(
      article,
      context,
      [...inputs].map(([variant, each]) => ({ variant, inputs: each })),
    ),
  );
  const messages = unknown.map((content) => infoMessage({ code: "not_found", content }));
  return messages.length === 0 ? { products } : { products, messages };
}

function note(
  found: Map<Article, Inputs>,
  article: Article,
  variant: ArticleVariant,
  input: LookupInput,
): void {
  const inputs: Inputs = found.get(article) ?? new Map<ArticleVariant, LookupInput[]>();
  found.set(article, inputs.set(variant, [...(inputs.get(variant) ?? []), input]));
}
