/**
 * Room for the bodies of answers. In: bytes. Out: a copy of them, on a shelf with others that came at about
 * the same time: they expire together, and the shelf goes with the last one.
 *
 * Memory of its own for each of 100,000 answers would cost more time than what they are answers to.
 */

const SHELF_BYTES = 256 * 1024;
/** What wastes at most an eighth of a shelf where it does not fit. */
const LARGEST = SHELF_BYTES / 8;

export interface Shelves {
  /** Not to be handed out: its buffer has others' answers too. */
  keep(bytes: Uint8Array): Uint8Array;
}

export function createShelves(): Shelves {
  let shelf = new Uint8Array(0);
  let used = 0;
  return {
    keep(bytes) {
      if (bytes.length > LARGEST) return new Uint8Array(bytes);
      if (used + bytes.length > shelf.length) {
        shelf = new Uint8Array(SHELF_BYTES);
        used = 0;
      }
      const place = shelf.subarray(used, used + bytes.length);
      place.set(bytes);
      used += bytes.length;
      return place;
    },
  };
}
