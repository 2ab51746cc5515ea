/**
 * Finds names in `required` and `dependentRequired` that no schema of the object declares. A misspelt name demands a member
 * that nobody sends, so that every value is refused, and leaves the one that was meant optional.
 */

import { joinPointer, type Json, type JsonObject } from "@proto-gen/runtime/json";
import { diagnostic, type Diagnostic } from "../errors.js";
import { isObject } from "../json-schema/keywords.js";
import type { LocatedSchema } from "../load/check-document.js";
import { locateSource, type Document } from "../load/document.js";
import type { Sources } from "../load/sources.js";
import { nearestKeyword } from "../text/nearest.js";
import { groupByInstance, type InstanceGroup } from "./instance-groups.js";

interface RequiredName {
  readonly name: string;
  /** Below the schema. */
  readonly pointer: string;
  /** All names of its list. */
  readonly list: readonly string[];
}

interface Demand extends RequiredName {
  readonly document: Document;
  readonly at: string;
}

/** Nobody reads more of one document, and finding the line of each takes time. */
const MAX_BY_DOCUMENT = 100;

/** Reports SCHEMA_REQUIRED_MISSPELT for names that are nearly that of a member, and SCHEMA_REQUIRED_UNDECLARED for others. */
export function reportUndeclaredNames(sources: Sources): Diagnostic[] {
  const demands = [...sources.documents.values()].map((document) =>
    sources.schemasIn(document).flatMap(namesDeclaredElsewhere),
  );
  if (demands.every((each) => each.length === 0)) return [];
  const groups = groupByInstance(sources);
  return demands.flatMap((each) => {
    const undeclared = each.flatMap((demand) => {
      const group = groups({ document: demand.document.uri, pointer: demand.at });
      return group.declares(demand.name) ? [] : [{ demand, group }];
    });
    return undeclared.slice(0, MAX_BY_DOCUMENT).map(undeclaredDiagnostic);
  });
}

/** The schema of a `not` often requires what no schema declares, so that nobody sends it. */
const NEGATED = /\/not(?:\/(?:allOf|anyOf|oneOf)\/\d+)*$/;

function namesDeclaredElsewhere({ document, pointer, schema }: LocatedSchema): Demand[] {
  if (!isObject(schema) || NEGATED.test(pointer)) return [];
  const { properties } = schema;
  return requiredNames(schema)
    .filter(({ name }) => !isObject(properties) || !Object.hasOwn(properties, name))
    .map((each) => ({ ...each, document, at: pointer }));
}

function requiredNames({ required, dependentRequired }: JsonObject): RequiredName[] {
  const dependent = isObject(dependentRequired) ? Object.entries(dependentRequired) : [];
  return [
    ...namesIn(required, "/required"),
    ...dependent.flatMap(([name, list]) =>
      namesIn(list as Json, joinPointer("/dependentRequired", name)),
    ),
  ];
}

function namesIn(value: Json | undefined, pointer: string): RequiredName[] {
  const names: readonly Json[] = Array.isArray(value) ? value : [];
  const list = names.filter((name) => typeof name === "string");
  return names.flatMap((name, index) =>
    typeof name === "string" ? [{ name, pointer: `${pointer}/${index}`, list }] : [],
  );
}

function undeclaredDiagnostic({
  demand: { name, list, document, at, pointer },
  group,
}: {
  readonly demand: Demand;
  readonly group: InstanceGroup;
}): Diagnostic {
  const near = nearestKeyword(name, group.names);
  // A name that is required itself is not what this one was meant to be: `line2` beside `line1`.
  const meant = near !== undefined && list.includes(near) ? undefined : near;
  return diagnostic(
    meant === undefined ? "SCHEMA_REQUIRED_UNDECLARED" : "SCHEMA_REQUIRED_MISSPELT",
    `${JSON.stringify(name)} is required, but no schema of this object declares it`,
    {
      place: locateSource(document, `${at}${pointer}`),
      hint: meant === undefined ? undefined : `did you mean ${meant}?`,
    },
  );
}
