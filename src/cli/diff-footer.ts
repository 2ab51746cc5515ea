/** The end of `diff --help`. */

export const DIFF_FOOTER = `
Says what changed from one release of schemas to another, and whom it hurts: what
a platform sends and reads, and what a business accepts and answers, operation by
operation. A change is breaking (what worked does not), dangerous (it may not) or
safe (it does).

A side is one of
  2026-11-20, draft     a release below ./schemas, else of the package
  ./schemas             a directory
  git:REF:PATH          a directory as a commit has it: git:main:schemas, git:v1:.
  generated/            what a run has written, by its manifest.json

Examples:
  What the next release breaks:
    $ proto-gen diff 2026-11-20 draft
  The same for those who call, as a page to link to:
    $ proto-gen diff 2026-11-20 draft --role platform --format html \\
        --out changes.html
  In a pull request, fail on what breaks and mark the lines:
    $ proto-gen diff git:origin/main:schemas ./schemas --format github
  Only the capabilities of a profile:
    $ proto-gen diff 2026-11-20 draft --profile ./profile.json
  Accept what breaks now, for 30 days:
    $ proto-gen diff git:v1:schemas ./schemas --write-ignore \\
        --reason "agreed with all platforms" --until 2026-12-20

Ignored changes stand in proto-gen-diff-ignore.json, or where --ignore says: each
with a reason and a last day. It may also give rules other levels. docs/diff.md
has its form, and that of the JSON.

Exit codes:
  0  no change at or above --fail-on
  1  there is one
  2  the command line is wrong, or names a file that cannot be used
  3  the sides could not be compared: one does not load or compose
`;
