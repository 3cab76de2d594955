import { appendFileSync, closeSync, mkdirSync, openSync, readSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Clock, Log } from './platform.ts'

export interface LogFileOptions {
  /** The data folder; the log is its `logs/atelier.log`. */
  readonly data: string
  readonly clock: Pick<Clock, 'now'>
  /** Size in bytes that starts a new file. */
  readonly maxBytes?: number
  /** Number of older files kept. */
  readonly keep?: number
  /** Receives every line as well, for example to print it. */
  readonly echo?: (line: string) => void
}

const hidden = '[redacted]'

/** Only this much of a long text is examined, in UTF-16 units, because the search for keys is not linear. */
const readMax = 8_000

// Deliberately broad: a log without a harmless word is still useful, a log with a key is not.
const secretShapes: readonly RegExp[] = [
  /\b(?:bearer|basic)\s+[^\s"',;\\]+/gi,
  // keys of OpenAI-style gateways: sk-…, sk_…, sk-proj-…, also percent-encoded
  /\b(?:sk|pk|rk|ak|key)[-_](?:[A-Za-z0-9._-]|%[0-9A-Fa-f]{2}){6,}/g,
  // also inside JSON inside JSON, where quotes carry backslashes
  /\b(?:api[-_ ]?key|authorization|token|secret|password|passwd|access[-_ ]?key)[\\"']*\s*[:=]\s*[\\"']*[^\s"',;&\\]+/gi,
  // JSON web tokens
  /\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]*)?/g,
  // credentials inside a URL
  /(?<=:\/\/)[^\s/@]+@/g,
]

const secretNames = /key|token|secret|password|authorization|cookie|credential/i

/** Removes everything from a text that looks like a key, a token or a password. */
export function redact(text: string): string {
  return secretShapes.reduce((left, shape) => left.replace(shape, hidden), text)
}

/**
 * Creates the log in the data folder: one line of JSON per entry (time, level, event, fields), readable only by its
 * owner (mode 0600).
 * Redacts every text and cuts it to 2,000 characters. Never throws: an app that cannot log still runs.
 * Writes synchronously, because the last line before a crash matters most; there are few lines.
 */
export function createLogFile(options: LogFileOptions): Log {
  const folder = join(options.data, 'logs')
  const maxBytes = options.maxBytes ?? 2 * 1024 * 1024
  const keep = options.keep ?? 3
  let path: string | null = null

  return (level, event, fields = {}) => {
    const entry: Record<string, unknown> = {
      time: new Date(options.clock.now()).toISOString(),
      level,
      event: clean(event),
    }
    for (const [name, value] of Object.entries(fields)) {
      if (name in entry) continue
      entry[name] = secretNames.test(name) && typeof value === 'string' ? hidden : clean(value)
    }
    const line = JSON.stringify(entry)
    options.echo?.(line)
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      path ??= ownLog(folder, keep)
      if (sizeOf(path) + line.length + 1 > maxBytes) rotate(path, keep)
      appendFileSync(path, `${line}\n`, { mode: 0o600 })
    } catch {
      // there is nowhere left to report it
    }
  }
}

/** Returns the path of the log: the first name whose files, including the older ones, are free or logs of Atelier. */
function ownLog(folder: string, keep: number): string {
  for (let attempt = 1; ; attempt += 1) {
    const path = join(folder, attempt === 1 ? 'atelier.log' : `atelier-${attempt}.log`)
    const files = [path, ...Array.from({ length: keep }, (_, at) => `${path}.${at + 1}`)]
    if (files.every(isFreeOrLog)) return path
  }
}

/** Returns true if a path is free, or has a file that begins like our log lines. */
function isFreeOrLog(path: string): boolean {
  const beginning = Buffer.from('{"time":')
  const found = statSync(path, { throwIfNoEntry: false })
  if (found === undefined) return true
  if (!found.isFile()) return false
  const file = openSync(path, 'r')
  try {
    const head = Buffer.alloc(beginning.length)
    const length = readSync(file, head, 0, head.length, 0)
    return head.subarray(0, length).equals(beginning.subarray(0, length))
  } finally {
    closeSync(file)
  }
}

function clean<T>(value: T): T | string {
  return typeof value === 'string' ? redact(value.slice(0, readMax)).slice(0, 2000) : value
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}

function rotate(path: string, keep: number): void {
  rmSync(`${path}.${keep}`, { force: true })
  for (let older = keep - 1; older >= 0; older--) {
    const from = older === 0 ? path : `${path}.${older}`
    if (statSync(from, { throwIfNoEntry: false }) !== undefined) renameSync(from, `${path}.${older + 1}`)
  }
}
