/** The catalog with what is left. In: articles, a store. Out: a catalog, made anew where something was taken since. */

import type { Storage } from "@proto-gen/runtime/storage";
import { UNLIMITED, type Article, type ArticleVariant } from "../catalog/article.js";
import { createCatalog, type Catalog, type CatalogData } from "../catalog/index.js";
import { STOCK, type StockRecord } from "./stock-record.js";

type TakenById = ReadonlyMap<string, number>;

const AT_A_TIME = 1000;
/** More records than are written at once: of two concurrent writes, the one with the lower version may become visible last. */
const RECENT = 32;

export function createLeftovers(data: CatalogData, store: Storage): () => Promise<Catalog> {
  let known: { readonly state: string; readonly catalog: Catalog } | undefined;

  /** Another one after each write, by whichever process: records of stock are never removed. */
  async function stateNow(): Promise<string> {
    const recent = await store.scan(STOCK, { newest: true, limit: RECENT });
    return recent.map(({ version, key }) => `${version} ${key}`).join("\n");
  }

  async function allTaken(): Promise<TakenById> {
    const taken = new Map<string, number>();
    for (let after: string | undefined; ;) {
      const page = await store.scan<StockRecord>(STOCK, { after, limit: AT_A_TIME });
      for (const { key, value } of page) taken.set(key, value.taken);
      if (page.length < AT_A_TIME) return taken;
      after = page.at(-1)?.key;
    }
  }

  return async () => {
    // Read first: what is taken in between is seen with the next call.
    const state = await stateNow();
    if (known?.state !== state) {
      const taken = await allTaken();
      const articles = data.articles.map((each) => leftOf(each, taken));
      known = { state, catalog: createCatalog({ ...data, articles }) };
    }
    return known.catalog;
  };
}

function leftOf(article: Article, taken: TakenById): Article {
  const left = (variant: ArticleVariant): ArticleVariant => {
    const gone = taken.get(variant.id) ?? 0;
    if (gone === 0 || variant.stock === UNLIMITED) return variant;
    return { ...variant, stock: Math.max(0, variant.stock - gone) };
  };
  const [first, ...others] = article.variants;
  return { ...article, variants: [left(first), ...others.map(left)] };
}
