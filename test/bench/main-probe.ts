import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import type { ShellProcess } from '../fakes/shell-process.ts'

/** Longest block of main's event loop, in ms: as waited for, and as worked by its thread. */
export interface Block {
  readonly worst: number
  readonly busy: number
}

/** Variables with which a shell is started whose blocks are measured. */
export const probeEnvironment = {
  NODE_OPTIONS: `--import ${pathToFileURL(join(import.meta.dirname, 'loop-probe.mjs')).href}`,
} as const

/** The longest block since the last call. The shell was started with `probeEnvironment`. */
export async function longestBlock(shell: ShellProcess): Promise<Block> {
  const heard = () =>
    [...shell.output().matchAll(/^loop .*"worst":([\d.]+),"busy":([\d.]+)/gm)].map(([, worst, busy]) => ({
      worst: Number(worst),
      busy: Number(busy),
    }))
  const before = heard().length
  shell.process.kill('SIGUSR2')
  while (heard().length === before) await wait(10)
  return heard().at(-1) ?? { worst: Number.NaN, busy: Number.NaN }
}
