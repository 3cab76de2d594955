import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'

/** The machine that produced the figures. */
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

/** Memory of a process with shared pages counted by their share, in MB; Linux only, elsewhere null. */
export function proportionalMb(pid: number): number | null {
  try {
    const kb = /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]
    return kb === undefined ? null : Math.round(Number(kb) / 1024)
  } catch {
    return null
  }
}

/** A server connection with the kernel's counters. */
export interface Connection {
  readonly peerPort: number
  readonly bytesSent: number
}

/** The established connections to a local port; null without `ss` (iproute2). */
export function connectionsTo(port: number): readonly Connection[] | null {
  try {
    const lines = execFileSync('ss', ['-tinH', 'state', 'established', `( sport = :${port} )`], { encoding: 'utf8' })
    return lines.split(/\n(?=\S)/).flatMap((entry) => {
      const peerPort = /\S+:\d+\s+\S+:(\d+)/.exec(entry)?.[1]
      const bytesSent = /bytes_sent:(\d+)/.exec(entry)?.[1]
      return peerPort === undefined ? [] : [{ peerPort: Number(peerPort), bytesSent: Number(bytesSent ?? 0) }]
    })
  } catch {
    return null
  }
}

/**
 * The bridge's connection, the only one left after the page has loaded. Waits until the others are closed; null when it
 * is unclear.
 */
export async function bridgeConnection(port: number): Promise<Connection | null> {
  for (let attempt = 0; attempt < 40; attempt += 1) {
    const connections = connectionsTo(port)
    if (connections === null) return null
    if (connections.length === 1) return connections[0] ?? null
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  return null
}
