/**
 * Finds extensions whose own schema is closed against members that its base requires: nothing would be valid.
 * `additionalProperties` knows only the members beside it, not those of the base.
 */

import { joinPointer, type JsonObject } from "@proto-gen/runtime/json";
import { diagnostic, type Diagnostic } from "../errors.js";
import { isObject } from "../json-schema/keywords.js";
import { locateSource } from "../load/document.js";
import type { Sources } from "../load/sources.js";
import type { ComposedShape } from "./composition.js";
import { collectAddedSchemas, collectCertainSchemas } from "./visibility/in-place-schemas.js";
import { entryKeysOf } from "./visibility/visibility-rules.js";

/** Reports COMPOSE_MEMBERS_REFUSED, once for an entry that several shapes share. */
export function reportClosedAdditions(
  sources: Sources,
  shapes: readonly ComposedShape[],
): Diagnostic[] {
  const problems = shapes.flatMap((shape) => closedAdditions(sources, shape));
  return [...new Map(problems.map((each) => [JSON.stringify(each.place), each])).values()];
}

function closedAdditions(sources: Sources, shape: ComposedShape): Diagnostic[] {
  const { root, base, contributions } = shape;
  const required = [
    ...new Set(
      collectCertainSchemas(sources, [base]).flatMap(({ schema }) => listRequired(schema)),
    ),
  ];
  if (required.length === 0) return [];
  const entries = entryKeysOf(shape, contributions);
  return contributions.flatMap(({ capability, address }) =>
    collectAddedSchemas(sources, address, entries).flatMap(({ document, pointer, schema }) => {
      if (document !== address.document || !isObject(schema)) return [];
      const refused = required.filter((name) => !accepts(schema, name));
      const [first] = refused;
      if (first === undefined) return [];
      const source = sources.documents.get(document);
      const more = refused.length === 1 ? "" : ` and ${refused.length - 1} more`;
      return [
        diagnostic(
          "COMPOSE_MEMBERS_REFUSED",
          `${capability} refuses ${first}${more}, which ${root} requires: nothing is valid`,
          {
            place:
              source && locateSource(source, joinPointer(pointer, "additionalProperties"), "key"),
          },
        ),
      ];
    }),
  );
}

function listRequired(schema: unknown): string[] {
  const names = isObject(schema) ? schema["required"] : undefined;
  return Array.isArray(names) ? names.filter((name) => typeof name === "string") : [];
}

function accepts(
  { additionalProperties, properties, patternProperties }: JsonObject,
  name: string,
): boolean {
  if (additionalProperties !== false) return true;
  if (isObject(properties) && Object.hasOwn(properties, name)) return true;
  const patterns = isObject(patternProperties) ? Object.keys(patternProperties) : [];
  return patterns.some((pattern) => new RegExp(pattern, "u").test(name));
}
