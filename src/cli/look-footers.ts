/** The ends of `list --help` and `inspect --help`. */

const NOTHING_WRITTEN = `
Nothing is written. Warnings go to stderr. Exit codes are those of
proto-gen --help.
`;

export const LIST_FOOTER = `
Shows what generated code would be for: the capabilities of the active set, those
that were pruned and why, and each service with its endpoints, its operations,
their request and response types in index.ts, their REST routes, and the size of
the MCP tool descriptor that an agent has to read.

Examples:
  What a business offers:
    $ proto-gen list --profile ./profile.json
  What it has in common with one platform, and what is lost and why:
    $ proto-gen list --profile ./profile.json --platform ./platform.json
  The tools, by the size of their descriptors:
    $ proto-gen list --profile ./profile.json --json |
        jq '[.services[].operations[].mcp | values] | sort_by(-.bytes)'
${NOTHING_WRITTEN}`;

export const INSPECT_FOOTER = `
Shows a composed type member by member: required or optional, its type, the
capability that contributed it, and the line of the schema that declares it. A
member that another capability put deeper is shown by its path: buyer.consent.
Below stand the views of the type, and where they differ: what a request may
hold, and what a response has.

Examples:
  The checkout with everything that was negotiated, as index.ts exports it:
    $ proto-gen inspect Checkout --profile ./profile.json
  The checkout with one extension:
    $ proto-gen inspect dev.proto.shopping.fulfillment.Checkout \\
        --profile ./profile.json
  Where a member comes from, for a script:
    $ proto-gen inspect Checkout --profile ./profile.json --json |
        jq '.members[] | select(.path == "buyer.consent") | .declared'
${NOTHING_WRITTEN}`;
