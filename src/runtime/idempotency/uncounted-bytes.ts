/**
 * Memory that the garbage collector does not count: V8 takes each byte of an `ArrayBuffer` for a reason to
 * collect soon, so that a store that only grows has it mark the whole heap several times a second. What is
 * shared between threads is nobody's, and not counted; ours is shared with none.
 */

// Browsers have it on isolated pages only.
declare const SharedArrayBuffer: (new (length: number) => ArrayBufferLike) | undefined;

export function uncountedBytes(length: number): Uint8Array {
  return new Uint8Array(
    typeof SharedArrayBuffer === "undefined"
      ? new ArrayBuffer(length)
      : new SharedArrayBuffer(length),
  );
}
