import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'

/** What the figures were measured on. */
export function machine(): {
  readonly processor: string
  readonly cores: number
  readonly memoryGb: number
  readonly node: string
} {
  return {
    processor: cpus()[0]?.model ?? 'unknown',
    cores: cpus().length,
    memoryGb: Math.round(totalmem() / 2 ** 30),
    node: process.version,
  }
}

/** Resident memory of a process, in MB; Linux only, elsewhere null. */
export function residentMb(pid: number): number | null {
  try {
    const kb = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return kb === undefined ? null : Math.round(Number(kb) / 1024)
  } catch {
    return null
  }
}

/** Bytes that a process sent over its largest established connection from `port`, as the kernel counts them; null without `ss`. */
export function bytesSentFrom(port: number): number | null {
  try {
    const lines = execFileSync('ss', ['-tinH', 'state', 'established', `( sport = :${port} )`], { encoding: 'utf8' })
    return Math.max(0, ...[...lines.matchAll(/bytes_sent:(\d+)/g)].map((match) => Number(match[1])))
  } catch {
    return null
  }
}
