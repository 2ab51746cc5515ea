/** The files of openapi-typescript that print: it has their code at these paths, and their types in its main module alone. */

declare module "openapi-typescript/dist/lib/ts.cjs" {
  export { astToString } from "openapi-typescript";
}

declare module "openapi-typescript/dist/lib/utils.cjs" {
  export { resolveRef, scanDiscriminators } from "openapi-typescript";
}

declare module "openapi-typescript/dist/transform/index.cjs" {
  import { transformSchema } from "openapi-typescript";
  export default transformSchema;
}
