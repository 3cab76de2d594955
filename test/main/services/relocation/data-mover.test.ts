import { randomUUID } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createDemoGateway } from '../../../../src/demo-gateway/server.ts'
import { createApp } from '../../../../src/main/app.ts'
import { openSettingsFile } from '../../../../src/main/browser/settings-file.ts'
import { readFinishedManifest } from '../../../../src/main/folder-copies/move-manifest.ts'
import { isMovedName, isStayingName } from '../../../../src/main/folder-copies/moved-files.ts'
import { createLogFile } from '../../../../src/main/log-file.ts'
import { createMemorySecrets } from '../../../../src/main/secrets/memory.ts'
import { readLocation } from '../../../../src/main/services/relocation/data-location.ts'
import { tryExclusiveLock } from '../../../../src/main/storage/exclusive-lock.ts'
import { systemClock } from '../../../../src/main/system-clock.ts'
import { AppClient } from '../../../fakes/app-client.ts'
import { fillDataFolder, holdingsOf } from '../../../fakes/filled-folder.ts'
import { MovingApp } from '../../../fakes/moving-app.ts'
import { testPlatform } from '../../../fakes/platform.ts'

let root: string
let home: string
let moving: MovingApp
const secrets = createMemorySecrets()
const at = (...names: string[]): string => join(root, ...names)
const target = (): string => at('new')

beforeEach(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'atelier-move-')))
  home = at('home')
  await fillDataFolder(home, { messages: 250, files: 6, fileBytes: 40_000 })
  moving = new MovingApp(home, { secrets })
})
afterEach(async () => {
  await moving.end()
  rmSync(root, { recursive: true, force: true })
})

