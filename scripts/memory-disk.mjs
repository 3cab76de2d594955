// Puts the temporary folders of tests on a disk in memory.
import { statfsSync } from 'node:fs'

const memoryDisk = '/dev/shm'
/** The largest tests write some hundred MB; several run at once. In bytes. */
const roomNeeded = 4 * 1024 ** 3

/**
 * Makes temporary folders of this process and its children lie in memory, where that has room: tests sync files
 * thousands of times, and a sync of a disk takes milliseconds. A folder that is named by `TMPDIR` stays.
 */
export function keepFoldersInMemory() {
  if (process.env.TMPDIR !== undefined) return
  try {
    const { bavail, bsize } = statfsSync(memoryDisk)
    if (bavail * bsize >= roomNeeded) process.env.TMPDIR = memoryDisk
  } catch {
    // there is none on macOS and Windows
  }
}
