import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** True if this process can mount disks; full and read-only disks are then real. */
export const canMount = (() => {
  if (process.platform !== 'linux') return false
  const probe = mkdtempSync(join(tmpdir(), 'atelier-mount-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', probe], { stdio: 'ignore' })
    execFileSync('umount', [probe], { stdio: 'ignore' })
    return true
  } catch {
    return false
  } finally {
    rmSync(probe, { recursive: true, force: true })
  }
})()

/** Mounts at `point` with arguments of `mount`; returns the function that unmounts. */
export function mountAt(point: string, ...options: readonly string[]): () => void {
  execFileSync('mount', [...options, point], { stdio: 'ignore' })
  return () => void execFileSync('umount', ['-l', point], { stdio: 'ignore' })
}