describe('a move of the data folder', () => {
  test('a move copies everything, row by row and hash by hash, and leaves the old folder unchanged', async () => {
    await moving.begin()
    const backup = await moving.client.call('backups.make', { passphrase: null })
    mkdirSync(join(home, 'recordings'))
    writeFileSync(join(home, 'recordings', 'note.json'), '{}')
    mkdirSync(join(home, 'replaced-7'))
    writeFileSync(join(home, 'replaced-7', 'atelier.db'), 'an older one')
    mkdirSync(join(home, 'newer-1.1.0-beta.2-7'))
    writeFileSync(join(home, 'newer-1.1.0-beta.2-7', 'atelier.db'), 'a newer one')
    writeFileSync(join(home, 'settings.json'), '{"language":"zh-CN"}')
    mkdirSync(join(home, 'chromium'))
    const before = holdingsOf(home)
    const old = treeOf(home)
    await moving.move(target())
    expect(moving.data).toBe(target())
    expect(holdingsOf(target())).toEqual(before)
    expect(readFileSync(at('new', 'settings.json'), 'utf8')).toBe('{"language":"zh-CN"}')
    expect(readFileSync(at('new', 'replaced-7', 'atelier.db'), 'utf8')).toBe('an older one')
    expect(readFileSync(at('new', 'newer-1.1.0-beta.2-7', 'atelier.db'), 'utf8')).toBe('a newer one')
    expect(existsSync(at('new', 'recordings', 'note.json'))).toBe(true)
    expect(existsSync(at('new', 'chromium'))).toBe(false)
    // verified backups are still known as verified
    const { backups } = await moving.client.call('backups.list', {})
    expect(backups).toMatchObject([{ name: backup.name, verifiedAt: backup.verifiedAt }])
    const kept = treeOf(home)
    for (const [path, bytes] of Object.entries(old))
      if (!/^(atelier\.db|lock\.db|instance|backups\/verified)/.test(path)) expect(kept[path], path).toBe(bytes)
    expect(statSync(target()).mode & 0o777).toBe(0o700)
    const info = await moving.client.call('app.info', {})
    expect(info.notices).toEqual([{ code: 'data_moved', folder: target() }])
    const place = await moving.client.call('storage.place', {})
    expect(place).toMatchObject({ folder: target(), movable: true, left: { folder: home } })
    expect(existsSync(join(home, 'move.json'))).toBe(false)
  })

  test('a move knows every file of the data folder: those that move, and those that stay', async () => {
    await moving.begin()
    await moving.client.call('backups.make', { passphrase: null })
    await moving.client.call('recordings.begin', { recordingId: randomUUID(), name: 'a talk' })
    createLogFile({ data: home, clock: systemClock })('info', 'a line')
    openSettingsFile(home, systemClock, () => undefined).set('theme', 'dark')
    const names = readdirSync(home).filter((name) => name !== 'atelier.db-shm')
    expect(names.filter((name) => isMovedName(name)).toSorted()).toEqual([
      'atelier.db',
      'atelier.db-wal',
      'backups',
      'logs',
      'media',
      'recordings',
      'settings.json',
    ])
    expect(names.filter((name) => !isMovedName(name) && !isStayingName(name))).toEqual([])
  })

  test('a move keeps the keys of connections', async () => {
    const gateway = await createDemoGateway()
    await moving.begin()
    const saved = await moving.client.call('connections.save', {
      id: randomUUID(),
      name: 'Mine',
      baseUrl: `${gateway.origin}/v1`,
      allowInsecure: false,
      key: gateway.key,
    })
    await moving.move(target())
    const { connections } = await moving.client.call('connections.list', {})
    const found = connections.find(({ name }) => name === 'Mine')
    expect(found).toEqual(saved)
    const { models } = await moving.client.call('models.list', { connectionId: saved.id, refresh: true })
    expect(models.length).toBeGreaterThan(0)
    expect(gateway.requests().at(-1)?.headers.authorization).toBe(`Bearer ${gateway.key}`)
    await gateway.close()
  })

  test('a move can be repeated, and back into the default folder once the copy there is gone', async () => {
    await moving.begin()
    const before = holdingsOf(home)
    await moving.move(target())
    expect(await moving.client.refusal('storage.checkMove', { folder: home })).toBe('target_not_empty')
    await moving.client.call('storage.removeOld', {})
    await moving.move(at('third'))
    expect(holdingsOf(moving.data)).toEqual(before)
    expect(readLocation(home)?.left?.folder).toBe(target())
    await moving.client.call('storage.removeOld', {})
    expect(existsSync(target())).toBe(false)
    expect(await moving.client.refusal('storage.checkMove', { folder: join(home, 'inside') })).toBe('target_inside')
    await moving.move(home)
    expect([moving.data, holdingsOf(home)]).toEqual([home, before])
    // and an ordinary start finds the data there
    await moving.end()
    await moving.begin()
    expect([moving.data, holdingsOf(home)]).toEqual([home, before])
  })

  test('a move includes data written during the copy', async () => {
    await moving.begin()
    const moved = moving.client.call('storage.move', { folder: target() })
    await moving.platform.events.until('backups.changed', ({ work }) => work?.kind === 'move')
    await moving.client.call('settings.update', { theme: 'dark' })
    await moving.client.call('chat.update', { conversationId: 'm-c0', title: 'written meanwhile' })
    await moved
    await moving.restarted()
    const { conversation } = await moving.client.call('chat.open', { conversationId: 'm-c0', limit: 1 })
    expect([moving.data, conversation.title]).toEqual([target(), 'written meanwhile'])
  })

  test.each(['moving', 'waiting'])('a cancelled move leaves nothing of the copy: while %s', async (step) => {
    await fillDataFolder(home, { messages: 60, files: 60, fileBytes: 500_000, mark: 'more' })
    await moving.begin()
    const before = holdingsOf(home)
    // the move waits for a running recording
    const recordingId = randomUUID()
    await moving.client.call('recordings.begin', { recordingId, name: 'a talk' })
    const moved = moving.client.refusal('storage.move', { folder: target() })
    await moving.platform.events.until('backups.changed', ({ work }) => work?.kind === 'move' && work.step === step)
    if (step === 'waiting') expect(readdirSync(at('new', 'media')).length).toBeGreaterThan(10)
    await moving.client.call('backups.cancel', {})
    expect(await moved).toBe('cancelled')
    expect([existsSync(target()), existsSync(join(home, 'move.json')), readLocation(home)]).toEqual([
      false,
      false,
      null,
    ])
    expect(holdingsOf(home)).toEqual(before)
    await moving.client.call('recordings.end', { recordingId, complete: true })
    await moving.move(target())
    expect(holdingsOf(target())).toEqual(before)
  })

  test('a move whose target vanishes before the end is not made, and is reported', async () => {
    await moving.begin()
    const before = holdingsOf(home)
    await moving.client.call('storage.move', { folder: target() })
    rmSync(target(), { recursive: true })
    await moving.restarted()
    expect([moving.data, existsSync(target())]).toEqual([home, false])
    const { notices } = await moving.client.call('app.info', {})
    expect(notices).toMatchObject([{ code: 'move_failed', error: { code: 'target_lost' } }])
    expect(holdingsOf(home)).toEqual(before)
    expect([existsSync(join(home, 'move.json')), readLocation(home)]).toEqual([false, null])
  })

  test('a move whose copy was changed copies that file again', async () => {
    await moving.begin()
    const before = holdingsOf(home)
    await moving.client.call('storage.move', { folder: target() })
    const id = Object.keys(before).find((name) => name.length === 64) ?? ''
    writeFileSync(at('new', 'media', id.slice(0, 2), id), 'short')
    writeFileSync(at('new', 'media', id.slice(0, 2), 'f'.repeat(64)), 'one too many')
    await moving.restarted()
    expect(holdingsOf(target())).toEqual(before)
  })

  test('a move of a library with an unreadable file is not made', async () => {
    mkdirSync(join(home, 'backups'), { recursive: true })
    // a loop of links cannot be opened, even by root
    symlinkSync('loop', join(home, 'logs'))
    rmSync(join(home, 'logs'))
    symlinkSync(join(home, 'settings.json'), join(home, 'settings.json'))
    await expect(
      moving.begin().then(() => moving.client.refusal('storage.checkMove', { folder: target() })),
    ).resolves.toBe('source_unreadable')
    expect(existsSync(target())).toBe(false)
  })
})

