/**
 * What has to be added to the environment so that Node's own `fetch` uses the proxy of this computer. Empty where the
 * environment names one already, and where there is none.
 */
export function proxyEnvironment(surroundings: {
  readonly platform: NodeJS.Platform
  readonly environment: Readonly<Record<string, string | undefined>>
  /** What a program printed, or null where it failed. */
  readonly read: (program: string, words: readonly string[]) => string | null
}): Record<string, string>
