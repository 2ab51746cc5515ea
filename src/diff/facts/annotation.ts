/** Where an annotation stands: in the schema that is used here, if that has it, else in the one that it refers to. */

import type { Annotations } from "../../model/node.js";
import type { SchemaAddress } from "../../json-schema/schema-address.js";
import { hasKeyword } from "./keyword.js";
import { childAddress } from "../pairs/member.js";
import type { Value } from "../pairs/value.js";

export function annotationAt(value: Value, keyword: keyof Annotations): SchemaAddress {
  const { at, definition, node } = value;
  const candidates = [at, definition?.origin ?? at, node.origin];
  const found = candidates.find((address) => hasKeyword(value, address, keyword));
  return found === undefined ? at : childAddress(found, keyword);
}