describe('the target of a move', () => {
  test.each([
    ['a relative path', () => 'new', 'target_not_absolute'],
    ['no parent', () => at('no', 'new'), 'target_no_parent'],
    ['the same', () => home, 'target_inside'],
    ['inside', () => join(home, 'media', 'new'), 'target_inside'],
    ['around it', () => root, 'target_inside'],
    ['not empty', () => at('full'), 'target_not_empty'],
  ])('is refused before anything is copied: %s', async (_name, folder, code) => {
    mkdirSync(at('full'))
    writeFileSync(at('full', 'x'), '')
    await moving.begin()
    const before = readdirSync(root)
    for (const call of ['storage.checkMove', 'storage.move'] as const)
      expect(await moving.client.refusal(call, { folder: folder() })).toBe(code)
    expect(readdirSync(root)).toEqual(before)
    expect(existsSync(join(home, 'move.json'))).toBe(false)
  })

  test('a target with too little space is refused', async () => {
    // a sparse file takes no space here, but would at the target
    mkdirSync(join(home, 'logs'))
    const file = join(home, 'logs', 'sparse')
    writeFileSync(file, '')
    const { truncateSync } = await import('node:fs')
    truncateSync(file, 2 ** 43)
    await moving.begin()
    expect(await moving.client.refusal('storage.move', { folder: target() })).toBe('target_full')
    expect(existsSync(target())).toBe(false)
  })

  test('a target in use by another Atelier is refused', async () => {
    mkdirSync(target())
    await moving.begin()
    const lock = tryExclusiveLock(at('new', 'lock.db'))
    expect(await moving.client.refusal('storage.move', { folder: target() })).toBe('target_not_empty')
    if (lock.held) lock.release()
  })

  test('a target is refused if the folder was named for this run', async () => {
    const { platform } = testPlatform({
      paths: { data: home, resources: join(import.meta.dirname, '../../../../resources') },
    })
    const app = await createApp(platform, { demo: false })
    const client = new AppClient(() => app)
    expect(await client.call('storage.place', {})).toEqual({ folder: home, movable: false, left: null })
    for (const call of ['storage.checkMove', 'storage.move'] as const)
      expect(await client.refusal(call, { folder: target() })).toBe('move_not_offered')
    await app.close()
  })

  test('a target is refused during other work with the data folder', async () => {
    await moving.begin()
    const check = moving.client.call('backups.make', { passphrase: null })
    expect(await moving.client.refusal('storage.move', { folder: target() })).toBe('busy')
    await check
  })
})

