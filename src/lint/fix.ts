/**
 * Adds missing `$id`s and corrects wrong ones. A fix that causes a new error is left out: other documents may refer to
 * one by the wrong `$id`.
 */

import { isObject } from "../json-schema/keywords.js";
import type { Finding } from "../findings/finding.js";
import { isServiceDocument } from "../load/release-profile.js";
import { readRelease, type ReleaseDocument, type ReleaseFile } from "../load/release.js";
import { insertMember, replaceStrings } from "../text/edit-json.js";
import { lintFiles, type LintInput } from "./lint.js";

/** @returns the files that changed */
export async function fixRelease(input: LintInput): Promise<ReleaseFile[]> {
  const proposed = proposeFixes(input);
  if (proposed.length === 0) return [];
  const before = (await lintFiles(input)).findings;
  if (await isSafe(input, proposed, before)) return proposed;
  const safe: ReleaseFile[] = [];
  for (const each of proposed) {
    if (await isSafe(input, [...safe, each], before)) safe.push(each);
  }
  return safe;
}

function proposeFixes({ directory, files }: LintInput): ReleaseFile[] {
  const { release } = readRelease(
    directory,
    files.filter(({ path }) => path.endsWith(".json")),
  );
  // Without any absolute `$id`, the URL of the release is unknown.
  if (!release.prefix.startsWith("https://")) return [];
  return release.documents.flatMap((document) => {
    const text = withId(document);
    return text === undefined || text === document.text
      ? []
      : [{ path: document.path, bytes: new TextEncoder().encode(text) }];
  });
}

function withId({ root, text, fileUri }: ReleaseDocument): string | undefined {
  if (!isObject(root)) return undefined;
  const { $id, $schema } = root;
  if (typeof $id === "string") return replaceStrings(text, [{ pointer: "/$id", value: fileUri }]);
  if ($id !== undefined || isServiceDocument(root)) return undefined;
  return insertMember(
    text,
    { name: "$id", value: fileUri },
    typeof $schema === "string" ? "$schema" : undefined,
  );
}

async function isSafe(
  input: LintInput,
  fixed: readonly ReleaseFile[],
  before: readonly Finding[],
): Promise<boolean> {
  const byPath = new Map(fixed.map((each) => [each.path, each]));
  const files = input.files.map((file) => byPath.get(file.path) ?? file);
  const known = new Set(before.map(({ fingerprint }) => fingerprint));
  const { findings } = await lintFiles({ ...input, files });
  return findings.every(
    ({ severity, fingerprint, rule }) =>
      severity !== "error" || known.has(fingerprint) || rule.startsWith("id-"),
  );
}
