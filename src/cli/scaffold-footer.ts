/** The end of `scaffold --help`. */

export const SCAFFOLD_FOOTER = `
Writes a module with one handler for each operation that the profile leaves, in
an object that the generated server.ts types: your editor shows what each takes
and gives. A handler that nobody has written throws. Where the protocol's own
checkout is active, its five handlers come from createCheckouts of
@proto-gen/runtime/checkout, and you write what it asks of you.

A module that is there gets the handlers that are missing, at the end of the
object that is typed Handlers or that createServer is given. All else in it stays
as it is, byte by byte. Methods, functions, names and spreads count as handlers;
what a spread brings is read from its type. Handlers for operations that the
profile no longer has are named and left alone.

What is new is formatted by prettier, with your configuration of it.

Examples:
  Begin:
    $ proto-gen --profile ./profile.json
    $ proto-gen scaffold --into src/business.ts --profile ./profile.json
  After the profile grew, the same: it adds what is missing. In CI:
    $ proto-gen scaffold --into src/business.ts --profile ./profile.json --check
  Generated code that is elsewhere than in ./generated or ./src/generated:
    $ proto-gen scaffold --into src/business.ts --generated lib/generated \\
        --profile ./profile.json

Exit codes are those of proto-gen --help.
`;
