/** The documents that a release publishes, as they are, and a check of values by their schemas. */

import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { ownRelease, repository, type Release } from "../published.js";
import {
  mcpMethod,
  restOperation,
  type McpMethod,
  type RestOperation,
} from "./service-documents.js";
import type { JsonFiles, JsonMembers } from "./service-documents.js";

export interface ReleaseDocuments {
  /** The member of profiles and answers that holds the protocol's metadata: `ucp`. */
  readonly protocol: string;
  /** The profile of a business, as the release has it. */
  readonly profile: JsonMembers;
  /** Arguments of a run of proto-gen. */
  readonly args: readonly string[];
  rest(operation: string): RestOperation;
  mcp(operation: string): McpMethod;
  /** The schema of a checkout, without extensions. */
  readonly checkout: JsonMembers;
  /** URI of the schema of a checkout with what an extension adds. */
  extended(extension: string): string;
  /** Says why a value is not valid by the schema at a URI; undefined for a valid one. */
  problem(uri: string, value: unknown): string | undefined;
}

/** Names of the capabilities that the business of the release declares. */
export function capabilityNames({ protocol, profile }: ReleaseDocuments): readonly string[] {
  const capabilities: object = profile[protocol]?.["capabilities"] ?? {};
  return Array.isArray(capabilities)
    ? (capabilities as readonly { readonly name: string }[]).map(({ name }) => name)
    : Object.keys(capabilities);
}

interface Root {
  readonly directory: string;
  readonly prefix: string;
}

const documents = new Map<string, ReleaseDocuments>();

/** Read once for each release. */
export function documentsOf(release: Release): ReleaseDocuments {
  const known = documents.get(release.name) ?? readRelease(release);
  documents.set(release.name, known);
  return known;
}

function readRelease(release: Release): ReleaseDocuments {
  const profile = JSON.parse(readFileSync(release.profile, "utf8")) as JsonMembers;
  const files = readFiles(rootOf(release, profile));
  const rest = serviceWith(files, "paths");
  const mcp = serviceWith(files, "methods");
  const fileAt = (ending: string): [string, JsonMembers] => {
    const found = [...files].find(([uri]) => uri.endsWith(`/shopping/${ending}.json`));
    if (found === undefined) throw new Error(`${release.name} has no ${ending}`);
    return found;
  };
  return {
    protocol: "ucp" in profile ? "ucp" : "proto",
    profile,
    args: ["--profile", release.profile, ...schemaArguments(release)],
    rest: (operation) => restOperation(files, rest, operation),
    mcp: (operation) => mcpMethod(files, mcp, operation),
    checkout: fileAt("checkout")[1],
    extended(extension) {
      const [uri, { $defs }] = fileAt(extension);
      // The first releases name the definition by the last label of the capability.
      const name = Object.keys($defs ?? {}).find((each) => /(?:^|\.)checkout$/.test(each));
      return `${uri}#/$defs/${name}`;
    },
    problem: checkOf(files),
  };
}

function schemaArguments({ schemas }: Release): string[] {
  return schemas.flatMap(({ directory, prefix }) => ["--schemas", `${directory}=${prefix}`]);
}

function rootOf({ name, schemas: [first] }: Release, profile: JsonMembers): Root {
  if (first !== undefined) return { directory: first.directory, prefix: String(first.prefix) };
  if (name !== ownRelease.name) throw new Error(`${name} has no schemas`);
  const version = String(profile["proto"]?.["version"]);
  return {
    directory: path.join(repository, "schemas", version),
    prefix: `https://proto.dev/schemas/${version}`,
  };
}

function readFiles({ directory, prefix }: Root): JsonFiles {
  const names = readdirSync(directory, { recursive: true, encoding: "utf8" });
  return new Map(
    names
      .filter((name) => name.endsWith(".json"))
      .map((name) => [
        `${prefix}/${name.split(path.sep).join("/")}`,
        JSON.parse(readFileSync(path.join(directory, name), "utf8")) as JsonMembers,
      ]),
  );
}

/** The document of a transport that creates checkouts: messages of the embedded one do not. */
function serviceWith(files: JsonFiles, member: string): string {
  const found = [...files].find(
    ([, file]) => member in file && JSON.stringify(file[member]).includes('"create_checkout"'),
  );
  if (found === undefined) throw new Error(`no service document has ${member}`);
  return found[0];
}

function checkOf(files: JsonFiles): ReleaseDocuments["problem"] {
  const ajv = new Ajv2020({ strict: false, allErrors: true, ownProperties: true, logger: false });
  formats.default(ajv);
  // A service document has no `$id`, and that of one schema is not where its references lead from.
  for (const [$id, file] of files) ajv.addSchema({ ...file, $id }, undefined, undefined, false);
  return (uri, value) => {
    const validate = ajv.getSchema(uri) ?? ajv.compile({ $ref: uri });
    return validate(value) ? undefined : ajv.errorsText(validate.errors);
  };
}
