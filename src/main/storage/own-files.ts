import {
  appendFileSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  rmdirSync,
  rmSync,
} from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { replaceFile } from './folder-sync.ts'

/** File that lists the files and folders that Atelier created in neighbouring folders; usually in the data folder. */
export const ownFilesName = 'own-files.txt'
/** A name that is a UUID. */
export const uuidName = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
/** First line of the list. A file of that name without it is not Atelier's, and is neither read nor written. */
const heading = 'Made by Atelier, and removed by it.'

/**
 * The files and folders that Atelier created in one folder. Only entries recorded here with a name matching `pattern`
 * are ever removed, because the folder may have been the user's before.
 */
export class OwnFiles {
  private readonly folder: string
  private readonly pattern: RegExp
  private readonly list: string
  private readonly area: string

  /** Keeps the list in the parent folder, or in `base`, a folder above that. */
  constructor(folder: string, pattern: RegExp, base: string = dirname(folder)) {
    this.folder = folder
    this.pattern = pattern
    this.list = join(base, ownFilesName)
    this.area = `${relative(base, folder).split(sep).join('/')}/`
  }

  /** Creates the folder if it is missing. Throws the disk's error. */
  makeFolder(): void {
    if (existsSync(this.folder)) return
    mkdirSync(this.folder, { recursive: true, mode: 0o700 })
    record(this.list, this.area)
  }

  /**
   * Returns the path of a new file, recorded before it exists. Throws the disk's error, and `EEXIST` if another program
   * uses the name.
   */
  newFile(name: string): string {
    this.makeFolder()
    const path = join(this.folder, name)
    if (existsSync(path)) throw Object.assign(new Error(`${name} is not Atelier's`), { code: 'EEXIST' })
    this.adopt(name)
    return path
  }

  /**
   * Creates a new, empty folder, recorded before it exists, and returns its path. Throws the disk's error, and `EEXIST`
   * if another program uses the name.
   */
  newFolder(name: string): string {
    const path = this.newFile(name)
    try {
      mkdirSync(path, { mode: 0o700 })
    } catch (cause) {
      // another process may have created it in between
      this.forgetNames(new Set([name]))
      throw cause
    }
    return path
  }

  /** Records a file that is known to be Atelier's. */
  adopt(name: string): void {
    record(this.list, this.area + name)
  }

  /** Returns the recorded names; their files may have been moved or removed since. */
  recordedNames(): readonly string[] {
    return recorded(this.list)
      .flatMap((line) => (line.startsWith(this.area) ? [line.slice(this.area.length)] : []))
      .filter((name) => this.pattern.test(name))
  }

  /** Removes the recorded files; their names stay recorded. Throws the disk's error. */
  removeFiles(): void {
    for (const name of this.recordedNames()) rmSync(join(this.folder, name), { recursive: true, force: true })
  }

  /** Removes the recorded files, then the folder if it was created here and is empty. Throws the disk's error. */
  clear(): void {
    const lines = recorded(this.list)
    const mine = lines.filter((line) => line.startsWith(this.area))
    if (mine.length === 0) return
    this.removeFiles()
    if (mine.includes(this.area)) removeEmpty(this.folder)
    replaceFile(this.list, textOf(lines.filter((line) => !line.startsWith(this.area))))
  }

  /** Drops these names from the list, which is read and written once. */
  forgetNames(names: ReadonlySet<string>): void {
    if (names.size === 0 || !isOwn(this.list)) return
    const isForgotten = (line: string): boolean => line.startsWith(this.area) && names.has(line.slice(this.area.length))
    replaceFile(this.list, textOf(recorded(this.list).filter((line) => !isForgotten(line))))
  }

  /** Drops the names of files that no longer exist. */
  forgetGone(): void {
    const lines = recorded(this.list)
    const left = lines.filter(
      (line) => !line.startsWith(this.area) || existsSync(join(this.folder, line.slice(this.area.length))),
    )
    if (left.length < lines.length) replaceFile(this.list, textOf(left))
  }
}

/** Removes the list of an abandoned data folder. */
export function removeOwnList(dataFolder: string): void {
  const list = join(dataFolder, ownFilesName)
  if (isOwn(list)) rmSync(list, { force: true })
}

function record(list: string, line: string): void {
  if (!existsSync(list)) replaceFile(list, textOf([line]))
  // without our own list nothing is ever removed
  else if (isOwn(list)) appendFileSync(list, `${line}\n`)
}

function recorded(list: string): readonly string[] {
  if (!isOwn(list)) return []
  return [...new Set(readFileSync(list, 'utf8').split('\n').slice(1))].filter((line) => line !== '')
}

function isOwn(list: string): boolean {
  const head = Buffer.alloc(heading.length + 1)
  try {
    const file = openSync(list, 'r')
    try {
      readSync(file, head, 0, head.length, 0)
    } finally {
      closeSync(file)
    }
  } catch {
    return false
  }
  return head.toString() === `${heading}\n`
}

function textOf(lines: readonly string[]): string {
  return `${[heading, ...lines].join('\n')}\n`
}

function removeEmpty(folder: string): void {
  try {
    rmdirSync(folder)
  } catch {
    // the user put a file there
  }
}
