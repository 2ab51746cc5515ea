/** The products of a mock: those that search finds are those that everything else gives, over REST and MCP, in every release. */

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openMock, type OpenMock } from "../support/mock-process.js";
import { ownRelease, published, publishedReleases, type Release } from "../support/published.js";

interface Product {
  readonly id: string;
  readonly variants: readonly { readonly id: string; readonly inputs?: unknown }[];
}
interface Body {
  readonly products?: readonly Product[];
  readonly product?: Product;
  readonly messages?: readonly { readonly code: string }[];
}

const UNKNOWN = ["no_such_product", "prod_", "", "__proto__", "product_1"];
/** Releases with a catalog. */
const releases: readonly Release[] = [
  ownRelease,
  ...(published === undefined ? [] : publishedReleases.filter(({ name }) => name >= "2026-04")),
];

describe.each(releases)("a mock of $name", (release) => {
  let mock: OpenMock;
  beforeAll(async () => {
    const schemas = release.schemas.flatMap(({ directory, prefix }) => [
      "--schemas",
      prefix === undefined ? directory : `${directory}=${prefix}`,
    ]);
    mock = await openMock("--profile", release.profile, ...schemas);
  }, 60_000);
  afterAll(() => mock.stop());

  const isBundled = release === ownRelease;

  async function post(url: string, body: object, headers: object): Promise<Response> {
    return fetch(url, {
      method: "POST",
      headers: { "Content-Type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
  }

  async function rest(path: string, body: object): Promise<Body> {
    const agent = `profile="${mock.opened.platform}"`;
    const headers = { [mock.opened.agentHeader]: agent, "Request-Id": "1" };
    const answer = await post(`${mock.opened.endpoints.rest}${path}`, body, headers);
    expect(answer.status).toBe(200);
    return (await answer.json()) as Body;
  }

  async function tool(name: string, catalog: object): Promise<Body> {
    const agent = { profile: mock.opened.platform };
    const meta = { [mock.opened.agentHeader.toLowerCase()]: agent };
    const params = { name, arguments: { meta, catalog } };
    const message = { jsonrpc: "2.0", id: 1, method: "tools/call", params };
    const answer = await post(mock.opened.endpoints.mcp ?? "", message, {});
    const { result } = (await answer.json()) as {
      readonly result: { readonly structuredContent: Body };
    };
    const content = result.structuredContent;
    const isBare = ["products", "product", "messages"].some((each) => each in content);
    return isBare ? content : (Object.values(content)[0] as Body);
  }

  async function allProducts(): Promise<readonly Product[]> {
    const { products = [] } = await rest("/catalog/search", {
      // Some releases refuse a search without any input.
      filters: { price: { min: 0 } },
      query: "",
      pagination: { limit: 50 },
    });
    expect(products.length).toBeGreaterThan(5);
    return products;
  }

  it("looks up what it finds, and says of an unknown id that it is not found", async () => {
    for (const { id } of (await allProducts()).slice(0, 5)) {
      const { products, messages } = await rest("/catalog/lookup", { ids: [id, ...UNKNOWN] });
      expect(products?.map((each) => each.id)).toEqual([id]);
      expect(messages?.map(({ code }) => code)).toEqual(UNKNOWN.map(() => "not_found"));
    }
  });

  it.skipIf(isBundled)(
    "gets every product as search shows it, also by a variant's id",
    async () => {
      for (const product of await allProducts()) {
        for (const call of [
          (id: string) => rest("/catalog/product", { id }),
          (id: string) => tool("get_product", { id }),
        ]) {
          const { product: whole, messages } = await call(product.id);
          expect(whole).toMatchObject(product);
          expect(messages).toBeUndefined();
          const variant = product.variants.at(-1)?.id ?? "";
          const { product: ofVariant } = await call(variant);
          expect(ofVariant?.id).toBe(product.id);
          expect(ofVariant?.variants[0]?.id).toBe(variant);
          expect(ofVariant?.variants.some((each) => "inputs" in each)).toBe(false);
        }
      }
    },
  );

  it.skipIf(isBundled)("has no product for an unknown id", async () => {
    for (const id of UNKNOWN)
      for (const body of [
        await rest("/catalog/product", { id }),
        await tool("get_product", { id }),
      ]) {
        expect(body.product).toBeUndefined();
        expect(body.messages?.map(({ code }) => code)).toEqual(["not_found"]);
      }
  });

  it.skipIf(isBundled)("shows the variant with the selected options first", async () => {
    const product = (await allProducts()).find(({ variants }) => variants.length > 1);
    const last = product?.variants.at(-1) as { readonly selected_options?: unknown } | undefined;
    const selected = last?.selected_options;
    const body = await rest("/catalog/product", { id: product?.id, selected });
    expect(body.product).toMatchObject({ selected });
    expect(body.product?.variants[0]).toMatchObject(last as object);
  });
});
