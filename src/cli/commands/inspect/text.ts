/** Prints the report of one type: what it is, its members, and how its views differ. */

import type { PlaceReport } from "../../report.js";
import type {
  BranchReport,
  ContributorReport,
  DeclarationReport,
  InspectReport,
  MemberReport,
  ViewReport,
} from "./report-types.js";
import { shortNames } from "../../../text/short-names.js";
import {
  EMPTY_LINE,
  indented,
  line,
  markedLine,
  startLine,
  type Line,
} from "../../../text/line.js";
import { section, table } from "../../table.js";

export function inspectText(report: InspectReport): Line[] {
  const { name, capabilities, members, branches = [], values = [], views, place } = report;
  const files = filesOf(members);
  const named = files.length === 1 && files[0] === place?.file;
  const fileName = shortFiles(files);
  const short = shortNames([
    ...capabilities.map((each) => each.name),
    ...members.flatMap(({ declared }) => declared.flatMap(({ capability }) => capability ?? [])),
  ]);
  return [
    line`Type: ${name}`,
    ...facts(report),
    ...section(line`Composed of`, contributorLines(capabilities, short)),
    ...section(line`Members: ${members.length}`, memberLines(members, short, fileName)),
    ...section(line`Files`, named ? [] : fileLines(files, fileName)),
    ...section(line`Branches: ${branches.length}`, branchLines(branches)),
    ...section(
      line`Values: ${values.length}`,
      values.map((value) => markedLine(JSON.stringify(value))),
    ),
    ...section(line`Views: ${views.length}`, viewLines(views)),
    ...section(line`Members by view, where they differ`, matrixLines(report)),
  ];
}

function facts({
  name,
  module,
  declaredIn,
  kind,
  type,
  open,
  deprecated,
  place,
  changedBy = [],
  specification,
  description,
}: InspectReport): Line[] {
  const elsewhere =
    declaredIn && `${declaredIn.module}${declaredIn.name === name ? "" : ` as ${declaredIn.name}`}`;
  const kindText =
    open === undefined ? kind : `${kind}, ${open ? "open to other members" : "closed"}`;
  const rows: readonly (readonly [string, string | undefined])[] = [
    ["module", module],
    ["declared in", elsewhere],
    ["kind", deprecated ? `${kindText}, deprecated` : kindText],
    ["type", type],
    ["schema", place && placeText(place, ({ file }) => file)],
    ...changedBy.map((each): [string, string] => [
      "changed by",
      placeText(each, ({ file }) => file),
    ]),
    ["specification", specification],
    ["description", description?.replace(/\s+/g, " ").trim()],
  ];
  const known = rows.flatMap(([label, text]) => (text === undefined ? [] : [[label, text]]));
  // The labels are their own headings.
  return table([{ heading: "" }, { heading: "" }], known).slice(1);
}

function contributorLines(
  capabilities: readonly ContributorReport[],
  short: (name: string) => string,
): Line[] {
  // A single capability is already shown by the name and the specification.
  return capabilities.length < 2
    ? []
    : table(
        [{ heading: "CAPABILITY" }, { heading: "NAME" }, { heading: "SPECIFICATION" }],
        capabilities.map(({ name, specification = "" }) => [short(name), name, specification]),
      );
}

function memberLines(
  members: readonly MemberReport[],
  short: (name: string) => string,
  fileName: (place: PlaceReport) => string,
): Line[] {
  const owner = (capability: string | null): string =>
    capability === null ? "-" : short(capability);
  const rows = members.map(({ path, required, requiredBy, type, deprecated, declared }) => {
    const presence = [
      `${required ? "required" : "optional"}${deprecated ? ", deprecated" : ""}`,
      ...(requiredBy === undefined ? [] : [`by ${owner(requiredBy.capability)}`]),
    ];
    const [first, ...more] = declared;
    // Further declarations by the same capability are left out: they would add only noise.
    const shown = [first, ...more.filter(({ capability }) => capability !== first.capability)];
    return [
      path,
      presence,
      type,
      shown.map(({ capability }) => owner(capability)),
      shown.map((each) => placeText(each, fileName) + changeText(each)),
    ];
  });
  return rows.length === 0
    ? []
    : table(
        [
          { heading: "MEMBER" },
          { heading: "PRESENCE" },
          { heading: "TYPE", wraps: true },
          { heading: "CAPABILITY" },
          { heading: "DECLARED AT" },
        ],
        rows,
      );
}

