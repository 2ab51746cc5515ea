/** How many pieces of an item are taken: sold, or about to be. By the item's id; none that is only copied. */

export const STOCK = "stock";

export interface StockRecord {
  readonly taken: number;
}
