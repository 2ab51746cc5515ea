import { textWidth } from "./text-width.js";

/** Breaks lines at spaces only: a path or a URL stays whole. */
export function wrap(text: string, room: number): string[] {
  const wrapped: string[] = [];
  for (const word of text.split(" ")) {
    const current = wrapped.at(-1);
    if (current !== undefined && textWidth(`${current} ${word}`) <= room)
      wrapped[wrapped.length - 1] = `${current} ${word}`;
    else wrapped.push(word);
  }
  return wrapped;
}
