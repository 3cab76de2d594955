import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Path of a thread's file: beside the bundle in a build, beside `module` when the sources run. */
export function threadFile(name: string, module: string): string {
  const built = fileURLToPath(new URL(`./${name}.js`, module))
  return existsSync(built) ? built : fileURLToPath(new URL(`./${name}.ts`, module))
}
