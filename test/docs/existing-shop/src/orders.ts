import { pool, transaction } from "./database.js";
import { HttpError } from "./errors.js";
import { findProducts, takeFromStock } from "./products.js";
import type { Basket } from "./session.js";

export interface Order {
  readonly number: string;
  readonly email: string;
  readonly cents: number;
  readonly lines: Basket;
}

export async function findOrder(number: string): Promise<Order | undefined> {
  return (await pool.query<Order>("SELECT * FROM orders WHERE number = $1", [number])).rows[0];
}

/** Takes what is in the basket from stock, and places the order. */
export async function placeOrder(email: string, lines: Basket): Promise<Order> {
  const products = await findProducts(Object.keys(lines));
  if (products.length === 0) throw new HttpError(409, "The basket is empty.");
  return transaction(async (client) => {
    let cents = 0;
    for (const { id, title, cents: price } of products) {
      const quantity = lines[id] ?? 0;
      if (!(await takeFromStock(client, id, quantity)))
        throw new HttpError(409, `${title} is sold out.`);
      cents += price * quantity;
    }
    const {
      rows: [order],
    } = await client.query<Order>(
      "INSERT INTO orders (email, cents, lines) VALUES ($1, $2, $3) RETURNING *",
      [email, cents, lines],
    );
    if (order === undefined) throw new Error("There is no order.");
    return order;
  });
}
