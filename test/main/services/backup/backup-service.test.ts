import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createApp } from '../../../../src/main/app.ts'
import type { App } from '../../../../src/main/application.ts'
import { BackupLedger } from '../../../../src/main/services/backup/backup-ledger.ts'
import { Database } from '../../../../src/main/storage/database.ts'
import type { BackupState } from '../../../../src/shared/backup.ts'
import { AppClient } from '../../../fakes/app-client.ts'
import { fillDataFolder, holdingsOf } from '../../../fakes/filled-folder.ts'
import { canMount, mountAt } from '../../../fakes/mounted-disk.ts'
import { ManualClock, type TestPlatform, testPlatform } from '../../../fakes/platform.ts'

const passphrase = '一壶龙井 and a bridge'
const day = 24 * 60 * 60_000
let data: string
let platform: TestPlatform
let app: App
let restarts = 0
const clock = new ManualClock()
const client = new AppClient(() => app)
const at = (...names: string[]): string => join(data, ...names)
const dispose: (() => void)[] = []

/** Opens an app on the data folder; `again` keeps the platform, like a restart on the same computer. */
async function open(again = false): Promise<void> {
  if (!again) {
    const made = testPlatform({
      paths: { data, resources: join(import.meta.dirname, '../../../../resources') },
      clock,
      restart: () => {
        restarts += 1
      },
    })
    platform = made.platform
    dispose.push(made.dispose)
  }
  app = await createApp(platform, { demo: false })
}

async function reopen(): Promise<void> {
  await app.close()
  await open(true)
}

beforeEach(async () => {
  restarts = 0
  data = mkdtempSync(join(tmpdir(), 'atelier-backups-'))
  await fillDataFolder(data, { messages: 250, files: 5, mark: 'first' })
  await open()
})
afterEach(async () => {
  await app.close()
  for (const undo of dispose.splice(0)) undo()
})

const list = (): Promise<BackupState> => client.call('backups.list', {})

/** Changes the data, so that a restore has an effect. */
async function change(): Promise<void> {
  await app.close()
  await fillDataFolder(data, { messages: 120, files: 2, mark: 'second' })
  const database = new Database(at('atelier.db'))
  database.execute("DELETE FROM message_attachments; UPDATE messages SET text = 'lost' WHERE id = 'first-7'")
  database.close()
  await open(true)
}

