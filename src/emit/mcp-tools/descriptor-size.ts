/** The size of tool descriptors: every agent reads all of them before its first call. */

import type { Tool } from "@proto-gen/runtime/codegen/v1";
import { countText } from "../../text/count.js";

/** In bytes, as `tools/list` sends the descriptor. */
export function descriptorSize(tool: Tool): number {
  return new TextEncoder().encode(JSON.stringify(tool)).length;
}

export function sizeNote(tools: readonly Tool[]): string {
  const sizes = tools.map((tool) => ({ name: tool.name, size: descriptorSize(tool) }));
  const total = sizes.reduce((sum, { size }) => sum + size, 0);
  const largest = sizes.reduce((best, each) => (each.size > best.size ? each : best));
  const count = countText(tools.length, "tool");
  return `${count}, ${formatKilobytes(total)}; the largest is ${largest.name}, ${formatKilobytes(largest.size)}`;
}

export function formatKilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`;
}
