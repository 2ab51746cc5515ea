/**
 * Security requirements of several services in one document. Services may have different schemes under one name: such a
 * scheme is renamed after its service, in the requirements, too.
 */

import { equalJson, type Json, type JsonObject } from "@proto-gen/runtime/json";
import { isObject } from "../../json-schema/keywords.js";
import type { RestBinding, ServiceModel } from "../v1.js";

export interface Security {
  /** The requirements of operations that have none of their own. */
  ofService(service: ServiceModel): readonly JsonObject[];
  /** An operation's own requirements; undefined where those of the service apply. */
  ofOperation(service: ServiceModel, rest: RestBinding): readonly JsonObject[] | undefined;
  /** The schemes that requirements name. */
  readonly schemes: JsonObject | undefined;
}

/** Without requirements, anyone may call; linters want that stated (§5.1). */
const NO_SECURITY: readonly JsonObject[] = [{}];

export function collectSecurity(services: readonly ServiceModel[]): Security {
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
    ofService: (service) => rename(service, defaultRequirements(service)),
    ofOperation: (service, { security }) => security && rename(service, security),
    schemes: schemes.size === 0 ? undefined : Object.fromEntries(schemes),
  };
}

/** @returns the names that a service's schemes have in the document, by those that they have in the service */
function addSchemes(service: ServiceModel, schemes: Map<string, Json>): Map<string, string> {
  const required = requiredSchemes(service);
  const declared = Object.entries(declaredSchemes(service)).filter(([name]) => required.has(name));
  return new Map(
    declared.map(([name, scheme]) => {
      const known = schemes.get(name);
      const isFree = known === undefined || equalJson(known, scheme);
      const documentName = isFree ? name : `${service.name}.${name}`;
      schemes.set(documentName, scheme);
      return [name, documentName];
    }),
  );
}

function defaultRequirements({ rest }: ServiceModel): readonly JsonObject[] {
  const general = rest?.document["security"];
  return Array.isArray(general) ? (general as readonly JsonObject[]) : NO_SECURITY;
}

function declaredSchemes({ rest }: ServiceModel): JsonObject {
  return objectAt(objectAt(rest?.document, "components"), "securitySchemes") ?? {};
}

function requiredSchemes(service: ServiceModel): Set<string> {
  const calls = [...service.operations, ...service.webhooks];
  const requirements = [
    ...defaultRequirements(service),
    ...calls.flatMap(({ rest }) => rest?.security ?? []),
  ];
  return new Set(requirements.flatMap((each) => Object.keys(each)));
}

function objectAt(value: JsonObject | undefined, name: string): JsonObject | undefined {
  const member = value?.[name];
  return isObject(member) ? member : undefined;
}