describe('a local backup', () => {
  test('a backup removes a temporary file that a killed app was writing', async () => {
    await client.call('backups.make', { passphrase: null })
    writeFileSync(at('backups', 'verified.json.new'), '{"half')
    await reopen()
    expect((await list()).backups.map(({ verifiedAt }) => verifiedAt !== null)).toEqual([true])
    expect(existsSync(at('backups', 'verified.json.new'))).toBe(false)
  })

  test.skipIf(!canMount)('a backup does not begin if the disk has no space for the files', async () => {
    await app.close()
    const unmount = mountAt(at('backups'), '-t', 'tmpfs', '-o', 'size=2m', 'tmpfs')
    try {
      await fillDataFolder(data, { messages: 3, files: 3, fileBytes: 1_000_000, mark: 'large' })
      await open(true)
      const written: unknown[] = []
      platform.events.emit = (name, payload) => {
        if (name === 'backups.changed') written.push(payload)
      }
      expect(await client.refusal('backups.make', { passphrase: null })).toBe('storage_full')
      expect(JSON.stringify(written)).toContain('copying')
      expect(JSON.stringify(written)).not.toContain('writing')
      expect((await list()).backups).toEqual([])
    } finally {
      await app.close()
      unmount()
      await open(true)
    }
  })

  test.each([null, passphrase])('a backup is restored row by row and hash by hash (passphrase: %s)', async (words) => {
    const before = holdingsOf(data)
    const made = await client.call('backups.make', { passphrase: words })
    expect(made).toMatchObject({
      origin: 'by-hand',
      sealed: words !== null,
      verifiedAt: clock.now(),
      contents: { conversations: 3, messages: 250, files: 5, fileBytes: 25_000 },
      error: null,
    })
    await change()
    for (const folder of readdirSync(at('media'))) rmSync(at('media', folder), { recursive: true })
    const preview = await client.call('backups.preview', { name: made.name, passphrase: words })
    expect(preview).toMatchObject({ now: { messages: 370 }, after: { messages: 250 }, missing: 0 })
    await client.call('backups.restore', { name: made.name, passphrase: words })
    expect(restarts).toBe(1)
    await open(true)
    expect(holdingsOf(data)).toEqual(before)
    const { backups } = await list()
    expect(backups.map(({ origin, verifiedAt }) => [origin, verifiedAt !== null])).toContainEqual([
      'before-restore',
      true,
    ])
    const info = await client.call('app.info', {})
    expect(info.notices).toEqual([{ code: 'backup_restored', madeAt: made.madeAt }])
    // the earlier data are set aside and can be told from the present ones
    expect(readdirSync(data).filter((name) => name.startsWith('replaced-')).length).toBe(1)
    await reopen()
    expect((await client.call('app.info', {})).notices).toEqual([])
  })

  test('a backup restores settings, and contains neither keys nor the passphrase of automatic ones', async () => {
    const key = 'sk-very-secret-key-0123456789'
    await client.call('connections.save', {
      id: '7d7c0e0e-0b8a-4c0a-9a8e-000000000001',
      name: 'Work',
      baseUrl: 'https://gateway.invalid/v1',
      allowInsecure: false,
      key,
    })
    await client.call('backups.setPassphrase', { passphrase })
    await client.call('settings.update', { theme: 'dark', backupKeep: 3 })
    const made = await client.call('backups.make', { passphrase: null })
    const bytes = readFileSync(at('backups', made.name))
    await client.call('settings.update', { theme: 'light', backupKeep: 9 })
    await client.call('backups.restore', { name: made.name, passphrase: null })
    await open(true)
    expect(await client.call('settings.get', {})).toMatchObject({ theme: 'dark', backupKeep: 3 })
    const held = ['atelier.db', 'atelier.db-wal']
      .filter((name) => existsSync(at(name)))
      .map((name) => readFileSync(at(name)))
    for (const secret of [key, passphrase])
      expect([bytes, ...held].some((content) => content.includes(secret))).toBe(false)
  })

  test('a restore does not resend what was unsent when the backup was made', async () => {
    const database = new Database(at('atelier.db'))
    database
      .prepare(`INSERT INTO image_jobs (id, request, status, attempts, created_at) VALUES ('j', ?, 'queued', 0, 1)`)
      .run(
        JSON.stringify({
          connectionId: 'x',
          model: 'm',
          prompt: 'p',
          n: 1,
          size: null,
          quality: null,
          responseFormat: null,
          edit: null,
        }),
      )
    database.close()
    const made = await client.call('backups.make', { passphrase: null })
    await client.call('backups.restore', { name: made.name, passphrase: null })
    await open(true)
    expect((await client.call('images.jobs', { offset: 0, limit: 50 })).jobs.map(({ status }) => status)).toEqual([
      'unknown',
    ])
  })

  test('a backup that changed after its verification is no longer called verified', async () => {
    const made = await client.call('backups.make', { passphrase: null })
    const bytes = readFileSync(at('backups', made.name))
    writeFileSync(at('backups', made.name), bytes.subarray(0, -100))
    expect((await list()).backups[0]).toMatchObject({ name: made.name, verifiedAt: null })
    const looked = await client.call('backups.verify', { name: made.name, passphrase: null })
    expect([looked.verifiedAt, looked.error?.code]).toEqual([null, 'backup_damaged'])
    const before = holdingsOf(data)
    expect(await client.refusal('backups.restore', { name: made.name, passphrase: null })).toBe('backup_damaged')
    expect(holdingsOf(data)).toEqual(before)
    writeFileSync(at('backups', made.name), bytes)
    expect((await client.call('backups.verify', { name: made.name, passphrase: null })).error).toBeNull()
  })

  test('a backup under another passphrase is refused, without a change or a detail about the file', async () => {
    const made = await client.call('backups.make', { passphrase })
    const before = holdingsOf(data)
    for (const words of ['another passphrase', null]) {
      expect(await client.refusal('backups.restore', { name: made.name, passphrase: words })).toBe('wrong_passphrase')
      expect(await client.refusal('backups.preview', { name: made.name, passphrase: words })).toBe('wrong_passphrase')
    }
    expect(holdingsOf(data)).toEqual(before)
    expect((await list()).backups).toEqual([made])
    expect(restarts).toBe(0)
  })

  test('a backup contains the intact files if others are missing or changed, and reports those', async () => {
    const [lost = '', rotten = ''] = readdirSync(at('media'), { recursive: true })
      .map(String)
      .filter((name) => name.length > 64)
    rmSync(at('media', lost))
    writeFileSync(at('media', rotten), Buffer.alloc(5000, 'x'))
    const made = await client.call('backups.make', { passphrase: null })
    expect(made.verifiedAt).not.toBeNull()
    const { missing } = await client.call('backups.preview', { name: made.name, passphrase: null })
    expect(missing).toBe(2)
  })

  test('a backup can be copied elsewhere and back, and is unverified until it is checked', async () => {
    const made = await client.call('backups.make', { passphrase: null })
    await client.call('backups.save', { name: made.name })
    await client.call('backups.remove', { name: made.name })
    expect((await list()).backups).toEqual([])
    const token = app.importFile({ path: at('saved', made.name), name: made.name, temporary: false })
    const added = await client.call('backups.add', { token, name: made.name })
    expect(added).toMatchObject({ origin: 'elsewhere', verifiedAt: null, contents: null })
    const looked = await client.call('backups.verify', { name: added.name, passphrase: null })
    expect(looked).toMatchObject({ origin: 'elsewhere', madeAt: made.madeAt, contents: made.contents })
    const letter = at('letter.txt')
    writeFileSync(letter, 'Dear reader')
    const other = app.importFile({ path: letter, name: 'letter.txt', temporary: false })
    expect(await client.refusal('backups.add', { token: other, name: 'letter.txt' })).toBe('not_a_backup')
  })

  test('a backup shows its progress, can be cancelled, and leaves nothing incomplete', async () => {
    const making = client.refusal('backups.make', { passphrase })
    // which step comes into sight depends on how quick the machine is
    await platform.events.until('backups.changed', ({ work }) => work?.kind === 'make')
    expect(await client.refusal('backups.make', { passphrase: null })).toBe('busy')
    await client.call('backups.cancel', {})
    expect(await making).toBe('cancelled')
    expect((await list()).work).toBeNull()
    expect(readdirSync(at('backups'))).toEqual([])
    const closing = client.refusal('backups.make', { passphrase: null })
    await app.close()
    expect(await closing).toBe('cancelled')
    expect(readdirSync(at('backups'))).toEqual([])
    await open(true)
  })
})

