/** Where an annotation stands: in the schema that is used here, if that has it, else in the one that it refers to. */

import type { Annotations } from "../model/node.js";
import type { Address } from "../compose/instance.js";
import { inside } from "./member.js";
import type { Value } from "./value.js";

export function annotationAt(value: Value, keyword: keyof Annotations): Address {
  const { seen, at, definition, node } = value;
  const candidates = [at, definition?.origin ?? at, node.origin];
  const found = candidates.find((address) => has(seen, address, keyword));
  return found === undefined ? at : inside(found, keyword);
}

function has({ schemas }: Value["seen"], { document, pointer }: Address, keyword: string): boolean {
  const schema = schemas.set.locate(document, pointer)?.schema;
  return typeof schema === "object" && Object.hasOwn(schema, keyword);
}
