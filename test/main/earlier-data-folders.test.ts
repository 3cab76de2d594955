import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { unzipSync } from 'fflate'
import { afterEach, expect, test } from 'vitest'
import { createApp } from '../../src/main/app.ts'
import { everything } from '../../src/shared/history-query.ts'
import { AppClient } from '../fakes/app-client.ts'
import { testPlatform } from '../fakes/platform.ts'
import { noFilter } from '../fakes/studio.ts'
import { wholeSearch } from '../fakes/whole-search.ts'

/**
 * Data folders written by earlier versions, in the state after the app's end: database with write-ahead log, and
 * library. Each was made by hand in the browser shell with the demo gateway.
 */
const folders = join(import.meta.dirname, '../fixtures/data-folders')
const dispose: (() => void)[] = []
afterEach(() => {
  for (const undo of dispose.splice(0)) undo()
})

function unpacked(name: string): string {
  const data = mkdtempSync(join(tmpdir(), 'atelier-earlier-'))
  dispose.push(() => rmSync(data, { recursive: true, force: true }))
  for (const [path, bytes] of Object.entries(unzipSync(readFileSync(join(folders, name))))) {
    mkdirSync(dirname(join(data, path)), { recursive: true })
    writeFileSync(join(data, path), bytes)
  }
  return data
}

test.each(readdirSync(folders))('%s opens with everything that is in it', async (name) => {
  const data = unpacked(name)
  const { platform, dispose: undo } = testPlatform({
    paths: { data, resources: join(import.meta.dirname, '../../resources') },
  })
  dispose.push(undo)
  const app = await createApp(platform, { demo: false })
  const client = new AppClient(() => app)
  try {
    expect((await client.call('app.info', {})).notices).toEqual([])

    const { items } = await client.call('history.list', { filter: everything, offset: 0, limit: 100 })
    expect(items.map(({ key, title, state }) => [key.kind, title, state]).sort()).toEqual([
      ['chat', 'Repeat exactly: 青瓷 celadon', 'done'],
      ['chat', 'Stopped early', 'troubled'],
      ['image', 'a bridge in the fog 雾中桥', 'done'],
      ['image', 'a seal stamped in cinnabar', 'done'],
      ['transcript', 'Celadon talk', 'done'],
      ['video', 'a film that is cancelled', 'troubled'],
      ['video', 'clouds over a lake 云', 'done'],
    ])
    expect(items.filter(({ pinned }) => pinned).map(({ title }) => title)).toEqual([
      'a seal stamped in cinnabar',
      'Repeat exactly: 青瓷 celadon',
    ])
    expect(items.flatMap(({ tags }) => tags)).toEqual(['keep'])

    const images = await client.call('images.jobs', { offset: 0, limit: 50 })
    expect(images.jobs.map(({ status, request }) => [status, request.prompt])).toEqual([
      ['failed', 'a picture that fails'],
      ['cancelled', 'a picture that is stopped'],
    ])
    const sounds = await client.call('transcription.jobs', { offset: 0, limit: 50 })
    expect(sounds.jobs.map(({ status, name: file }) => [status, file])).toEqual([['cancelled', 'Stopped talk.wav']])

    const chat = items.find(({ title }) => title.startsWith('Repeat'))
    const { page } = await client.call('chat.open', { conversationId: chat?.key.id ?? '', limit: 100 })
    expect(page.messages.map(({ role, text }) => [role, text])).toEqual([
      ['user', 'Repeat exactly: 青瓷 celadon'],
      ['assistant', '青瓷 celadon'],
    ])
    const { images: gallery } = await client.call('images.list', { filter: noFilter, offset: 0, limit: 10 })
    const files = gallery.map(({ media }) => app.findMedia(media.id)?.path ?? '')
    expect(files.map((path) => existsSync(path))).toEqual([true, true])
    const collections = await client.call('images.collections', {})
    expect(collections.map(({ name: title }) => title)).toEqual(['Seals 印'])
    const found = await wholeSearch((name, input) => client.call(name, input), { text: '青' })
    expect(found.items.map(({ item }) => item.title)).toEqual(['Repeat exactly: 青瓷 celadon'])
  } finally {
    await app.close()
  }
})
