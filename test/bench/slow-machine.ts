import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'

/** The machines that a figure is measured on. */
export const speeds = ['fast', 'slow'] as const
export type Speed = (typeof speeds)[number]

/** How many times slower the slow machine is, much like an office laptop of five years. */
export const slowdown = 4

/** Throttles a page's main thread where the machine is to be slow. Holds for all pages that the tab loads later. */
export async function slowPage(page: Page, speed: Speed): Promise<void> {
  if (speed === 'fast') return
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
}

/** Processor time for main and its threads. `close` ends it, after its processes have ended. */
export interface Quota {
  /** The beginning of a command line: the program behind it runs within the quota. */
  readonly through: readonly string[]
  /** How the quota is held, for the figures. */
  readonly by: 'nothing' | 'cgroup' | 'idle priority'
  close(): void
}

/**
 * Gives main and its threads a quarter of the cores where the machine is to be slow, as if it had the same cores at a
 * quarter of their speed. Needs root and cgroups of either version; without them, main runs at idle priority, which is
 * slow only beside other load.
 */
export function openQuota(speed: Speed): Quota {
  if (speed === 'fast') return { through: [], by: 'nothing', close: () => undefined }
  const folder = cgroup()
  if (folder === null) return { through: ['chrt', '--idle', '0'], by: 'idle priority', close: () => undefined }
  return {
    through: ['sh', '-c', `echo $$ > ${join(folder, 'cgroup.procs')}; exec "$@"`, 'sh'],
    by: 'cgroup',
    close: () => {
      try {
        rmdirSync(folder)
      } catch {
        // a process of it is still ending; the folder costs nothing
      }
    },
  }
}

/** Period of a quota, in µs. A long one would stop main for most of it at a stretch. */
const periodUs = 4000
/** Processor time of all cores in a period, in µs. */
const quotaUs = (periodUs * availableParallelism()) / slowdown

let made = 0

/** Makes a control group with the quota; null where that is not allowed. */
function cgroup(): string | null {
  made += 1
  const name = `atelier-bench-${process.pid}-${made}`
  const first = '/sys/fs/cgroup/cpu'
  const second = '/sys/fs/cgroup'
  try {
    if (existsSync(first)) {
      const folder = join(first, name)
      mkdirSync(folder)
      writeFileSync(join(folder, 'cpu.cfs_period_us'), String(periodUs))
      writeFileSync(join(folder, 'cpu.cfs_quota_us'), String(quotaUs))
      return folder
    }
    if (!readFileSync(join(second, 'cgroup.subtree_control'), 'utf8').includes('cpu')) return null
    const folder = join(second, name)
    mkdirSync(folder)
    writeFileSync(join(folder, 'cpu.max'), `${quotaUs} ${periodUs}`)
    return folder
  } catch {
    return null
  }
}
