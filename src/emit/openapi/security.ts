/**
 * Security of several services in one document. In: services. Out: what calls of each ask for by default,
 * and the schemes that something asks for. Two schemes of one name are told apart by their service.
 */

import { equalJson, type Json, type JsonObject } from "@proto-gen/runtime/json";
import { isObject } from "../../json-schema/keywords.js";
import type { RestBinding, ServiceModel } from "../../model/services/operation.js";

export interface Security {
  /** What a service asks for where an operation says nothing else. */
  general(service: ServiceModel): readonly JsonObject[];
  /** What an operation asks for itself; undefined where it leaves that to its service. */
  own(service: ServiceModel, rest: RestBinding): readonly JsonObject[] | undefined;
  /** The schemes that are asked for, by name. */
  readonly schemes: JsonObject | undefined;
}

/** Without a word of it, anyone may call; linters want that said (§5.1). */
const OPEN: readonly JsonObject[] = [{}];

export function securityOf(services: readonly ServiceModel[]): Security {
  const schemes = new Map<string, Json>();
  const renamed = new Map(services.map((service) => [service, addSchemes(service, schemes)]));

  function rename(service: ServiceModel, requirements: readonly JsonObject[]): JsonObject[] {
    const names = renamed.get(service);
    return requirements.map((requirement) =>
      Object.fromEntries(
        Object.entries(requirement).map(([name, scopes]) => [names?.get(name) ?? name, scopes]),
      ),
    );
  }

  return {
    general: (service) => rename(service, generalOf(service)),
    own: (service, { security }) => security && rename(service, security),
    schemes: schemes.size === 0 ? undefined : Object.fromEntries(schemes),
  };
}

/** The names under which a service's schemes are there. */
function addSchemes(service: ServiceModel, schemes: Map<string, Json>): Map<string, string> {
  const wanted = wantedBy(service);
  const declared = Object.entries(declaredBy(service)).filter(([name]) => wanted.has(name));
  return new Map(
    declared.map(([name, scheme]) => {
      const known = schemes.get(name);
      const free = known === undefined || equalJson(known, scheme);
      const given = free ? name : `${service.name}.${name}`;
      schemes.set(given, scheme);
      return [name, given];
    }),
  );
}

function generalOf({ rest }: ServiceModel): readonly JsonObject[] {
  const general = rest?.document["security"];
  return Array.isArray(general) ? (general as readonly JsonObject[]) : OPEN;
}

function declaredBy({ rest }: ServiceModel): JsonObject {
  return objectAt(objectAt(rest?.document, "components"), "securitySchemes") ?? {};
}

function wantedBy(service: ServiceModel): Set<string> {
  const calls = [...service.operations, ...service.webhooks];
  const requirements = [
    ...generalOf(service),
    ...calls.flatMap(({ rest }) => rest?.security ?? []),
  ];
  return new Set(requirements.flatMap((each) => Object.keys(each)));
}

function objectAt(value: JsonObject | undefined, name: string): JsonObject | undefined {
  const member = value?.[name];
  return isObject(member) ? member : undefined;
}
