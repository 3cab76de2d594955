import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { PlaceTarget } from '../../src/shared/places.ts'
import { fillDataFolder, holdingsOf } from './filled-folder.ts'
import { PlacedApp, placePassphrase } from './placed-app.ts'

export interface AwayReport {
  readonly killed: number
  /** Runs that came to their end between kills. */
  readonly ended: number
  /** Kills that left a backup partly sent. */
  readonly partly: number
  readonly backups: number
  /** Whether an empty data folder holds the same after the restore. */
  readonly equal: boolean
  readonly problems: readonly string[]
}

/**
 * Sends backups to a place and kills the app at random moments, `kills` times; more is written whenever one is through.
 * Then checks every backup at the place byte by byte and restores the newest on an empty data folder.
 */
export async function tortureAway(options: {
  readonly target: PlaceTarget
  readonly secret: string | null
  readonly kills: number
  readonly random: () => number
}): Promise<AwayReport> {
  const { kills, random, secret, target } = options
  const data = mkdtempSync(join(tmpdir(), 'atelier-away-'))
  const id = randomUUID()
  const place = JSON.stringify({ id, secret, target })
  const problems: string[] = []
  let [killed, ended, partly] = [0, 0, 0]
  const longest = { begun: Number.POSITIVE_INFINITY, sending: Number.POSITIVE_INFINITY }
  const grow = (round: number): Promise<unknown> =>
    fillDataFolder(data, { messages: 20, files: 4, fileBytes: 400_000, noise: true, mark: `round-${round}` })
  try {
    await fillDataFolder(data, { messages: 300, files: 16, fileBytes: 600_000, noise: true, mark: 'first' })
    for (let round = 0; killed < kills && round < kills * 4 + 4; round += 1) {
      // two of three kills hit the sending itself
      const after = round % 3 === 0 ? 'begun' : 'sending'
      const run = await runUntilKilled([data, place], round === 0 ? null : { after, ms: random() * longest[after] })
      if (run.output.includes('failed')) problems.push(`round ${round}: ${run.output.trim()}`)
      if (run.output.includes('done')) {
        ended += 1
        for (const word of ['begun', 'sending'] as const) longest[word] = Math.min(longest[word], run.ms[word])
        await grow(round)
      } else {
        killed += 1
        const staging = join(data, 'backups/.places', id, 'sending')
        const left = existsSync(staging) ? readdirSync(staging) : []
        partly += left.some((name) => name.endsWith('.manifest')) ? 1 : 0
      }
    }
    const last = await runUntilKilled([data, place], null)
    if (!last.output.includes('done')) problems.push(`the last run: ${last.output.trim()}`)
    // what was killed may have been an older backup, so one more
    await grow(-1)
    const final = await runUntilKilled([data, place], null)
    if (!final.output.includes('done')) problems.push(`the final run: ${final.output.trim()}`)
    const found = await lookBack(target, secret, data, problems)
    return { killed, ended, partly, ...found, problems }
  } finally {
    rmSync(data, { recursive: true, force: true })
  }
}

/** Checks every backup from another computer, and restores the newest there. */
async function lookBack(
  target: PlaceTarget,
  secret: string | null,
  data: string,
  problems: string[],
): Promise<{ readonly backups: number; readonly equal: boolean }> {
  const there = new PlacedApp()
  try {
    await there.open()
    // its own backups would be sent to the place meanwhile
    await there.client.call('settings.update', { backupEvery: 'off' })
    const id = await there.add(target, secret)
    const backups = await there.backups(id)
    for (const { computer, name } of backups)
      await there.client
        .call('places.check', { id, computer, name, passphrase: placePassphrase })
        .catch((cause: unknown) => problems.push(`${name}: ${String(cause)}`))
    await there.restoreNewest(id)
    const equal = isDeepStrictEqual(holdingsOf(there.data), holdingsOf(data))
    if (!equal) problems.push('the restored data are not those that were sent')
    return { backups: backups.length, equal }
  } finally {
    await there.remove()
  }
}

type Word = 'begun' | 'sending'

async function runUntilKilled(
  args: readonly string[],
  kill: { readonly after: Word; readonly ms: number } | null,
): Promise<{ readonly output: string; readonly ms: Readonly<Record<Word, number>> }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'away-process.ts'), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  const began = { begun: performance.now(), sending: performance.now() }
  let timer: NodeJS.Timeout | null = null
  child.stdout.on('data', (said: Buffer) => {
    const before = output
    output += String(said)
    for (const word of ['begun', 'sending'] as const) {
      if (before.includes(word) || !output.includes(word)) continue
      began[word] = performance.now()
      if (kill?.after === word) timer = setTimeout(() => child.kill('SIGKILL'), kill.ms)
    }
  })
  await once(child, 'close')
  if (timer !== null) clearTimeout(timer)
  const end = performance.now()
  return { output, ms: { begun: end - began.begun, sending: end - began.sending } }
}
