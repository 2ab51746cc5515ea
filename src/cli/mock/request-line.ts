/** A request in one line: `POST /proto/v1/carts create_cart 201 - 12 ms`. */

import { oneLine } from "../table.js";
import type { Answered } from "./messages.js";

const LONGEST_PATH = 200;

export function requestLine({
  method,
  path,
  operation = "-",
  status,
  code = "-",
  milliseconds,
}: Answered): string {
  const shown = path.length > LONGEST_PATH ? `${path.slice(0, LONGEST_PATH)}...` : path;
  return oneLine(`${method} ${shown} ${operation} ${status} ${code} ${milliseconds} ms`);
}
