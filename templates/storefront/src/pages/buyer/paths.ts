/** Where the buyers' pages are. In: ids, as they are. */

export function sessionPath(id: string): string {
  return `/checkout-sessions/${encodeURIComponent(id)}`;
}

export function orderPath(id: string): string {
  return `/orders/${encodeURIComponent(id)}`;
}
