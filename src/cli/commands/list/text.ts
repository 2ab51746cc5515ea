/** Prints the list report as tables. */

import { formatKilobytes } from "../../../emit/mcp-tools/descriptor-size.js";
import type { ListReport, OperationReport, ServiceReport } from "./report.js";
import { shortNames } from "../../../text/short-names.js";
import { EMPTY_LINE, indented, line, type Line } from "../../../text/line.js";
import { section, table } from "../../table.js";

export function listText(report: ListReport): Line[] {
  const { protocol, active, excluded, leftOut = [], services, facts } = report;
  const short = shortNames(active.map(({ name }) => name));
  return [
    line`Protocol: ${protocol.name} ${protocol.version}`,
    ...section(line`Capabilities: ${active.length} active`, [
      ...table(
        [{ heading: "NAME" }, { heading: "VERSION" }, { heading: "KIND" }, { heading: "EXTENDS" }],
        active.map(({ name, version, kind, extends: parents }) => [
          name,
          version,
          kind,
          parents.map(short).join(", "),
        ]),
      ),
    ]),
    ...section(
      line`Pruned: ${excluded.length}`,
      table(
        [{ heading: "NAME" }, { heading: "REASON" }, { heading: "DETAIL" }],
        excluded.map(({ name, reason, detail }) => [name, reason, detail]),
      ).slice(excluded.length === 0 ? 1 : 0),
    ),
    ...(leftOut.length === 0
      ? []
      : section(
          line`Left out: ${leftOut.length}`,
          rows(
            ["NAME", "PROFILE", "PLACE", "REASON"],
            leftOut.map(({ name = "", profile, pointer, reason }) => [
              name,
              profile,
              pointer,
              reason,
            ]),
          ),
        )),
    ...services.flatMap((service) => serviceLines(service, short)),
    // Nothing of a profile without services reads them.
    ...(services.length === 0 ? [] : section(line`Said in prose alone`, factLines(facts))),
  ];
}

function factLines(facts: ListReport["facts"]): Line[] {
  return rows(
    ["FACT", "VALUE", "SOURCE"],
    facts.map(({ name, value, source = "the protocol's own text" }) => [name, value, source]),
  );
}

function serviceLines(service: ServiceReport, short: (name: string) => string): Line[] {
  const { name, version, endpoints, operations, webhooks, leftOut } = service;
  const none = operations.length === 0 && webhooks.length === 0 && leftOut.length === 0;
  return [
    ...section(line`Service ${name} ${version}`, [
      ...table(
        [{ heading: "TRANSPORT" }, { heading: "ENDPOINT" }],
        endpoints.map(({ transport, endpoint = "none" }) => [transport, endpoint]),
      ),
      ...(none
        ? [
            EMPTY_LINE,
            indented(line`No operations: the profile names no document of its own for them.`),
          ]
        : []),
    ]),
    ...section(line`Operations: ${operations.length}`, operationLines(operations, short)),
    ...section(
      line`Over REST`,
      rows(
        ["OPERATION", "METHOD", "PATH", "SUCCESS"],
        operations.flatMap(({ id, rest }) =>
          rest === undefined ? [] : [[id, rest.method, rest.path, `${rest.success}`]],
        ),
      ),
    ),
    ...section(toolHeading(operations), toolLines(operations)),
    ...section(
      line`Webhooks: ${webhooks.length}`,
      rows(
        ["NAME", "OPERATION", "CAPABILITY", "METHOD", "REQUEST"],
        webhooks.map(({ name: webhook, id, capability, method, request = "" }) => [
          webhook,
          id,
          short(capability),
          method,
          request,
        ]),
      ),
    ),
    ...section(
      line`Left out: ${leftOut.length}`,
      rows(
        ["OPERATION", "WHY"],
        leftOut.map(({ id, reason }) => [id, reason]),
      ),
    ),
  ];
}

function operationLines(
  operations: readonly OperationReport[],
  short: (name: string) => string,
): Line[] {
  return rows(
    ["OPERATION", "VERB", "CAPABILITY", "REQUEST", "RESPONSE", "NOTE"],
    operations.map(({ id, verb, capability, request = "-", response = "-", deprecated }) => [
      id,
      verb,
      short(capability),
      request,
      response,
      deprecated ? "deprecated" : "",
    ]),
  );
}

function toolHeading(operations: readonly OperationReport[]): Line {
  const total = operations.reduce((sum, { mcp }) => sum + (mcp?.bytes ?? 0), 0);
  return line`Over MCP: ${formatKilobytes(total)} of descriptors`;
}

function toolLines(operations: readonly OperationReport[]): Line[] {
  const described = operations.flatMap(({ id, mcp }) =>
    mcp === undefined ? [] : [[mcp.tool, formatKilobytes(mcp.bytes), mcp.tool === id ? "" : id]],
  );
  if (described.length === 0) return [];
  return table(
    [{ heading: "TOOL" }, { heading: "DESCRIPTOR", align: "right" }, { heading: "OPERATION" }],
    described,
  );
}

/** A table, or nothing where it would have only headings. */
function rows(headings: readonly string[], cells: readonly (readonly string[])[]): Line[] {
  return cells.length === 0
    ? []
    : table(
        headings.map((heading) => ({ heading })),
        cells,
      );
}
