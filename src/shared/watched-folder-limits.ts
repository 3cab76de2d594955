// No schemas here, because the page uses this file at run time; `watched-folder.ts` has them.

/** Maximum number of waiting recordings that pages receive. */
export const watchedShownMax = 200
