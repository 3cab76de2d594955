/** Why Electron would end at its start, and lines that say what can be done about it; null where nothing speaks against it. */
export function sandboxProblem(surroundings: {
  readonly platform: NodeJS.Platform
  /** Electron's program. */
  readonly program: string
  /** The exit code of a program, or null where there is none of that name. */
  readonly run: (program: string, words: readonly string[]) => number | null
  /** The text of a file, or null. */
  readonly setting: (path: string) => string | null
  /** Whether a file belongs to root and runs as root. */
  readonly isRootHelper: (path: string) => boolean
}): { readonly why: string; readonly remedy: readonly string[] } | null
