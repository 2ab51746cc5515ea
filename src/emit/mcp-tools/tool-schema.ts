/**
 * Writes a definition as the schema of a tool: what an agent can send, and no more words than help it. A schema that contains itself stands
 * in `$defs`; so does, in the shared form, every schema that is used several times where that is smaller.
 */

import type { JsonObject } from "@proto-gen/runtime/json";
import type { SourceLocation } from "../../errors.js";
import { collectGroups, collectReachable, collectUsed } from "../../model/graph.js";
import { hasUnevaluated, pascalCase, type Definition, type Node } from "../v1.js";
import { firstSentence } from "../../text/first-sentence.js";
import { createBudget, LIMITS, type Limits } from "../schema/budget.js";
import { nodeSchema } from "../schema/node-schema.js";
import { annotationEntries, type Renderer } from "../schema/renderer.js";
import type { DescriptorForm } from "../descriptor-form.js";
import { levelsOf } from "./levels.js";
import { SchemaGraph, type Written } from "./schema-graph.js";

export interface ToolSchemaOptions<Mark> extends Pick<DescriptorForm, "schemas" | "descriptions"> {
  /** The name of the schema and where it is declared, for the message that it is too large. */
  readonly subject?: string;
  readonly place?: SourceLocation;
  readonly limits?: Partial<Limits>;
  /** True where members that no value has are left out: an agent cannot send them. */
  readonly omitsImpossible: boolean;
  /** What is to be known of a node that values have to satisfy: where it stands is reported. */
  readonly markOf?: (node: Node) => Mark | undefined;
}

type Described = Renderer["annotationsOf"];

/** @throws ProtoGenError EMIT_TOOL_TOO_LARGE where the schema exceeds its limits */
export function toolSchema<Mark = never>(
  root: Definition,
  options: ToolSchemaOptions<Mark>,
): Written<Mark> {
  const { subject = "the schema", place, markOf, omitsImpossible } = options;
  const limits = { ...LIMITS, ...options.limits };
  const reading = createBudget(limits, subject, place);
  const graph = new SchemaGraph<Mark>();
  const { widening, ...levels } = levelsOf(root.node);
  const recursive = recursiveAmong(root);
  const known = new Map<Node, JsonObject>();
  const renderer: Renderer = {
    annotationsOf: annotationsBy(levels, options.descriptions),
    observed: hasUnevaluated(nodesFrom(root)),
    isTerse: true,
    mayWiden: (node) => omitsImpossible && widening.has(node),
    reference(definition) {
      const schema = recursive.has(definition)
        ? graph.recursive(definition.key, () => bodyOf(definition))
        : bodyOf(definition);
      graph.wish(schema, nameOf(definition));
      return schema;
    },
    annotate: (target, own) => graph.annotate(target, own),
    render: (node) => {
      const mark = widening.has(node) ? markOf?.(node) : undefined;
      const schema = reading.within(0, () => nodeSchema(node, renderer));
      return graph.has(schema) ? schema : graph.add(schema, mark);
    },
  };

  function bodyOf({ node }: Definition): JsonObject {
    const schema = known.get(node) ?? renderer.render(node);
    known.set(node, schema);
    return schema;
  }

  return graph.write(bodyOf(root), options.schemas, createBudget(limits, subject, place));
}

/** Sentences on the first levels; elsewhere what a description cannot replace. */
function annotationsBy(
  { of: levels, described }: Omit<ReturnType<typeof levelsOf>, "widening">,
  depth: number,
): Described {
  return (node) => {
    const { description } = node.annotations;
    const isShown = (levels.get(node) ?? 0) <= depth && described.has(node);
    return [
      ...(description === undefined || !isShown
        ? []
        : [["description", firstSentence(description)] as const]),
      ...annotationEntries(node, ["deprecated", "default"]),
    ];
  };
}

function recursiveAmong(root: Definition): ReadonlySet<Definition> {
  const groups = [...collectGroups(root, () => false)];
  return new Set(
    groups
      .filter((group) => group.length > 1 || group.some((each) => collectUsed(each).includes(each)))
      .flat(),
  );
}

function nodesFrom(root: Definition): Node[] {
  return collectReachable([root]).map(({ node }) => node);
}

/** By where it is declared: `postal_address.json` is `PostalAddress`, whatever view of it this is. */
function nameOf({ origin }: Definition): string {
  const file = /[^/?#]*(?=[?#]|$)/.exec(origin.document)?.[0] ?? "";
  const own = /\/\$defs\/([^/]+)$/.exec(origin.pointer)?.[1] ?? file.replace(/\.json$/, "");
  return pascalCase(own);
}
