/** Self-contained tokens (RFC 7519, RFC 9068), based on `jose`. */

export { jwtBearer, type JwtBearerOptions, type KeySource } from "./jwt-bearer.js";
