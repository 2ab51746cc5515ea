/**
 * Reads an Overlay document (OpenAPI Overlay Specification 1.0) strictly: all that is wrong with it is reported together, each with
 * its line.
 */

import path from "node:path";
import type { Json, JsonObject } from "@proto-gen/runtime/json";
import { BUDGETS, budgetDiagnostic } from "../../budgets.js";
import { failure, ProtoGenError, type Diagnostic } from "../../errors.js";
import { isObject } from "../../json-schema/keywords.js";
import { normalizeUri } from "../../json-schema/uri.js";
import { isUrl } from "../../text/http-url.js";
import { checkMembers, placeIn, rejectInto, type Reject } from "../checked-members.js";
import { locateSource, readDocument, type Document } from "../document.js";
import { MAX_SCHEMA_BYTES } from "../file-contents.js";
import { readNamedFile, realPath } from "../named-file.js";
import { compilePath, type PathQuery } from "./json-path.js";
import { PathError } from "./path-functions.js";

export interface Overlay {
  readonly document: Document;
  /** The one document that it changes: a URL, or the path of a file. */
  readonly target: OverlayTarget;
  readonly actions: readonly OverlayAction[];
}

export type OverlayTarget =
  | { readonly url: string }
  | { readonly file: string; /** Past all links. */ readonly realFile: string };

export interface OverlayAction {
  /** In the overlay. */
  readonly pointer: string;
  readonly target: string;
  readonly query: PathQuery;
  /** Undefined for an action that removes. */
  readonly update: Json | undefined;
}

/**
 * @param file its path
 * @throws ProtoGenError FILE_NOT_FOUND, LOAD_TOO_LARGE, the codes of JSON, and OVERLAY_INVALID for every place that is wrong
 */
export function readOverlay(file: string): Overlay {
  const document = readJson(file);
  const problems: Diagnostic[] = [];
  const check: Check = {
    problems,
    reject: rejectInto(problems, "OVERLAY_INVALID", document),
  };
  const { root } = document;
  if (!isObject(root)) check.reject("", "an overlay must be an object");
  else {
    checkTop(root, check);
    const target = readTarget(root["extends"], file, check);
    const actions = readActions(root["actions"], document, check);
    if (problems.length === 0 && target !== undefined)
      return Object.freeze({ document, target, actions });
  }
  throw new ProtoGenError(problems);
}

function readJson(file: string): Document {
  const bytes = readNamedFile(file, MAX_SCHEMA_BYTES);
  try {
    return readDocument(file, file, bytes);
  } catch (error) {
    if (!(error instanceof ProtoGenError) || !/\.ya?ml$/i.test(file)) throw error;
    throw failure("OVERLAY_INVALID", "an overlay is read as JSON, and this is YAML", {
      place: { file },
      hint: "convert it: npx js-yaml FILE prints it as JSON",
    });
  }
}

interface Check {
  readonly problems: Diagnostic[];
  readonly reject: Reject;
}

const TOP_MEMBERS = ["overlay", "info", "extends", "actions"];
const INFO_MEMBERS = ["title", "version"];
const ACTION_MEMBERS = ["target", "description", "update", "remove"];

function checkTop(root: JsonObject, check: Check): void {
  checkOwnMembers(root, "", TOP_MEMBERS, check);
  const { overlay, info } = root;
  if (typeof overlay !== "string" || !/^1\.0\.\d+$/.test(overlay))
    check.reject(placeIn(root, "", "overlay"), "overlay must be the version of the format: 1.0.0", {
      hint: "later versions have other members and other rules",
    });
  if (!isObject(info)) return check.reject(placeIn(root, "", "info"), "info must be an object");
  checkOwnMembers(info, "/info", INFO_MEMBERS, check);
  for (const name of INFO_MEMBERS)
    if (typeof info[name] !== "string")
      check.reject(placeIn(info, "/info", name), `info.${name} must be a string`);
}

/** Members that begin with `x-` are extensions. */
function checkOwnMembers(
  object: JsonObject,
  pointer: string,
  names: readonly string[],
  { reject }: Check,
): void {
  const extensions = Object.keys(object).filter((name) => name.startsWith("x-"));
  checkMembers(object, pointer, [...names, ...extensions], reject);
}

const EXTENDS_HINT =
  'write the URL that the document has in a profile or a $ref, or the path of a file from here: "extends": "../profile.json"';

function readTarget(
  value: Json | undefined,
  file: string,
  { reject }: Check,
): OverlayTarget | undefined {
  if (value === undefined) {
    reject(
      "",
      "extends is missing: a run reads many documents, and this says which one to change",
      {
        hint: EXTENDS_HINT,
      },
    );
    return undefined;
  }
  if (typeof value !== "string" || value === "" || value.includes("#")) {
    reject("/extends", "extends must be the URL of one document, without #", {
      hint: EXTENDS_HINT,
    });
    return undefined;
  }
  if (/^[a-z][a-z0-9+.-]+:/i.test(value)) {
    if (isUrl(value)) return { url: normalizeUri(value) };
    reject("/extends", `${value} is not a URL`, { hint: EXTENDS_HINT });
    return undefined;
  }
  try {
    const target = path.resolve(path.dirname(file), decodeURIComponent(value));
    return { file: target, realFile: realPath(target) };
  } catch {
    reject("/extends", `${value} is not a URL reference`, { hint: EXTENDS_HINT });
    return undefined;
  }
}

function readActions(
  value: Json | undefined,
  document: Document,
  check: Check,
): readonly OverlayAction[] {
  if (!Array.isArray(value) || value.length === 0) {
    check.reject(value === undefined ? "" : "/actions", "actions must be a list of at least one");
    return [];
  }
  const { length } = value as readonly Json[];
  if (length > BUDGETS.overlayActions.limit) {
    const place = locateSource(document, "/actions");
    check.problems.push(
      budgetDiagnostic("overlayActions", document.file, { count: length, place }),
    );
    return [];
  }
  return (value as readonly Json[]).flatMap((each, index) =>
    readAction(each, `/actions/${index}`, check),
  );
}

function readAction(action: Json, pointer: string, check: Check): readonly OverlayAction[] {
  const { reject } = check;
  if (!isObject(action)) {
    reject(pointer, "an action must be an object");
    return [];
  }
  checkOwnMembers(action, pointer, ACTION_MEMBERS, check);
  const { target, description, update, remove = false } = action;
  if (description !== undefined && typeof description !== "string")
    reject(`${pointer}/description`, "description must be a string");
  if (typeof remove !== "boolean") reject(`${pointer}/remove`, "remove must be true or false");
  else if (!remove && update === undefined)
    reject(pointer, "an action has neither update nor remove: true");
  if (typeof target !== "string") {
    reject(placeIn(action, pointer, "target"), "target must be a JSONPath: $.paths['/carts'].get");
    return [];
  }
  const query = readQuery(target, `${pointer}/target`, check);
  return query === undefined
    ? []
    : // Beside `remove: true`, `update` has no impact (Overlay 1.0, Action Object).
      [{ pointer, target, query, update: remove === true ? undefined : update }];
}

function readQuery(target: string, pointer: string, { reject }: Check): PathQuery | undefined {
  const { limit } = BUDGETS.overlayTarget;
  if (target.length > limit) {
    reject(pointer, `target has more than ${limit} characters, which is the limit`);
    return undefined;
  }
  try {
    return compilePath(target);
  } catch (error) {
    if (!(error instanceof PathError)) throw error;
    reject(pointer, `target is not a JSONPath (RFC 9535): ${error.message}`);
    return undefined;
  }
}