describe('the old copy after a move', () => {
  const removeOld = () => moving.client.call('storage.removeOld', {})

  test('deleting the old copy removes all that was copied, and nothing else', async () => {
    writeFileSync(join(home, 'my own.txt'), 'mine')
    writeFileSync(join(home, 'atelier.db-shm'), '')
    mkdirSync(join(home, 'browser-profile'))
    await moving.begin()
    await moving.move(target())
    const before = holdingsOf(target())
    const removed = await removeOld()
    expect(removed).toMatchObject({ kept: 0 })
    expect(removed.files).toBeGreaterThan(6)
    expect(readdirSync(home).filter((name) => !name.startsWith('lock.db'))).toEqual([
      'browser-profile',
      'location.json',
      'my own.txt',
    ])
    expect(holdingsOf(target())).toEqual(before)
    expect((await moving.client.call('storage.place', {})).left).toBeNull()
  })

  test('deleting the old copy keeps files that changed since', async () => {
    await moving.begin()
    await moving.move(target())
    await fillDataFolder(home, { messages: 3, files: 1, mark: 'later' })
    const { kept } = await removeOld()
    // the database and its new file
    expect(kept).toBeGreaterThanOrEqual(2)
    expect(Object.keys(holdingsOf(home)).length).toBeGreaterThan(0)
  })

  test.each(['missing', 'changed'])('the old copy is not deleted if a file of the new folder is %s', async (how) => {
    await moving.begin()
    await moving.move(target())
    const id = Object.keys(holdingsOf(target())).find((name) => name.length === 64) ?? ''
    const path = at('new', 'media', id.slice(0, 2), id)
    if (how === 'missing') rmSync(path)
    else writeFileSync(path, Buffer.alloc(statSync(path).size, 'x'))
    const old = treeOf(home)
    expect(await moving.client.refusal('storage.removeOld', {})).toBe('copy_not_whole')
    expect(treeOf(home)).toEqual(old)
  })

  test('the old copy is not deleted if it is now only a link to the new one', async () => {
    await moving.begin()
    await moving.move(target())
    const before = holdingsOf(target())
    rmSync(join(home, 'media'), { recursive: true })
    symlinkSync(at('new', 'media'), join(home, 'media'))
    for (const [path, copied] of Object.entries(readFinishedManifest(target())?.files ?? {}))
      if (path.startsWith('media/')) utimesSync(at('new', path), copied.modifiedAt / 1000, copied.modifiedAt / 1000)
    await removeOld()
    expect(holdingsOf(target())).toEqual(before)
  })

  test('the old copy is not deleted while another Atelier uses it', async () => {
    await moving.begin()
    await moving.move(target())
    const lock = tryExclusiveLock(join(home, 'lock.db'))
    const old = treeOf(home)
    expect(await moving.client.refusal('storage.removeOld', {})).toBe('busy')
    expect(treeOf(home)).toEqual(old)
    if (lock.held) lock.release()
  })

  test('the old copy stays if the user keeps it, and is not mentioned again', async () => {
    await moving.begin()
    await moving.move(target())
    const old = treeOf(home)
    await moving.client.call('storage.keepOld', {})
    expect((await moving.client.call('storage.place', {})).left).toBeNull()
    expect(await moving.client.refusal('storage.removeOld', {})).toBe('not_found')
    const { 'location.json': _was, ...rest } = old
    const { 'location.json': _is, ...now } = treeOf(home)
    expect(now).toEqual(rest)
  })
})

/** Every file below a folder with its length. */
function treeOf(folder: string): Readonly<Record<string, number>> {
  return Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [path.slice(folder.length + 1), statSync(path).size]),
  )
}