/** ` (changed by overlays/gift.json:12)` */
function changeText({ file, changedBy = [] }: DeclarationReport): string {
  // What stands in an overlay is from it.
  const others = changedBy.filter((each) => each.file !== file);
  const places = others.map((each) => placeText(each, ({ file: name }) => name));
  return places.length === 0 ? "" : ` (changed by ${places.join(", ")})`;
}

function filesOf(members: readonly MemberReport[]): string[] {
  return [...new Set(members.flatMap(({ declared }) => declared.map(({ file }) => file)))].sort();
}

/** Shortens each path to its shortest suffix that is unique. */
function shortFiles(files: readonly string[]): (place: PlaceReport) => string {
  const slashed = shortNames(files.map(dotted));
  return ({ file }) => slashed(dotted(file)).replaceAll(".", "/").replaceAll("\0", ".");
}

/** Turns a path into dot-separated labels, which `shortNames` takes. */
function dotted(file: string): string {
  return file.replaceAll(".", "\0").replaceAll("/", ".");
}

/** The full paths of the files that are shown shortened. */
function fileLines(files: readonly string[], fileName: (place: PlaceReport) => string): Line[] {
  const shortened = files.filter((file) => fileName({ file }) !== file);
  return shortened.length === 0
    ? []
    : table(
        [{ heading: "NAME" }, { heading: "PATH" }],
        files.map((file) => [fileName({ file }), file]),
      );
}

function placeText(place: PlaceReport, fileName: (place: PlaceReport) => string): string {
  return `${fileName(place)}${place.line === undefined ? "" : `:${place.line}`}`;
}

function branchLines(branches: readonly BranchReport[]): Line[] {
  return branches.length === 0
    ? []
    : table(
        [{ heading: "WHERE" }, { heading: "TYPE" }],
        branches.map(({ type, tag }) => [
          tag === undefined
            ? ""
            : `${tag.name} is ${tag.values.map((value) => JSON.stringify(value)).join(" or ")}`,
          type,
        ]),
      );
}

function viewLines(views: readonly ViewReport[]): Line[] {
  return views.length === 0
    ? []
    : table(
        [{ heading: "VIEW" }, { heading: "TYPE" }],
        views.map(({ view, type }) => [view, type]),
      );
}

const ABSENT = "-";

/** A matrix of members by views: required, optional or absent, and `*` if the type differs. */
function matrixLines({ name, members, views }: InspectReport): Line[] {
  const here = new Map(members.map(({ path, type }) => [path, type]));
  const names = [...new Set(views.flatMap((view) => view.members.map((each) => each.name)))];
  const rows = names.map((member) => {
    const inViews = views.map((view) => view.members.find((each) => each.name === member));
    const type = here.get(member) ?? inViews.find((each) => each !== undefined)?.type;
    return [
      member,
      ...inViews.map((each) =>
        each === undefined
          ? ABSENT
          : `${each.required ? "required" : "optional"}${each.type === type ? "" : "*"}`,
      ),
    ];
  });
  const differing = rows.filter(([, ...cells]) => new Set(cells).size > 1);
  const same = rows.length - differing.length;
  if (differing.length === 0) return [];
  const starred = differing.some(([, ...cells]) => cells.some((cell) => cell.endsWith("*")));
  return [
    ...table([{ heading: "MEMBER" }, ...views.map(({ view }) => ({ heading: view }))], differing),
    ...(same === 0 && !starred ? [] : [EMPTY_LINE]),
    ...(starred ? [indented(line`* of another type than in ${name}`)] : []),
    ...(same === 0
      ? []
      : [indented(startLine(same, ` more ${same === 1 ? "is" : "are"} the same in all views`))]),
  ];
}
