import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createDemoGateway, type DemoGateway } from '../../../../src/demo-gateway/server.ts'
import { createApp } from '../../../../src/main/app.ts'
import type { App } from '../../../../src/main/application.ts'
import { MediaLibrary } from '../../../../src/main/media/library.ts'
import { MediaItems } from '../../../../src/main/storage/media-items.ts'
import { openStorage } from '../../../../src/main/storage/open.ts'
import type { AttachedFile } from '../../../../src/shared/attached-file.ts'
import { defaultParameters } from '../../../../src/shared/chat-limits.ts'
import type { Folder } from '../../../../src/shared/folders.ts'
import { AppClient } from '../../../fakes/app-client.ts'
import { type TestPlatform, testPlatform } from '../../../fakes/platform.ts'

let gateway: DemoGateway
let platform: TestPlatform
let dispose: () => void
let app: App

beforeEach(async () => {
  gateway = await createDemoGateway({ tokensPerSecond: Number.POSITIVE_INFINITY })
  const made = testPlatform({ environment: { ATELIER_BASE_URL: gateway.baseUrl, ATELIER_API_KEY: gateway.key } })
  platform = made.platform
  dispose = made.dispose
  app = await createApp(platform, { demo: false })
})
afterEach(async () => {
  await app.close()
  await gateway.close()
  dispose()
})

const client = new AppClient(() => app)
const call = client.call.bind(client)
const refusal = client.refusal.bind(client)

const folder = (name: string, more: Partial<Folder> = {}): Folder => ({
  ...{ id: randomUUID(), name, parentId: null, system: '', collapsed: false },
  ...more,
})
async function put(name: string, more: Partial<Folder> = {}): Promise<Folder> {
  const made = folder(name, more)
  await call('folders.put', { folder: made })
  return made
}
async function say(text: string, folderId?: string): Promise<string> {
  const conversationId = randomUUID()
  const { messages } = await call('chat.send', {
    ...{ conversationId, messageId: randomUUID(), connectionId: 'environment', model: 'demo-chat' },
    ...{ parameters: defaultParameters, text, attachments: [] },
    ...(folderId === undefined ? {} : { folderId }),
  })
  const answer = messages[1]?.id
  await platform.events.until('chat.status', (event) => event.messageId === answer && event.stream === null)
  return conversationId
}
const listed = async (folderId: string | null) =>
  (await call('chat.list', { query: '', offset: 0, limit: 9, folderId })).conversations.map(({ title }) => title)

describe('folders of chats', () => {
  test('folders contain the chats begun in them and moved to them, also after a restart', async () => {
    const { id } = await put('Work')
    const other = await put('Other')
    const begun = await say('begun', id)
    const moved = await say('moved')
    expect(await listed(null)).toEqual(['moved'])
    const told = platform.events.until('chat.conversation', ({ folderId }) => folderId === other.id)
    await call('folders.move', { conversationIds: [moved, 'unknown'], folderId: other.id })
    expect((await told).id).toBe(moved)
    await call('folders.put', { folder: { ...other, collapsed: true } })
    await app.close()
    app = await createApp(platform, { demo: false })
    expect(await call('folders.list', {})).toEqual([
      expect.objectContaining({ id, collapsed: false }),
      { ...other, collapsed: true },
    ])
    expect([await listed(null), await listed(id), await listed(other.id)]).toEqual([[], ['begun'], ['moved']])
    // an answer of the chat leaves it where it is
    const fork = randomUUID()
    const { page } = await call('chat.open', { conversationId: begun, limit: 9 })
    await call('chat.fork', { messageId: page.messages[0]?.id ?? '', conversationId: fork, title: 'fork' })
    expect(await listed(id)).toEqual(['fork', 'begun'])
    await call('folders.move', { conversationIds: [begun, fork], folderId: null })
    expect(await listed(id)).toEqual([])
    expect(await refusal('folders.move', { conversationIds: [begun], folderId: 'gone' })).toBe('not_found')
  })

  test('folders are nested one level deep', async () => {
    const outer = await put('Outer')
    const inner = await put('Inner', { parentId: outer.id })
    for (const refused of [
      folder('Deep', { parentId: inner.id }),
      folder('Nowhere', { parentId: 'gone' }),
      { ...outer, parentId: outer.id },
      { ...outer, parentId: (await put('Third')).id },
    ])
      expect(await refusal('folders.put', { folder: refused })).toBe('invalid_input')
  })

  test('a removed folder leaves its chats and folders behind, and reports them', async () => {
    const outer = await put('Outer')
    const inner = await put('Inner', { parentId: outer.id })
    const [a, b] = [await say('in outer', outer.id), await say('in inner', inner.id)]
    expect(await call('folders.remove', { folderId: inner.id })).toEqual({ folders: [outer], chats: [b], children: [] })
    expect(await listed(outer.id)).toEqual(['in inner', 'in outer'])
    const again = await put('Again', { parentId: outer.id })
    const removed = await call('folders.remove', { folderId: outer.id })
    expect(removed.chats.toSorted()).toEqual([a, b].toSorted())
    expect(removed.children).toEqual([again.id])
    expect(removed.folders).toEqual([{ ...again, parentId: null }])
    expect(await listed(null)).toEqual(['in inner', 'in outer'])
  })
})

