import { joinPointer } from "@proto-gen/runtime/json";
import { invalidService, type ServiceObject } from "./service-object.js";

/** The document that a transport needs. */
const NEEDED = {
  openapi: "the transport rest needs an OpenAPI 3.1 document",
  openrpc: "the transport mcp needs an OpenRPC 1 document",
} as const;

interface OtherKind {
  /** The member by which it is recognized. */
  readonly member: string;
  readonly kind: string;
  readonly hint: string;
}

const OTHER_KINDS: readonly OtherKind[] = [
  {
    member: "openapi",
    kind: "an OpenAPI document",
    hint: 'declare it with "transport": "rest", or name the OpenRPC document of the service',
  },
  {
    member: "openrpc",
    kind: "an OpenRPC document",
    hint: 'declare it with "transport": "mcp", or name the OpenAPI document of the service',
  },
  {
    member: "swagger",
    kind: "a Swagger document",
    hint: "convert it to OpenAPI 3.1",
  },
  {
    member: "$schema",
    kind: "a JSON Schema",
    hint: "name the document that describes the operations of the service",
  },
];

/**
 * The version that a service document says it is written in.
 *
 * @throws ProtoGenError SERVICE_INVALID, which says what the document is where it is one of another kind
 */
export function requireVersion(root: ServiceObject, member: keyof typeof NEEDED): string {
  const { document, value, pointer } = root;
  const other = OTHER_KINDS.find((each) => Object.hasOwn(value, each.member));
  if (Object.hasOwn(value, member) || other === undefined) return root.requiredString(member);
  throw invalidService(
    { document, pointer: joinPointer(pointer, other.member) },
    `this is ${other.kind}, but ${NEEDED[member]}`,
    other.hint,
  );
}
