import { equalJson } from "./equal-json.js";

/** True if both would be written as the same JSON: undefined members are ignored, as in values read from a store. */
export function sameJson(left: object, right: object): boolean {
  return equalJson(written(left), written(right));
}

function written(value: object): unknown {
  return JSON.parse(JSON.stringify(value));
}
