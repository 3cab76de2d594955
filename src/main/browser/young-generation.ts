import { setFlagsFromString } from 'node:v8'

/**
 * Gives threads started from now on V8's default space for new objects. The main thread keeps the size that
 * `--max-semi-space-size` set at its start, because V8 reads the flag once per thread.
 */
export function freeYoungGenerationOfThreads(): void {
  // 0 means V8's own size
  setFlagsFromString('--max-semi-space-size=0')
}
