import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** Longest wait for the system's tool that reports the start time, in ms. */
const waitMs = 10_000

/**
 * Resolves to the start time of a process as the system reports it; null if there is no such process. No other process
 * of this number has the same. The command is not included: many servers begin as `npx` or `env` and become another
 * program.
 */
export async function processIdentity(pid: number, platform: NodeJS.Platform): Promise<string | null> {
  if (!Number.isSafeInteger(pid) || pid <= 1) return null
  switch (platform) {
    case 'linux':
      return linuxIdentity(pid)
    case 'win32':
      return await outputOf('powershell.exe', [
        '-NoProfile',
        '-NonInteractive',
        '-Command',
        `(Get-Process -Id ${pid}).StartTime.ToFileTimeUtc()`,
      ])
    default:
      // the group as well: the start time has only seconds
      return await outputOf('/bin/ps', ['-o', 'pgid=,lstart=', '-p', String(pid)])
  }
}

/** Returns the boot and the ticks since then: neither changes while the process lives. */
function linuxIdentity(pid: number): string | null {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim()
    return identityOfStat(readFileSync(`/proc/${pid}/stat`, 'latin1'), boot)?.identity ?? null
  } catch {
    return null
  }
}

/** Reads a process's line of `/proc/PID/stat`; returns null if the process has ended. */
export function identityOfStat(
  stat: string,
  boot: string,
): { readonly identity: string; readonly parentId: number; readonly groupId: number } | null {
  // the name of the program is in brackets and may hold any character
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [state, parent, group] = fields
  const started = fields[19]
  if (started === undefined || state === 'Z' || state === 'X') return null
  return { identity: `${boot} ${started} ${group}`, parentId: Number(parent), groupId: Number(group) }
}

async function outputOf(program: string, given: readonly string[]): Promise<string | null> {
  return await new Promise((resolve) => {
    execFile(program, given, { timeout: waitMs, windowsHide: true, env: { ...systemNames() } }, (cause, stdout) => {
      const text = stdout.trim().replace(/\s+/g, ' ')
      resolve(cause !== null || text === '' ? null : text)
    })
  })
}

/** PowerShell needs the system's folder; `LC_ALL` keeps the form of dates. */
function systemNames(): Record<string, string> {
  const root = process.env.SYSTEMROOT
  return { LC_ALL: 'C', ...(root === undefined ? {} : { SYSTEMROOT: root }) }
}
