/** Tokens that say themselves whose they are (RFC 7519, RFC 9068), on `jose`. */

export { jwtBearer, type JwtBearerOptions, type KeySource } from "./jwt-bearer.js";
