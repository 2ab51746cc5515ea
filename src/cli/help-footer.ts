/** The end of `--help`: what a list of options cannot say. */

export const HELP_FOOTER = `
Examples:
  Write ./generated for a business's profile:
    $ proto-gen --profile ./profile.json
  In CI, fail when the committed code is not what the profile gives:
    $ proto-gen --profile ./profile.json --check
  A vendor's extension, and only what one platform supports:
    $ proto-gen --profile ./profile.json --platform ./platform.json \\
        --schemas ./schemas=https://example.com/schemas
  An extension whose schemas are on its vendor's host: fetch and keep them, once
    $ proto-gen --profile ./profile.json --fetch

Files:
  Everything goes below --out: index.ts (what was negotiated), capabilities/ and
  schemas/ (types and validators), negotiation.ts, and manifest.json, which
  records what was read and written. Only changed files are written. A file that
  is no longer generated is removed, unless it was edited by hand; files that the
  tool did not write are left alone. Commit the directory: the output is the same
  on every machine. What --fetch brings is kept beside the profile, in
  proto-gen.lock.json and proto-gen.lock/: commit those, too.

Exit codes:
   0  done, or nothing to do
   1  --check or diff found a difference, validate an issue, lint an error
   2  the command line is wrong, or names a file that cannot be used
   3  a profile or schema is wrong, or they do not compose
   4  a source was refused: no authority over the name it declares, or too large
  70  a defect of this tool

Every error and warning begins with a code: proto-gen explain CODE says what it
means, and shows an example, wrong and right.
`;