describe('automatic backups', () => {
  const automatic = (state: BackupState) => state.backups.filter(({ origin }) => origin === 'automatic')

  /** Lets a backup fall due, and waits until it is made and older ones are removed. */
  async function pass(ms: number): Promise<void> {
    const { name: last } = automatic(await list())[0] ?? { name: '' }
    clock.advance(ms)
    await platform.events.until(
      'backups.changed',
      (state) => state.work === null && (state.failed !== null || (automatic(state)[0]?.name ?? '') > last),
    )
  }

  test('automatic backups are made daily under the stored passphrase, and the chosen number is kept', async () => {
    await client.call('backups.setPassphrase', { passphrase })
    await client.call('settings.update', { backupKeep: 2 })
    const byHand = await client.call('backups.make', { passphrase: null })
    const { nextAt } = await list()
    expect(nextAt).toBe(byHand.madeAt + day)
    for (let round = 0; round < 3; round += 1) await pass(day)
    const state = await list()
    expect(automatic(state).map(({ sealed, verifiedAt }) => [sealed, verifiedAt !== null])).toEqual([
      [true, true],
      [true, true],
    ])
    expect(state.backups).toContainEqual(byHand)
    expect(state.nextAt).toBe((automatic(state)[0]?.madeAt ?? 0) + day)
  })

  test('automatic backups without their passphrase are not made, and this is reported', async () => {
    await client.call('backups.setPassphrase', { passphrase })
    await platform.secrets.delete('backup-passphrase')
    await reopen()
    expect((await list()).sealing).toBe('lost')
    await pass(day)
    expect(await list()).toMatchObject({ backups: [], failed: { code: 'wrong_passphrase' } })
  })

  test('automatic backups are not made when they are off', async () => {
    await client.call('settings.update', { backupEvery: 'off' })
    expect((await list()).nextAt).toBeNull()
    clock.advance(3 * day)
    expect((await list()).work).toBeNull()
  })
})

test('an unreadable ledger verifies nothing', () => {
  const folder = mkdtempSync(join(tmpdir(), 'atelier-ledger-'))
  writeFileSync(join(folder, 'verified.json'), '{"a": 1')
  const ledger = new BackupLedger(folder)
  expect(ledger.findNoted('a', { bytes: 1, modifiedAt: 1 })).toBeNull()
  rmSync(folder, { recursive: true })
})
