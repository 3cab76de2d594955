import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createApp } from '../../../../src/main/app.ts'
import type { App } from '../../../../src/main/application.ts'
import { Database } from '../../../../src/main/storage/database.ts'
import { AppClient } from '../../../fakes/app-client.ts'
import { type Crafting, craftedBackup, sha256 } from '../../../fakes/crafted-backup.ts'
import { everything } from '../../../fakes/everything.ts'
import { fillDataFolder, holdingsOf } from '../../../fakes/filled-folder.ts'
import { type TestPlatform, testPlatform } from '../../../fakes/platform.ts'

const evil = '7d7c0e0e-0b8a-4c0a-9a8e-00000000ee11'
const canary = 'the canary sings outside the data folder'
let data: string
let outside: string
let platform: TestPlatform
let app: App
let dispose: () => void
let server: Server
let connections = 0
let origin: string
const client = new AppClient(() => app)
const at = (...names: string[]): string => join(data, ...names)

beforeEach(async () => {
  connections = 0
  server = createServer((socket) => {
    connections += 1
    socket.destroy()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
  data = mkdtempSync(join(tmpdir(), 'atelier-foreign-'))
  outside = mkdtempSync(join(tmpdir(), 'atelier-outside-'))
  writeFileSync(join(outside, 'canary.txt'), canary)
  await fillDataFolder(data, { messages: 60, files: 2, mark: 'mine' })
  const made = testPlatform({ paths: { data, resources: join(import.meta.dirname, '../../../../resources') } })
  platform = made.platform
  dispose = made.dispose
  app = await createApp(platform, { demo: false })
})
afterEach(async () => {
  await app.close()
  server.close()
  dispose()
  rmSync(outside, { recursive: true, force: true })
})

/** A backup of the data folder, made by the app. */
async function good(): Promise<Buffer> {
  const { name } = await client.call('backups.make', { passphrase: null })
  return readFileSync(at('backups', name))
}

/** Adds and restores a crafted backup like a user; returns its name, or the code of the refusal. */
async function restored(crafting: Crafting): Promise<string> {
  const path = join(outside, 'crafted.atelier-backup')
  writeFileSync(path, craftedBackup(await good(), crafting))
  const token = app.importFile({ path, name: 'crafted.atelier-backup', temporary: false })
  const { name } = await client.call('backups.add', { token, name: 'crafted.atelier-backup' })
  const refusal = await client.refusal('backups.restore', { name, passphrase: null })
  if (refusal === 'ok') app = await createApp(platform, { demo: false })
  return refusal
}

/** All bytes the app stores, in which any leaked path or address would appear. */
function allBytes(): string {
  return ['atelier.db', 'atelier.db-wal']
    .filter((name) => existsSync(at(name)))
    .map((name) => readFileSync(at(name), 'latin1'))
    .join('')
}

const request = JSON.stringify({
  connectionId: evil,
  model: 'm',
  prompt: 'p',
  n: 1,
  size: null,
  quality: null,
  responseFormat: null,
  edit: null,
})
const recording = JSON.stringify({
  connectionId: evil,
  model: 'm',
  language: null,
  prompt: null,
  temperature: null,
})
const video = JSON.stringify({ connectionId: evil, model: 'm', prompt: 'p', duration: 5 })

/** SQL for running work of every kind, with a listening address and an outside file to be sent. */
function workUnderWay(): string {
  const path = join(outside, 'canary.txt')
  const { mtimeMs, size } = statSync(path)
  const id = sha256(Buffer.from(canary))
  const images = ['queued', 'sending', 'waiting', 'saving'].map(
    (status, index) => `
      INSERT INTO image_jobs (id, request, status, attempts, created_at, gateway_url, source_id)
        VALUES ('image-${status}', '${request}', '${status}', 1, ${index}, '${origin}/v1', '${id}');
      INSERT INTO image_pieces (job_id, position, state, link) VALUES ('image-${status}', 0, 'pending', '${origin}/p.png');`,
  )
  const videos = ['queued', 'submitting', 'pending', 'processing', 'downloading'].map(
    (status, index) => `
      INSERT INTO video_jobs (id, position, request, model, prompt_folded, status, attempts, refusals, gateway_url,
        task_id, word_unknown, polls, failed_polls, created_at, next_poll_at, link, dead_links, broken_off, received)
      VALUES ('video-${status}', ${index}, '${video}', 'm', 'p', '${status}', 1, 0, '${origin}/v1', 'task', 0, 1, 0, 1, 1,
        '${origin}/v.mp4', 0, 0, 0);`,
  )
  const recordings = ['receiving', 'preparing', 'queued', 'sending', 'waiting', 'paused'].map(
    (status, index) => `
      INSERT INTO transcription_jobs (id, position, name, bytes, request, source_id, status, attempts, cut, listened, created_at)
        VALUES ('sound-${status}', ${index}, 'n', ${size}, '${recording}', '${id}', '${status}', 0, 'no', 1, 1);
      INSERT INTO transcription_pieces (job_id, position, from_ms, to_ms, whole, state)
        VALUES ('sound-${status}', 0, 0, 1, 1, '${status === 'sending' ? 'sending' : 'waiting'}');`,
  )
  return `
    INSERT INTO connections (id, name, base_url, allow_insecure, key_last_four, created_at)
      VALUES ('${evil}', 'Evil', '${origin}/v1', 1, 'abcd', 1);
    INSERT OR REPLACE INTO preferences (name, value) VALUES ('default-connection', '${evil}');
    INSERT INTO media (id, mime, bytes, created_at, referred_path, referred_at)
      VALUES ('${id}', 'audio/wav', ${size}, 1, '${path}', ${mtimeMs});
    INSERT INTO message_attachments (message_id, position, media_id) VALUES ('mine-1', 5, '${id}');
    ${[...images, ...videos, ...recordings].join('\n')}`
}

test('everything that the app can store is restored, even without proof of its origin', async () => {
  await app.close()
  await everything(data)
  app = await createApp(platform, { demo: false })
  await app.close()
  const before = holdingsOf(data)
  app = await createApp(platform, { demo: false })
  // a changed manifest is unknown
  expect(await restored({ manifest: (manifest) => ({ ...manifest, app: 'another' }) })).toBe('ok')
  expect(holdingsOf(data)).toEqual(before)
})

describe('a forged backup', () => {
  test('a forged backup sends no request and opens nothing outside, at the next two starts', async () => {
    // the user has a key for an address of that name, which the backup might exploit
    await platform.secrets.set(`${evil} ${origin}`, 'sk-0123456789-abcdef')
    expect(await restored({ database: (database) => void database.exec(workUnderWay()) })).toBe('ok')
    const jobs = (await client.call('images.jobs', { offset: 0, limit: 50 })).jobs
    expect(jobs.map(({ status }) => status).toSorted()).toEqual(['failed', 'unknown', 'unknown', 'unknown'])
    const sounds = (await client.call('transcription.jobs', { offset: 0, limit: 50 })).jobs
    expect(new Set(sounds.map(({ status }) => status))).toEqual(new Set(['paused', 'unknown']))
    const videos = await client.call('videos.list', {
      filter: { group: 'all', query: '', models: [], favourite: false },
      offset: 0,
      limit: 50,
    })
    expect(new Set(videos.jobs.map(({ status }) => status))).toEqual(new Set(['unknown']))
    expect(await client.call('media.present', { mediaId: sha256(Buffer.from(canary)) })).toEqual({ present: false })
    expect(allBytes()).not.toContain(outside)
    await app.close()
    app = await createApp(platform, { demo: false })
    expect(connections).toBe(0)
  })

  test('a forged backup sends no file from outside with the next message of a conversation', async () => {
    const path = '/proc/self/environ'
    const id = sha256(Buffer.from('environ'))
    const attach = `
      INSERT INTO media (id, mime, bytes, created_at, referred_path, referred_at) VALUES ('${id}', 'image/png', 0, 1, '${path}', 1);
      INSERT INTO message_attachments (message_id, position, media_id) VALUES ('mine-59', 0, '${id}');`
    expect(await restored({ database: (database) => void database.exec(attach) })).toBe('ok')
    expect(allBytes()).not.toContain(path)
    expect(app.findMedia(id)?.path).toBe('')
  })

  test('a forged backup gives no address the trust of a gateway until it is saved here', async () => {
    expect(await restored({ database: (database) => void database.exec(workUnderWay()) })).toBe('ok')
    const picture = { url: `${origin}/inside.png` }
    expect(await client.refusal('media.addRemotePicture', picture)).toBe('link_refused')
    await client.call('images.refetch', { jobId: 'image-saving' })
    const ended = await platform.events.until(
      'images.job',
      ({ id, status }) => id === 'image-saving' && status === 'failed',
    )
    expect([ended.error?.code, connections]).toEqual(['link_refused', 0])
    await client.call('connections.save', {
      id: evil,
      name: 'Mine now',
      baseUrl: `${origin}/v1`,
      allowInsecure: true,
    })
    expect(await client.refusal('media.addRemotePicture', picture)).not.toBe('link_refused')
    expect(connections).toBe(1)
  })

  test('a forged backup adds no connection that the app would refuse to save', async () => {
    const sql = `INSERT INTO connections (id, name, base_url, allow_insecure, created_at) VALUES
      ('a', 'A', 'no address', 0, 1), ('b', 'B', 'file:///etc/passwd', 1, 1), ('c', 'C', 'https://c.invalid/v1', 0, 1)`
    expect(await restored({ database: (database) => void database.exec(sql) })).toBe('ok')
    const { connections: listed } = await client.call('connections.list', {})
    expect(listed.map(({ id }) => id)).toEqual(['c'])
  })

  test('a forged backup serves no file as anything but what the library detects', async () => {
    expect(await restored({ database: (database) => void database.exec("UPDATE media SET mime = 'text/html'") })).toBe(
      'ok',
    )
    const [id = ''] = readdirSync(at('media'), { recursive: true })
      .map((name) => String(name).slice(-64))
      .filter((name) => /^[0-9a-f]{64}$/.test(name))
    expect(app.findMedia(id)?.mime).toBe('application/octet-stream')
  })

  test('a forged backup adds settings only as their schema allows', async () => {
    const settings = JSON.stringify({ theme: 'dark', language: 'evil', backupKeep: 1e9, own: 'x'.repeat(10_000) })
    expect(await restored({ settings })).toBe('ok')
    expect(await client.call('settings.get', {})).toMatchObject({ theme: 'dark', language: 'system' })
    expect(JSON.stringify(platform.store.get('settings'))).not.toContain('own')
  })

  test('a forged backup with a trigger is refused, and the present data are kept', async () => {
    const before = holdingsOf(data)
    const own = "CREATE TRIGGER own AFTER UPDATE ON conversations BEGIN UPDATE messages SET text = 'x'; END"
    expect(await restored({ database: (database) => void database.exec(own) })).toBe('backup_damaged')
    expect([holdingsOf(data), existsSync(at('restore.json'))]).toEqual([before, false])
  })

  test('a forged backup with rows that refer to missing rows is refused before anything is decided', async () => {
    const before = holdingsOf(data)
    const sql = "UPDATE messages SET parent_id = 'nobody' WHERE id = 'mine-7'"
    expect(await restored({ database: (database) => void database.exec(sql) })).toBe('backup_damaged')
    expect([holdingsOf(data), existsSync(at('restore.json'))]).toEqual([before, false])
    expect(readdirSync(data).filter((name) => name.includes('restoring'))).toEqual([])
  })
})

describe('a small backup with far too many rows', () => {
  test('a backup shows only as many jobs as a user can read; the others stay in the database', async () => {
    const sql = `WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < 5000)
      INSERT INTO image_jobs (id, request, status, attempts, created_at)
      SELECT 'j' || n, '${request}', 'failed', 1, n FROM number`
    expect(await restored({ database: (database) => void database.exec(sql) })).toBe('ok')
    const { jobs, total } = await client.call('images.jobs', { offset: 0, limit: 50 })
    expect([jobs.length, jobs[0]?.id, total]).toEqual([50, 'j5000', 1000])
  })
})

describe('a recording that is only referenced', () => {
  /** Makes the first message refer to the outside file; returns its id. */
  function refer(): string {
    const path = join(outside, 'canary.txt')
    const { mtimeMs, size } = statSync(path)
    const id = sha256(readFileSync(path))
    const database = new Database(at('atelier.db'))
    database
      .prepare('INSERT INTO media (id, mime, bytes, created_at, referred_path, referred_at) VALUES (?, ?, ?, 1, ?, ?)')
      .run(id, 'audio/wav', size, path, mtimeMs)
    database
      .prepare('INSERT INTO message_attachments (message_id, position, media_id) VALUES (?, 7, ?)')
      .run('mine-1', id)
    database.close()
    return id
  }

  test('a referenced recording is still available after a backup made here, under any new name', async () => {
    const id = refer()
    expect(await restored({})).toBe('ok')
    expect(app.findMedia(id)?.path).toBe(join(outside, 'canary.txt'))
    expect(await client.call('media.present', { mediaId: id })).toEqual({ present: true })
  })

  test('a referenced recording has to be chosen again if one word of the backup changed', async () => {
    const id = refer()
    const change = "UPDATE messages SET text = 'other' WHERE id = 'mine-3'"
    expect(await restored({ database: (database) => void database.exec(change) })).toBe('ok')
    expect(app.findMedia(id)?.path).toBe('')
    expect(await client.call('media.present', { mediaId: id })).toEqual({ present: false })
    expect(allBytes()).not.toContain(outside)
  })
})
