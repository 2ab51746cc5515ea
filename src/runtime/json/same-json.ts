import { equalJson } from "./equal-json.js";

/** Whether both are written alike: a member that is undefined is none, as in what a store gives back. */
export function sameJson(left: object, right: object): boolean {
  return equalJson(written(left), written(right));
}

function written(value: object): unknown {
  return JSON.parse(JSON.stringify(value));
}
