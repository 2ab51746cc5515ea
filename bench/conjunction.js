/** Two schemas that both apply, as one flat schema. In and out: plain schemas, never mutated. */
import { isDeepStrictEqual } from "node:util";

/** `expand` replaces a `$ref` by what it points at; it is called only where two schemas differ. */
export function conjunction(left, right, expand) {
  if (isDeepStrictEqual(left, right)) return left;
  if (left.$ref) return conjunction(expand(left), right, expand);
  if (right.$ref) return conjunction(left, expand(right), expand);
  const merged = { ...left };
  for (const [keyword, value] of Object.entries(right)) {
    merged[keyword] = keyword in left ? mergeKeyword(keyword, left[keyword], value, expand) : value;
  }
  return merged;
}

function mergeKeyword(keyword, left, right, expand) {
  if (isDeepStrictEqual(left, right)) return left;
  switch (keyword) {
    case "required":
      return [...new Set([...left, ...right])];
    case "items":
    case "additionalProperties":
      return conjunction(left, right, expand);
    case "properties":
      return mergeProperties(left, right, expand);
    default:
      throw new Error(`BENCH_CANNOT_MERGE: ${keyword}, ${JSON.stringify([left, right])}`);
  }
}

function mergeProperties(left, right, expand) {
  const merged = { ...left };
  for (const [name, schema] of Object.entries(right)) {
    merged[name] = name in left ? conjunction(left[name], schema, expand) : schema;
  }
  return merged;
}
