/**
 * The subject of `resolve` and `validate`: one definition, and what is known of its origin. It comes from a schema's file
 * and a view, or from a type of a profile.
 */

import type { Attribution } from "@proto-gen/runtime/codegen/generator";
import { findFamily, findType } from "./find-type.js";
import type { Composition } from "../compose/compose.js";
import { viewText } from "../compose/view.js";
import { createViewedSchemas } from "../compose/viewed-schemas.js";
import type { Interpretation } from "../interpretation.js";
import { loadSchema, type LoadedSchema, type LoadSchemaOptions } from "../load/load-schema.js";
import { createLowering, openEnumLookup } from "../model/lower.js";
import type { Model, NamedType } from "../model/model.js";
import { isObject, isRoleMap, isSchema } from "../json-schema/keywords.js";
import type { Definition } from "../model/node.js";
import { locateOrigin } from "../model/locate-origin.js";
import { joinPointer } from "@proto-gen/runtime/json";
import { chooseSchemaView, chooseTypeView, type ViewChoice } from "./view-choice.js";

export interface Subject {
  /** Its name in messages. */
  readonly name: string;
  readonly definition: Definition;
  /** The `$defs` of a document that is resolved as a whole. */
  readonly siblings: readonly Definition[];
  readonly composition: Pick<Composition, "schemas" | "sources">;
  /** The model that a type is of; undefined for a schema that was loaded by itself. */
  readonly model: Model | undefined;
  readonly attribution: Attribution | undefined;
  /** The capability whose schema a document is. */
  ownerOf(document: string): string | undefined;
  /** The capability whose type a definition is. */
  capabilityOf(definition: Definition): string | undefined;
}

export type SchemaChoice = LoadSchemaOptions & ViewChoice;

export async function schemaSubject(choice: SchemaChoice): Promise<Subject> {
  return buildSchemaSubject(await loadSchema(choice), choice);
}

/** The view of a schema that was loaded by itself. */
export function buildSchemaSubject(
  { sources, location }: LoadedSchema,
  choice: ViewChoice,
): Subject {
  const view = chooseSchemaView(choice, sources);
  const schemas = createViewedSchemas(sources);
  const composition = { schemas, sources };
  const lowering = createLowering(schemas.set, {
    ...openEnumLookup(schemas),
    place: (each) => locateOrigin(each, composition),
  });
  const { document, pointer } = location;
  const definitionAt = (at: string): Definition =>
    lowering.definition(schemas.reference({ document, pointer: at }, view));
  const file = sources.documents.get(document)?.file ?? document;
  const owners = new Map(
    sources.profile.registry.capabilities.map(({ schema, name }) => [schema ?? "", name]),
  );
  const ownerOf = (viewed: string): string | undefined =>
    owners.get(schemas.source(viewed)?.document ?? "");
  const definition = definitionAt(pointer);
  const owner = ownerOf(definition.origin.document);
  return {
    name: `${file}${pointer === "" ? "" : `#${pointer}`} (${viewText(view)})`,
    definition,
    siblings: pointer === "" ? definitionPointers(location.schema).map(definitionAt) : [],
    composition,
    model: undefined,
    attribution: owner === undefined ? undefined : { "": owner },
    ownerOf,
    capabilityOf: ({ origin }) => ownerOf(origin.document),
  };
}

/** @param wanted `<capability>.<TypeName>`, or `<TypeName>` of the negotiated surface */
export function typeSubject(input: Interpretation, wanted: string, choice: ViewChoice): Subject {
  const found = findType(input, wanted);
  if (choice.op === undefined && choice.direction === undefined)
    return buildTypeSubject(input, wanted, found.type);
  const views = findFamily(input, found)?.views ?? [];
  return buildTypeSubject(input, wanted, chooseTypeView(wanted, views, choice).type);
}

export function buildTypeSubject(input: Interpretation, name: string, type: NamedType): Subject {
  const { model, composition } = input;
  return {
    name,
    definition: type.definition,
    siblings: [],
    composition,
    model,
    attribution: type.attribution,
    ownerOf: model.ownerOf,
    capabilityOf: (definition) =>
      model.hasType(definition) ? model.typeOf(definition).capability : undefined,
  };
}

/** The `$defs` of a schema, and the roles of a role map one by one. */
function definitionPointers(schema: unknown): string[] {
  const defs = isObject(schema) ? schema["$defs"] : undefined;
  if (!isObject(defs)) return [];
  return Object.entries(defs).flatMap(([name, entry]) => {
    if (isRoleMap(name, entry))
      return Object.keys(entry).map((role) => joinPointer("/$defs", name, role));
    return isSchema(entry) ? [joinPointer("/$defs", name)] : [];
  });
}
