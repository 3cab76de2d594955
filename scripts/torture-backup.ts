// Backs up and restores 200,000 messages and 10,000 pictures and videos, and compares rows and hashes. Then kills
// backups and restores at random moments and checks the remains. `npm run torture:backup -- [rounds] [seed]`. Exits
// with 1 if anything was lost or changed, or a damaged backup counts as verified.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { createApp } from '../src/main/app.ts'
import { seedHistory } from '../test/bench/history-seed.ts'
import { AppClient } from '../test/fakes/app-client.ts'
import { tortureBackups } from '../test/fakes/backup-torture.ts'
import { fillDataFolder, holdingsOf } from '../test/fakes/filled-folder.ts'
import { testPlatform } from '../test/fakes/platform.ts'
import { randomFrom } from '../test/fakes/seeded-random.ts'
import { roundsAndSeed } from './torture-arguments.ts'

const { rounds, seed } = roundsAndSeed(50)

const large = await comeAndGo()
console.log(`${rounds} kills of each kind, seed ${seed}`)
const report = await tortureBackups({
  rounds,
  filling: { messages: 5000, files: 20, fileBytes: 1024 * 1024 },
  random: randomFrom(seed),
})
console.log(JSON.stringify({ rounds, seed, ...report, problems: report.problems.slice(0, 20) }, null, 2))
process.exitCode = large && report.problems.length === 0 ? 0 : 1

/**
 * Backs up the data of `npm run bench history` and restores them; prints the times. Returns whether all data are equal.
 */
async function comeAndGo(): Promise<boolean> {
  const data = mkdtempSync(join(tmpdir(), 'atelier-large-'))
  try {
    const { length: messages } = await seedHistory(data)
    const before = holdingsOf(data)
    const { platform } = testPlatform({ paths: { data, resources: join(import.meta.dirname, '../resources') } })
    let app = await createApp(platform, { demo: false })
    const client = new AppClient(() => app)
    const started = performance.now()
    const made = await client.call('backups.make', { passphrase: null })
    const madeMs = performance.now() - started
    await app.close()
    await fillDataFolder(data, { messages: 1000, files: 1, mark: 'since' })
    app = await createApp(platform, { demo: false })
    const restoring = performance.now()
    await client.call('backups.restore', { name: made.name, passphrase: null })
    app = await createApp(platform, { demo: false })
    const restoredMs = performance.now() - restoring
    await app.close()
    const after = holdingsOf(data)
    const files = Object.keys(before).filter((name) => name.length === 64)
    const equal = isDeepStrictEqual(
      Object.entries(after).filter(([name]) => name.length !== 64 || files.includes(name)),
      Object.entries(before),
    )
    const steps = new Set(platform.events.of('backups.changed').map(({ work }) => work?.step ?? 'rest'))
    const told = platform.events.of('backups.changed').filter(({ work }) => work?.progress !== null).length
    console.log(
      JSON.stringify({
        messages,
        files: files.length,
        backupBytes: made.bytes,
        makeAndProveMs: Math.round(madeMs),
        restoreMs: Math.round(restoredMs),
        equal,
        steps: [...steps],
        timesProgressWasTold: told,
      }),
    )
    return equal
  } finally {
    rmSync(data, { recursive: true, force: true })
  }
}
