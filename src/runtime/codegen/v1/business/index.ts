/** The function that the generated `business.ts` binds to its release. Do not call it directly. */

export { createBusiness } from "../../../business/create-business.js";
