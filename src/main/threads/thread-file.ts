import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Returns the path of a thread's file: next to the bundle in a build, next to `module` when running from source. */
export function threadFile(name: string, module: string): string {
  const built = fileURLToPath(new URL(`./${name}.js`, module))
  return existsSync(built) ? built : fileURLToPath(new URL(`./${name}.ts`, module))
}
