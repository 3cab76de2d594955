import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApp } from '../../src/main/app.ts'
import type { App } from '../../src/main/application.ts'
import { proveBackup } from '../../src/main/services/backup/backup-proof.ts'
import { AppClient } from './app-client.ts'
import { type Filling, fillDataFolder, holdingsOf } from './filled-folder.ts'
import { testPlatform } from './platform.ts'

export interface TortureReport {
  readonly problems: readonly string[]
  /** Numbers of killed and completed runs, and the state of the data after each kill. */
  readonly make: { readonly killed: number; readonly ended: number; readonly madeNone: number; readonly made: number }
  readonly restore: { readonly killed: number; readonly ended: number; readonly before: number; readonly after: number }
}

type Holdings = Readonly<Record<string, string>>

/**
 * Kills backups and restores at random moments, `rounds` of each, and checks the data each time: they must equal the
 * earlier data, or, after a restore, the backup's; every backup called verified must be valid.
 */
export async function tortureBackups(options: {
  readonly rounds: number
  readonly filling: Filling
  readonly random: () => number
}): Promise<TortureReport> {
  const { rounds, filling, random } = options
  const root = mkdtempSync(join(tmpdir(), 'atelier-torture-'))
  const problems: string[] = []
  const make = { killed: 0, ended: 0, madeNone: 0, made: 0 }
  const restore = { killed: 0, ended: 0, before: 0, after: 0 }
  try {
    const template = join(root, 'template')
    await fillDataFolder(template, filling)
    const name = await withApp(template, (client) => client.call('backups.make', { passphrase: null })).then(
      (b) => b.name,
    )
    const then = holdingsOf(template)
    await fillDataFolder(template, { ...filling, messages: Math.ceil(filling.messages / 2), mark: 'since' })
    const now = holdingsOf(template)
    const data = join(root, 'data')
    for (const what of ['make', 'restore'] as const) {
      const counts = what === 'make' ? make : restore
      // uninterrupted, to measure the duration
      let longest = Number.POSITIVE_INFINITY
      for (let round = 0; counts.killed < rounds && round < rounds * 4 + 4; round += 1) {
        rmSync(data, { recursive: true, force: true })
        cpSync(template, data, { recursive: true, preserveTimestamps: true })
        // every third kill of a restore hits the short start that completes it
        const kill: Kill | null =
          round === 0
            ? null
            : what === 'restore' && round % 3 === 0
              ? { after: 'restart', ms: random() * 60 }
              : { after: 'begun', ms: random() * longest }
        const run = await runUntilKilled([data, what, name], kill)
        if (run.ended && kill?.after !== 'restart') longest = Math.min(longest, run.ms)
        const trouble = (words: string): void =>
          void problems.push(`${what} ${round}, ${Math.round(run.ms)} ms: ${words}`)
        const names = await look(data, trouble)
        const found = holdingsOf(data)
        const [isNow, isThen] = [holds(found, now), holds(found, then) && sameRows(found, then)]
        counts[run.ended ? 'ended' : 'killed'] += 1
        if (what === 'make') {
          if (!isNow) trouble('the source is not what it was')
          if (run.ended && names.length < 2) trouble('no verified backup, though it came to its end')
          if (!run.ended) make[names.length > 1 ? 'made' : 'madeNone'] += 1
        } else {
          if (!isNow && !isThen) trouble('neither the old state nor that of the backup')
          if (run.ended && !isThen) trouble('not restored, though it came to its end')
          if (!run.ended) restore[isThen ? 'after' : 'before'] += 1
        }
      }
      if (counts.killed < rounds) problems.push(`${what}: only ${counts.killed} were killed`)
    }
    return { problems, make, restore }
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

/** Starts the app on the remaining data and verifies all backups called verified; returns their names. */
async function look(data: string, trouble: (words: string) => void): Promise<readonly string[]> {
  const state = await withApp(data, async (client) => {
    const { notices } = await client.call('app.info', {})
    for (const notice of notices)
      if (notice.code !== 'backup_restored') trouble(`the app says ${JSON.stringify(notice)}`)
    return await client.call('backups.list', {})
  }).catch((cause: unknown) => {
    trouble(`the app did not start: ${String(cause)}`)
    return null
  })
  const verified = state?.backups.filter(({ verifiedAt }) => verifiedAt !== null) ?? []
  const work = join(data, 'proof')
  mkdirSync(work)
  for (const { name } of verified) {
    const opening = { dataFolder: data, path: join(data, 'backups', name), passphrase: null, work }
    await proveBackup(opening, () => undefined).catch((cause: unknown) => {
      trouble(`${name} is called verified and is not: ${String(cause)}`)
    })
  }
  for (const left of readdirSync(join(data, 'backups')))
    if (!/^(verified\.json|atelier-.*\.atelier-backup)$/.test(left)) trouble(`${left} was left`)
  return verified.map(({ name }) => name)
}

/** Returns true if `found` contains all of `wanted`: equal rows, and at least its files. */
function holds(found: Holdings, wanted: Holdings): boolean {
  return Object.entries(wanted).every(([name, content]) => found[name] === content)
}

/** Returns true if the tables are equal; other files may exist. */
function sameRows(found: Holdings, wanted: Holdings): boolean {
  const tables = (holdings: Holdings): readonly string[] => Object.keys(holdings).filter((name) => name.length !== 64)
  return tables(found).every((name) => found[name] === wanted[name])
}

async function withApp<T>(data: string, use: (client: AppClient) => Promise<T>): Promise<T> {
  const { platform } = testPlatform({ paths: { data, resources: join(import.meta.dirname, '../../resources') } })
  const app: App = await createApp(platform, { demo: false })
  try {
    return await use(new AppClient(() => app))
  } finally {
    await app.close()
  }
}

/** When to kill a process: some ms after it has printed a line. */
interface Kill {
  readonly after: 'begun' | 'restart'
  readonly ms: number
}

async function runUntilKilled(
  args: readonly string[],
  kill: Kill | null,
): Promise<{ readonly ended: boolean; readonly ms: number }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'backup-process.ts'), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  let began = performance.now()
  let timer: NodeJS.Timeout | null = null
  child.stdout.on('data', (data: Buffer) => {
    const before = output
    output += String(data)
    const says = (word: string): boolean => output.includes(word) && !before.includes(word)
    if (says('begun')) began = performance.now()
    if (kill !== null && says(kill.after)) timer = setTimeout(() => child.kill('SIGKILL'), kill.ms)
  })
  await once(child, 'close')
  if (timer !== null) clearTimeout(timer)
  return { ended: output.includes('done'), ms: performance.now() - began }
}
