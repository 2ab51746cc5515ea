import type pg from "pg";
import { pool } from "./database.js";

export interface Product {
  readonly id: string;
  readonly title: string;
  readonly cents: number;
  readonly stock: number;
}

export async function allProducts(): Promise<Product[]> {
  return (await pool.query<Product>("SELECT * FROM products ORDER BY title")).rows;
}

export async function findProducts(ids: readonly string[]): Promise<Product[]> {
  return (await pool.query<Product>("SELECT * FROM products WHERE id = ANY ($1)", [ids])).rows;
}

/** False if there are not so many left. */
export async function takeFromStock(
  client: pg.PoolClient,
  id: string,
  quantity: number,
): Promise<boolean> {
  const { rowCount } = await client.query(
    "UPDATE products SET stock = stock - $2 WHERE id = $1 AND stock >= $2",
    [id, quantity],
  );
  return rowCount === 1;
}
