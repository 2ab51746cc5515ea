/** The report of `proto-gen list --json`, which the tables are printed from, too. */

import type { Interpretation } from "../../../interpretation.js";
import { createDescriber } from "../../../emit/mcp-tools/descriptor.js";
import { DEFAULT_FORM, type DescriptorForm } from "../../../emit/descriptor-form.js";
import { descriptorSize } from "../../../emit/mcp-tools/descriptor-size.js";
import { factsInForce, type FactOverrides } from "../../../facts/facts-in-force.js";
import type { LeftOutEntry } from "../../../load/side.js";
import type { Definition } from "../../../model/node.js";
import type { Operation, ServiceModel, Webhook } from "../../../model/services/operation.js";
import {
  agreementReport,
  diagnosticReports,
  type AgreementReport,
  type DiagnosticReport,
} from "../../report.js";
import { createTypeNamer, type TypeNamer } from "../../../model/type-namer.js";

/** `proto-gen list --json`. */
export interface ListReport {
  readonly ok: true;
  /** The profile's member and the version it declares. */
  readonly protocol: { readonly name: string; readonly version: string };
  readonly active: readonly CapabilityReport[];
  readonly excluded: AgreementReport["excluded"];
  /** Entries of another's profile that cannot be used. */
  readonly leftOut?: readonly LeftOutEntry[];
  readonly services: readonly ServiceReport[];
  /** The facts that the release states in prose alone. */
  readonly facts: readonly FactReport[];
  readonly diagnostics: readonly DiagnosticReport[];
}

export interface FactReport {
  readonly name: string;
  readonly value: string;
  /** Page of the release's documentation, or the option that gives the value; absent for the protocol's own text. */
  readonly source?: string | undefined;
}

export interface CapabilityReport {
  readonly name: string;
  readonly version: string;
  /** A container is a root whose shapes differ by operation. */
  readonly kind: "root" | "container" | "extension";
  readonly extends: readonly string[];
  readonly specification?: string | undefined;
}

export interface ServiceReport {
  readonly name: string;
  readonly version: string;
  readonly endpoints: readonly {
    readonly transport: string;
    readonly version: string;
    readonly endpoint?: string | undefined;
  }[];
  readonly operations: readonly OperationReport[];
  readonly webhooks: readonly WebhookReport[];
  /** Operations of the service's documents that the profile does not have. */
  readonly leftOut: readonly { readonly id: string; readonly reason: string }[];
}

export interface OperationReport {
  readonly id: string;
  readonly verb: string;
  readonly capability: string;
  readonly deprecated: boolean;
  /** Types by their names in `index.ts`; no request where nothing is sent. */
  readonly request?: string | undefined;
  readonly response?: string | undefined;
  readonly rest?:
    { readonly method: string; readonly path: string; readonly success: number } | undefined;
  /** `bytes` of the descriptor, as `tools/list` sends it to every agent. */
  readonly mcp?: { readonly tool: string; readonly bytes: number } | undefined;
}

export interface WebhookReport {
  readonly name: string;
  readonly id: string;
  readonly capability: string;
  readonly method: string;
  readonly request?: string | undefined;
}

interface ListOptions {
  readonly facts?: FactOverrides | undefined;
  readonly descriptors?: DescriptorForm | undefined;
}

export function listReport(
  input: Interpretation,
  { facts, descriptors = DEFAULT_FORM }: ListOptions = {},
): ListReport {
  const { model, agreement, sources, notices, leftOut = [] } = input;
  const nameOf = createTypeNamer(model, "index");
  return {
    ok: true,
    protocol: { name: sources.profile.vocabulary.name, version: sources.profile.registry.version },
    active: capabilityReports(input),
    excluded: agreementReport(agreement).excluded,
    ...(leftOut.length === 0 ? {} : { leftOut }),
    services: model.services.map((service) =>
      serviceReport(input, service, { nameOf, descriptors }),
    ),
    facts: factReports(input, facts),
    diagnostics: diagnosticReports(notices),
  };
}

function factReports(
  { sources: { profile } }: Interpretation,
  overrides: FactOverrides | undefined,
): FactReport[] {
  const { vocabulary, registry } = profile;
  const release = { protocol: vocabulary.name, version: registry.version };
  return factsInForce(release, overrides).map(({ name, value, source }) => ({
    ...{ name, value },
    source,
  }));
}

function capabilityReports({ agreement, composition }: Interpretation): CapabilityReport[] {
  const bodies = new Set(
    composition.shapes.filter(({ key }) => key === "").map(({ root }) => root),
  );
  const shaped = new Set(composition.shapes.map(({ root }) => root));
  return agreement.capabilities.map(({ name, version, extends: parents, spec }) => {
    const isContainer = shaped.has(name) && !bodies.has(name);
    const kind = parents.length > 0 ? "extension" : isContainer ? "container" : "root";
    return {
      name,
      version,
      kind,
      extends: parents,
      specification: spec,
    };
  });
}

function serviceReport(
  { model, sources }: Interpretation,
  { name, version, operations, webhooks, omittedOperations: leftOut }: ServiceModel,
  { nameOf, descriptors }: { readonly nameOf: TypeNamer; readonly descriptors: DescriptorForm },
): ServiceReport {
  const declared = sources.profile.services.find((service) => service.name === name);
  const describe = createDescriber(model, descriptors);
  const typeName: TypeName = (definition, view) => nameOf(model.typeOf(definition), view);
  return {
    name,
    version,
    endpoints: (declared?.bindings ?? []).map(({ transport, version: own, endpoint }) => ({
      transport,
      version: own,
      endpoint,
    })),
    operations: operations.map((operation) => operationReport(operation, typeName, describe)),
    webhooks: webhooks.map((webhook) => webhookReport(webhook, typeName)),
    leftOut: leftOut.map(({ id, reason }) => ({ id, reason })),
  };
}

type TypeName = (definition: Definition, view?: Operation["views"]["request"]) => string;

function operationReport(
  operation: Operation,
  typeName: TypeName,
  describe: ReturnType<typeof createDescriber>,
): OperationReport {
  const { id, verb, capability, deprecated, views, request, response, rest, mcp } = operation;
  return {
    id,
    verb,
    capability,
    deprecated,
    request: request && typeName(request, views.request),
    response: response && typeName(response, views.response),
    rest: rest && { method: rest.method.toUpperCase(), path: rest.path, success: rest.success },
    mcp: mcp && { tool: mcp.tool, bytes: descriptorSize(describe(operation, mcp).tool) },
  };
}

function webhookReport({ name, id, capability, rest }: Webhook, typeName: TypeName): WebhookReport {
  const { method, body } = rest;
  return {
    name,
    id,
    capability,
    method: method.toUpperCase(),
    request: body && typeName(body.schema),
  };
}
