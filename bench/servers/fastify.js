/**
 * The peer: Fastify, whose routes validate bodies with ajv, and ajv again for the answer before it is
 * sent. Both by the schemas of the generated OpenAPI document, formats included.
 */
import Ajv2020 from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import Fastify from "fastify";
import { announce, checkout, document } from "./contestant.js";

const ajv = new Ajv2020.default({ strict: false });
addFormats.default(ajv);
ajv.addSchema({ $id: "openapi.json", components: document.components });
const schemaOf = (name) => ({ $ref: `openapi.json#/components/schemas/${name}` });
const isCheckout = ajv.compile(schemaOf("Checkout"));

const app = Fastify();
app.setValidatorCompiler(({ schema }) => ajv.compile(schema));
const schema = { body: schemaOf("CheckoutCreateRequest") };
app.post("/proto/v1/checkout-sessions", { schema }, async (_request, reply) => {
  if (!isCheckout(checkout)) throw new Error(ajv.errorsText(isCheckout.errors));
  reply.code(201).type("application/json");
  return JSON.stringify(checkout);
});
await app.listen({ port: 0, host: "127.0.0.1" });
announce(app.server.address().port);
