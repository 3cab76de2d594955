import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { MediaLibrary } from '../../../../src/main/media/library.ts'
import { ownParts } from '../../../../src/main/media/unfinished-files.ts'
import { MediaRemover } from '../../../../src/main/services/media/media-remover.ts'
import { sweepMedia } from '../../../../src/main/services/media/media-sweep.ts'
import { Conversations } from '../../../../src/main/storage/conversations.ts'
import { MediaItems } from '../../../../src/main/storage/media-items.ts'
import { MediaReferences } from '../../../../src/main/storage/media-references.ts'
import { Messages } from '../../../../src/main/storage/messages.ts'
import { ownFilesName } from '../../../../src/main/storage/own-files.ts'
import type { MediaItem } from '../../../../src/shared/media.ts'
import { eventually } from '../../../fakes/eventually.ts'
import { ManualClock } from '../../../fakes/platform.ts'
import { conversation, storedMessage, temporaryDatabase } from '../../../fakes/storage.ts'

const dayMs = 24 * 60 * 60_000
let run: ReturnType<typeof temporaryDatabase>
let library: MediaLibrary
let remover: MediaRemover
let clock: ManualClock
let ending: AbortController

beforeEach(() => {
  run = temporaryDatabase()
  clock = new ManualClock()
  ending = new AbortController()
  library = new MediaLibrary(run.folder, new MediaItems(run.database), () => clock.now())
  remover = new MediaRemover({ library, references: new MediaReferences(run.database), log: () => {} })
})
afterEach(() => run.dispose())

const add = (text: string): Promise<MediaItem> =>
  library.addMedia(Buffer.from(text), { mime: 'image/png', width: 1, height: 1 })
const isThere = (item: MediaItem): boolean => library.findMedia(item.id) !== null && existsSync(library.pathOf(item.id))
const sweep = (): Promise<void> =>
  sweepMedia({
    dataFolder: run.folder,
    references: new MediaReferences(run.database),
    remover,
    isWanted: (name) => name === 'video-wanted.part',
    clock,
    log: () => {},
    ending: ending.signal,
  })

describe('the sweep of unused files', () => {
  test('the sweep removes unreferenced files after seven days, and nothing else', async () => {
    const [old, inChat, recent] = [await add('old'), await add('in a chat'), null]
    new Conversations(run.database).insertConversation(conversation('c'))
    new Messages(run.database).insertMessage(storedMessage('m', { attachments: [inChat] }))
    clock.advance(7 * dayMs)
    const late = await add('late')
    await sweep()
    expect([old, inChat, late, recent].map((item) => item && isThere(item))).toEqual([true, true, true, null])
    clock.advance(1)
    await sweep()
    expect([old, inChat, late].map(isThere)).toEqual([false, true, true])
    expect(existsSync(library.pathOf(old.id))).toBe(false)
  })

  test('the sweep leaves a file that is coming into use', async () => {
    const item = await add('held')
    const release = remover.hold(item.id)
    clock.advance(8 * dayMs)
    await sweep()
    expect(isThere(item)).toBe(true)
    release()
    await sweep()
    expect(isThere(item)).toBe(false)
  })

  test.runIf(process.platform === 'linux')(
    'the sweep reads the list of parts once, however many folders they were in',
    async () => {
      const folders = Array.from({ length: 64 }, (_value, at) => at.toString(16).padStart(2, '0'))
      for (const folder of folders)
        for (let at = 0; at < 20; at += 1)
          ownParts(join(run.folder, 'media', folder)).newFile(`${folder.repeat(32)}.${randomUUID()}.part`)
      const bytesRead = (): number => Number(/rchar: (\d+)/.exec(readFileSync('/proc/self/io', 'utf8'))?.[1])
      const list = join(run.folder, ownFilesName)
      const [before, length] = [bytesRead(), readFileSync(list).length]
      await sweep()
      expect(bytesRead() - before).toBeLessThan(20 * length)
      expect(readFileSync(list, 'utf8')).not.toContain('.part')
    },
  )

  test('the sweep removes parts that Atelier left a day ago, and no other file', async () => {
    const own = ownParts(join(run.folder, 'media', 'ab'))
    const name = (digit: string): string =>
      `${'ab'.repeat(32)}.${digit.repeat(8)}-1111-1111-1111-${digit.repeat(12)}.part`
    const [oldPart, newPart] = [own.newFile(name('1')), own.newFile(name('2'))]
    const others = [name('3'), 'old.part', 'old'].map((file) => join(run.folder, 'media', 'ab', file))
    for (const path of [oldPart, newPart, ...others]) writeFileSync(path, 'x')
    for (const path of [oldPart, ...others]) utimesSync(path, new Date(0), new Date(Date.now() - 2 * dayMs))
    await sweep()
    expect([oldPart, newPart, ...others].map((path) => existsSync(path))).toEqual([false, true, true, true, true])
  })

  test('the sweep does nothing once the app ends', async () => {
    const item = await add('old')
    clock.advance(8 * dayMs)
    ending.abort()
    await sweep()
    expect(isThere(item)).toBe(true)
  })
})

test('a running backup delays removals until it is finished', async () => {
  const item = await add('dropped and never used')
  const [first, second] = [remover.pause(), remover.pause()]
  expect([await remover.removeUnreferenced([item.id]), isThere(item)]).toEqual([0, true])
  first()
  first()
  expect(isThere(item)).toBe(true)
  second()
  await eventually(() => expect(isThere(item)).toBe(false))
})
