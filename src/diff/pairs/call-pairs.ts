/**
 * Pairs calls by id, over all documents. Where several calls have one id, they are matched by method and path, then by
 * service and document.
 */

import type { Call, CallPair } from "./call.js";
import { mergeTransports } from "./other-calls.js";
import { areSameRoute } from "./path-parameters.js";

export function pairCalls(before: readonly Call[], after: readonly Call[]): CallPair[] {
  const from = groupById(before);
  const to = groupById(after);
  const keys = new Set([...from.keys(), ...to.keys()]);
  return [...keys].flatMap((key) => pairCallsOfOneId(from.get(key) ?? [], to.get(key) ?? []));
}

/** By id alone: names of services depend on where a release is published, and documents may be renamed. */
function groupById(calls: readonly Call[]): Map<string, readonly Call[]> {
  const groups = new Map<string, readonly Call[]>();
  for (const call of calls) {
    const key = JSON.stringify([call.kind === "webhook", call.id]);
    groups.set(key, [...(groups.get(key) ?? []), call]);
  }
  return groups;
}

function pairCallsOfOneId(before: readonly Call[], after: readonly Call[]): CallPair[] {
  if (before.length <= 1 && after.length <= 1) return [{ before: before[0], after: after[0] }];
  const calls = matchCalls(before.flatMap(restPart), after.flatMap(restPart));
  const tools = matchCalls(before.flatMap(toolPart), after.flatMap(toolPart));
  return attachTools(calls, tools);
}

type IsSame = (before: Call, after: Call) => boolean;

const hasSameRoute: IsSame = (before, after) =>
  before.route === undefined || after.route === undefined
    ? before.route === after.route
    : before.method === after.method && areSameRoute(before.route, after.route);
const isOfSameService: IsSame = (before, after) => before.service === after.service;
const hasSameDocumentName: IsSame = (before, after) => documentName(before) === documentName(after);

/** From the most certain to the least. */
const CRITERIA: readonly (readonly IsSame[])[] = [
  [hasSameRoute, isOfSameService, hasSameDocumentName],
  [hasSameRoute, isOfSameService],
  [hasSameRoute, hasSameDocumentName],
  [hasSameRoute],
  [isOfSameService, hasSameDocumentName],
  [isOfSameService],
];

function matchCalls(before: readonly Call[], after: readonly Call[]): CallPair[] {
  const right = [...after];
  const pairs = new Map<Call, Call>();
  for (const likeness of CRITERIA)
    for (const from of before) {
      if (pairs.has(from)) continue;
      const index = right.findIndex((to) => likeness.every((isSame) => isSame(from, to)));
      if (index >= 0) for (const to of right.splice(index, 1)) pairs.set(from, to);
    }
  return [
    ...before.map((from) => ({ before: from, after: pairs.get(from) })),
    ...right.map((to) => ({ before: undefined, after: to })),
  ];
}

/** The same in every release, but for documents that are renamed. */
function documentName({ at }: Call): string {
  const { owner = "" } = at.rest ?? at.mcp ?? {};
  return owner.slice(owner.lastIndexOf("/") + 1);
}

/** Several REST documents may have a call; its tool belongs to the first pair with both sides. */
function attachTools(calls: readonly CallPair[], tools: readonly CallPair[]): CallPair[] {
  const [tool, ...others] = tools;
  const index = calls.findIndex(({ before, after }) => before !== undefined && after !== undefined);
  const call = calls[index];
  if (tool === undefined || call === undefined) return [...calls, ...tools];
  const joined = {
    before: call.before && (tool.before ? mergeTransports(call.before, tool.before) : call.before),
    after: call.after && (tool.after ? mergeTransports(call.after, tool.after) : call.after),
  };
  return [...calls.with(index, joined), ...others];
}

/** The part of a call that the REST document describes. */
function restPart(call: Call): Call[] {
  if (call.route === undefined) return [];
  return [
    {
      ...call,
      texts: { ...call.texts, mcp: undefined },
      tool: undefined,
      resultKey: undefined,
      inputs: call.inputs.filter((each) => each.in !== "argument"),
      responses: call.responses.filter(({ status }) => status !== "result"),
      at: { ...call.at, mcp: undefined },
    },
  ];
}

/** The part of a call that the MCP document describes. */
function toolPart(call: Call): Call[] {
  if (call.tool === undefined) return [];
  return [
    {
      ...call,
      texts: { ...call.texts, rest: undefined },
      route: undefined,
      method: undefined,
      inputs: call.inputs.filter((each) => each.in === "argument"),
      body: undefined,
      responses: call.responses.filter(({ status }) => status === "result"),
      at: { ...call.at, rest: undefined },
    },
  ];
}
