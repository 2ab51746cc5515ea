/** Where the buyers' pages are. In: ids, as they are. */

export function sessionPath(id: string): string {
  return `/checkout-sessions/${encodeURIComponent(id)}`;
}

export function orderPath(id: string): string {
  return `/orders/${encodeURIComponent(id)}`;
}

/** What cannot be decoded is no id: as it stands it is one that nobody has. */
export function decoded(id: string): string {
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}
