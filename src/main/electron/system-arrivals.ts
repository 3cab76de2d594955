import { statSync } from 'node:fs'
import { isAbsolute, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { isAppLink } from '../../shared/links/app-link.ts'
import type { SystemArrivals } from '../application.ts'
import type { StartCommand } from './start-command.ts'

/** Maximum number of arguments of one start that are examined. */
const wordsMax = 200

/** Data that a second start passes to the first. Electron may reorder its command line, but not this. */
export interface StartNote {
  readonly arrivals: readonly string[]
  readonly command?: StartCommand
}

const noteSchema = z.object({ arrivals: z.array(z.string()).max(wordsMax) })

/** Returns the arguments of a second start; none if another program created the note. */
export function noteWords(note: unknown): readonly string[] {
  return noteSchema.safeParse(note).data?.arrivals ?? []
}

/**
 * Returns the links and paths among command-line arguments, but not the values of flags. Linux may pass a file as a
 * URL. After `--` no argument is a flag.
 */
export function arrivalWords(words: readonly string[], folder: string): readonly string[] {
  const end = words.indexOf('--')
  return words
    .filter((word, index) => {
      if (word === '' || word.startsWith('-')) return false
      return (end >= 0 && index > end) || !/^--(data|port|smoke-report)$/.test(words[index - 1] ?? '')
    })
    .flatMap((word) => (isAppLink(word) ? word : (pathOf(word, folder) ?? [])))
    .slice(0, wordsMax)
}

function pathOf(word: string, folder: string): string | null {
  if (!/^[a-z][a-z0-9+.-]+:\/\//i.test(word)) return resolve(folder, word)
  try {
    return fileURLToPath(word)
  } catch {
    return null
  }
}

/** Holds arrivals until the application exists, then passes everything on. */
export class EarlyArrivals {
  private early: string[] = []
  private target: SystemArrivals | null = null

  readonly come = (words: readonly string[]): void => {
    for (const word of words.slice(0, wordsMax)) {
      if (this.target === null) this.early.push(word)
      else pass(word, this.target)
    }
  }

  /** Passes on all earlier and future arrivals. */
  answerWith(target: SystemArrivals): void {
    const { early } = this
    this.target = target
    this.early = []
    this.come(early)
  }
}

function pass(word: string, target: SystemArrivals): void {
  if (isAppLink(word)) target.addLink(word)
  else if (isAbsolute(word) && isFile(word)) target.addFile(word)
}

function isFile(path: string): boolean {
  try {
    return statSync(path).isFile()
  } catch {
    return false
  }
}
