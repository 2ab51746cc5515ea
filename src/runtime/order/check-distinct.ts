import { OrderError, type OrderErrorCode, quote } from "./order-error.js";

/** @throws {OrderError} with the given code if two entries share an id */
export function checkDistinct(code: OrderErrorCode, all: readonly { readonly id: string }[]): void {
  const ids = new Set<string>();
  for (const { id } of all) {
    if (ids.has(id)) throw new OrderError(code, quote(id));
    ids.add(id);
  }
}
