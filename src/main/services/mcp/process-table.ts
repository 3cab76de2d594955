import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { identityOfStat } from './process-identity.ts'

/** Longest wait for the system's tool, in ms. */
const waitMs = 5000
/** Number of processes that Linux reads at once. */
const readAtOnce = 32

/** A process as the system lists it. */
export interface ListedProcess {
  readonly pid: number
  readonly parentId: number
  readonly groupId: number
  /** Identity of the process, as `processIdentity` returns it. */
  readonly identity: string
}

/** Returns all processes of this computer; none on Windows, where `taskkill` finds descendants on its own. */
export async function processTable(platform: NodeJS.Platform): Promise<readonly ListedProcess[]> {
  switch (platform) {
    case 'linux':
      return await linuxTable()
    case 'win32':
      return []
    default:
      return psTable(await outputOf('/bin/ps', ['-axo', 'pid=,ppid=,pgid=,lstart=']))
  }
}

/**
 * Returns the processes whose initial environment contained a text, even if their parents have ended. Only Linux shows
 * that.
 */
export async function withMark(
  processes: readonly ListedProcess[],
  mark: string,
  platform: NodeJS.Platform,
): Promise<readonly ListedProcess[]> {
  if (platform !== 'linux') return []
  const found: ListedProcess[] = []
  for (let at = 0; at < processes.length; at += readAtOnce) {
    const some = processes.slice(at, at + readAtOnce)
    const marked = await Promise.all(some.map(async ({ pid }) => (await textOf(`/proc/${pid}/environ`)).includes(mark)))
    found.push(...some.filter((_, index) => marked[index]))
  }
  return found
}

async function linuxTable(): Promise<readonly ListedProcess[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  const boot = (await textOf('/proc/sys/kernel/random/boot_id')).trim()
  const found: ListedProcess[] = []
  for (let at = 0; at < pids.length; at += readAtOnce) {
    const read = await Promise.all(
      pids.slice(at, at + readAtOnce).map(async (pid): Promise<readonly ListedProcess[]> => {
        const stat = identityOfStat(await textOf(`/proc/${pid}/stat`), boot)
        return stat === null ? [] : [{ pid, ...stat }]
      }),
    )
    found.push(...read.flat())
  }
  return found
}

function psTable(text: string): readonly ListedProcess[] {
  return text.split('\n').flatMap((line): readonly ListedProcess[] => {
    const [pid, parent, group, ...started] = line.trim().split(/\s+/)
    if (group === undefined || started.length === 0) return []
    return [
      { pid: Number(pid), parentId: Number(parent), groupId: Number(group), identity: [group, ...started].join(' ') },
    ]
  })
}

async function textOf(path: string): Promise<string> {
  try {
    return await readFile(path, 'latin1')
  } catch {
    // gone, or another user's
    return ''
  }
}

async function outputOf(program: string, given: readonly string[]): Promise<string> {
  return await new Promise((resolve) => {
    const options = { timeout: waitMs, env: { LC_ALL: 'C' }, maxBuffer: 16 * 1024 * 1024 }
    execFile(program, given, options, (cause, stdout) => resolve(cause === null ? stdout : ''))
  })
}
