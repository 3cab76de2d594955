/** Kinds of steps. They are apart from the schemas, because the page takes no zod. */
export const stepKinds = ['transcribe', 'write', 'image', 'video'] as const
export type StepKind = (typeof stepKinds)[number]

/** Maximum number of recipes. */
export const recipesMax = 200
/** Longest name of a recipe, in UTF-16 units. */
export const recipeNameMax = 80
/** Maximum number of steps of a recipe. */
export const recipeStepsMax = 8
/** Longest prompt of a step, in UTF-16 units. */
export const stepPromptMax = 4_000
/** Maximum number of files that one press runs a recipe on. */
export const recipeFilesMax = 20
/** Longest text that a recipe runs on, in UTF-16 units. */
export const recipeTextMax = 400_000
/** Maximum number of runs that are kept; the oldest finished ones are dropped first. */
export const recipeRunsMax = 100
