/**
 * Room for the bodies of answers. In: bytes. Out: a copy of them, on a shelf with others that came at about
 * the same time: they expire together, and the shelf goes with the last one.
 *
 * Memory of its own for each of 100,000 answers would cost more time than what they are answers to.
 */

const SHELF_BYTES = 256 * 1024;
/** What wastes at most an eighth of a shelf where it does not fit. */
const LARGEST = SHELF_BYTES / 8;

/** Where a body stands. Three numbers' worth: a view of a buffer is as large as the answers that are kept. */
export interface Place {
  readonly shelf: Uint8Array;
  readonly start: number;
  readonly end: number;
}

export interface Shelves {
  keep(bytes: Uint8Array): Place;
}

export function createShelves(): Shelves {
  let shelf = new Uint8Array(0);
  let used = 0;
  return {
    keep(bytes) {
      if (bytes.length > LARGEST)
        return { shelf: new Uint8Array(bytes), start: 0, end: bytes.length };
      if (used + bytes.length > shelf.length) {
        shelf = new Uint8Array(SHELF_BYTES);
        used = 0;
      }
      const start = used;
      shelf.set(bytes, start);
      used += bytes.length;
      return { shelf, start, end: used };
    },
  };
}

/** A copy of what stands there: the shelf has others' answers too. */
export function taken({ shelf, start, end }: Place): Uint8Array {
  return shelf.slice(start, end);
}
