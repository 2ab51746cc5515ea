/** The paths that belong to the business. Everything else is your app's. */

export const PATHS: string[] = ["$PATHS"];