describe('the settings of a folder', () => {
  /** A file in the library, as the chat reads it. */
  async function file(text: string): Promise<AttachedFile> {
    await app.close()
    const { database } = openStorage(platform.paths.data, 1)
    const library = new MediaLibrary(platform.paths.data, new MediaItems(database), () => Date.now())
    const { id } = await library.addMedia(Buffer.from(text), { mime: 'text/plain', width: null, height: null })
    database.close()
    app = await createApp(platform, { demo: false })
    return { mediaId: id, textId: id, name: 'tides.md', pages: null, length: text.length, tokens: 2, cutFrom: null }
  }
  const settings = {
    system: 'About tides.',
    connectionId: 'environment',
    model: 'demo-chat-large',
    parameters: {
      ...{ temperature: 0.2, topP: null, maxTokens: 100, contextMessages: null, effort: 'low' as const },
      tools: { enabled: ['builtin:calculator'], roundsMax: 10 },
      knowledge: { collections: ['gone'] },
    },
  }

  test('the settings and files survive a restart, and an edit replaces them', async () => {
    const made = await put('Tides', { ...settings, files: [await file('The moon pulls.')] })
    await app.close()
    app = await createApp(platform, { demo: false })
    expect(await call('folders.list', {})).toEqual([made])
    const plain = folder('Tides', { id: made.id })
    expect(await call('folders.put', { folder: plain })).toEqual([plain])
  })

  test('a removed folder is restored whole, without files that are not in the library', async () => {
    const present = await file('The moon pulls.')
    const lost = { ...present, mediaId: 'a'.repeat(64) }
    const made = await put('Tides', { ...settings, files: [present] })
    await call('folders.remove', { folderId: made.id })
    expect(await call('folders.put', { folder: { ...made, files: [lost, present] } })).toEqual([made])
  })

  test('a chat begun in a folder keeps its own parameters when the folder changes or the chat is moved', async () => {
    const made = await put('Tides', settings)
    const other = await put('Other', { system: 'About bread.' })
    const conversationId = await say('begun', made.id)
    const stored = async () => (await call('chat.open', { conversationId, limit: 1 })).conversation
    const { parameters } = await stored()
    await call('folders.put', { folder: { ...made, system: 'Changed.', model: 'demo-chat' } })
    await call('folders.move', { conversationIds: [conversationId], folderId: other.id })
    expect(await stored()).toMatchObject({ parameters, model: 'demo-chat', folderId: other.id })
  })

  test('more files than a message takes are refused', async () => {
    const one = await file('The moon pulls.')
    const made = folder('Tides', { files: Array.from({ length: 9 }, () => one) })
    expect(await refusal('folders.put', { folder: made })).toBe('invalid_input')
  })
})
