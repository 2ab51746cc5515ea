/** What is sold. Put your database here: everything else asks these functions. */

export interface Product {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  /** In minor units of CURRENCY. */
  readonly price: number;
  /** Pieces that can be sold. */
  readonly stock: number;
}

/** ISO 4217. */
export const CURRENCY = "USD";

const PRODUCTS: readonly Product[] = [
  {
    id: "mug",
    title: "Mug",
    description: "A stoneware mug for tea and coffee.",
    price: 1_800,
    stock: 50,
  },
  {
    id: "lamp",
    title: "Lamp",
    description: "A reading lamp with a wooden foot.",
    price: 12_000,
    stock: 3,
  },
  {
    id: "vase",
    title: "Vase",
    description: "A tall vase, glazed in blue. Stoneware.",
    price: 6_500,
    stock: 8,
  },
];

export async function findProduct(id: string): Promise<Product | undefined> {
  return PRODUCTS.find((each) => each.id === id);
}
//: if search

/** Returns the products that have every word in their title or description, ordered by id. */
export async function searchProducts(words: readonly string[]): Promise<readonly Product[]> {
  const has = ({ title, description }: Product, word: string): boolean =>
    `${title} ${description}`.toLowerCase().includes(word);
  return PRODUCTS.filter((each) => words.every((word) => has(each, word)));
}
//: end
