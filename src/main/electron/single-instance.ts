import { lstatSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type { Platform } from '../platform.ts'

/**
 * Returns true if another process holds Chromium's lock of a folder; it has then been notified of this start.
 * `requestSingleInstanceLock()` is also false when the lock cannot be created: it is a symbolic link, which exFAT
 * lacks. A lock that names another host (network drive, renamed computer) is never taken over.
 */
export function isHeldByAnother(userData: string, os: Platform['os']): boolean {
  // on Windows the lock is a file that only its holder can open
  if (os === 'windows') return isThere(join(userData, 'lockfile'))
  const holder = /^(?<host>.+)-(?<pid>\d+)$/.exec(linkOf(join(userData, 'SingletonLock')) ?? '')
  return holder?.groups?.host === hostname() && isAlive(Number(holder.groups.pid))
}

function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined
  } catch {
    // unreadable: held by a running process
    return true
  }
}

function linkOf(path: string): string | null {
  try {
    return readlinkSync(path)
  } catch {
    return null
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (cause) {
    // the process exists, but belongs to another user
    return cause instanceof Error && 'code' in cause && cause.code === 'EPERM'
  }
}
