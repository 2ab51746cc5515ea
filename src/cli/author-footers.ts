/** The ends of `resolve --help` and `validate --help`. */

export const RESOLVE_FOOTER = `
Prints plain JSON Schema 2020-12: a schema as one direction and operation see it,
its annotations of visibility applied, or a type of the negotiated surface with
all that extends it. A schema's file says by its $id where its release stands, so
that it needs no profile; --schemas brings what is elsewhere. References to other
documents stay, by the URI of their view, unless --bundle brings these too.

Examples:
  What may be sent when a checkout is created, by the schema alone:
    $ proto-gen resolve schemas/checkout.json --op create --request
  The checkout with everything that was negotiated, for another tool:
    $ proto-gen resolve Checkout --profile ./profile.json --bundle
  A part of a document:
    $ proto-gen resolve 'schemas/fulfillment.json#/$defs/option'

Nothing is written. Warnings go to stderr.
Exit codes are those of proto-gen --help.
`;

export const VALIDATE_FOOTER = `
Prints every issue: the member's JSON pointer, what is wrong with it, its line in
the payload, the capability that contributed the rule, and the line of the schema
that has it. A payload whose envelope names its capabilities needs no option, and
neither does a profile: the schemas are looked for in the package and in --schemas,
or where --profile says that they are.

Examples:
  An answer that says itself what it is:
    $ proto-gen validate answer.json
  A request, by its type:
    $ proto-gen validate request.json --type CheckoutCreateRequest \\
        --profile ./profile.json
  The same by the schema alone, from a pipe:
    $ jq .checkout call.json | proto-gen validate - \\
        --schema schemas/checkout.json --op create --request

Exit codes:
  0  the payload is valid
  1  it is not, or is no JSON
  2  the command line is wrong, or names a file that cannot be used
  3  a profile or schema is wrong
  4  a file is too large, or a source was refused
`;
