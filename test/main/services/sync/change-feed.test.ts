import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openFolderPlace } from '../../../../src/main/places/folder-place.ts'
import { tellOfChanges } from '../../../../src/main/services/sync/change-news.ts'
import type { SharedPlace } from '../../../../src/main/services/sync/shared-place.ts'
import { makeVersion, type Version } from '../../../../src/main/services/sync/version.ts'
import { temporaryChatId } from '../../../../src/shared/temporary-chat.ts'
import { SyncComputer } from '../../../fakes/sync-computer.ts'

let folder = ''
let place: SharedPlace
let now = 1_800_000_000_000
let computers: SyncComputer[] = []

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'atelier-feed-'))
  place = await openFolderPlace(folder, import.meta.dirname)
})

afterEach(() => {
  for (const computer of computers) computer.close()
  computers = []
  rmSync(folder, { recursive: true, force: true })
})

function computer(): SyncComputer {
  const made = new SyncComputer(folder, place, () => (now += 10))
  computers.push(made)
  return made
}

function started(): SyncComputer {
  const made = computer()
  made.begin()
  return made
}

/** Returns the own versions: entity and field, and whether they replace others. */
function written({ feed, ledger }: SyncComputer): readonly string[] {
  feed.writeChanges()
  return ledger.ownVersions(1, 1_000_000).map(({ change }: Version) => {
    if (change.kind !== 'value') return change.kind
    const { entity, field } = change.register
    return `${entity}${field === '' ? '' : `.${field}`}${change.over.length > 0 ? ' over' : ''}`
  })
}

const triggers = ({ database }: SyncComputer) =>
  Number(database.prepare("SELECT count(*) AS n FROM temp.sqlite_schema WHERE type = 'trigger'").get()?.n)

describe('the change feed', () => {
  test('has no triggers and no table while sync is off', () => {
    const desk = computer()
    expect(triggers(desk)).toBe(0)
    desk.feed.start()
    expect(triggers(desk)).toBeGreaterThan(10)
    desk.feed.stop()
    expect(triggers(desk)).toBe(0)
    expect(desk.database.prepare('SELECT count(*) AS n FROM temp.sqlite_schema').get()).toEqual({ n: 0 })
  })

  test('writes a chat once, and each later change alone', () => {
    const desk = started()
    const chat = desk.addChat('Harbour')
    desk.addMessage(chat, 'Where is the ferry?')
    expect(written(desk)).toEqual(['message', 'chat'])
    desk.rename(chat, 'Ferry')
    expect(written(desk)).toEqual(['message', 'chat', 'chat.title'])
    desk.rename(chat, 'Lighthouse')
    desk.history.tag([{ kind: 'chat', id: chat }], ['sea'], [])
    expect(written(desk).slice(3)).toEqual(['chat.title over', 'tag'])
    desk.history.tag([{ kind: 'chat', id: chat }], [], ['sea'])
    desk.conversations.deleteConversation(chat, now)
    expect(written(desk).slice(5)).toEqual(['tag over', 'bin'])
    desk.conversations.purgeConversations(now)
    expect(written(desk).slice(7)).toEqual(['erasure'])
  })

  test('writes an answer when it has ended, never while it arrives', () => {
    const desk = started()
    const chat = desk.addChat('Harbour')
    const id = desk.addMessage(chat, '')
    desk.database.prepare("UPDATE messages SET state = 'streaming' WHERE id = ?").run(id)
    expect(written(desk)).toEqual(['chat'])
    desk.database.prepare("UPDATE messages SET text = 'half' WHERE id = ?").run(id)
    expect(written(desk)).toEqual(['chat'])
    desk.messages.endMessage(id, {
      ...{ text: 'whole', thinking: '', state: 'done', error: null, usage: null },
      timing: null,
      finishReason: null,
    })
    expect(written(desk)).toEqual(['chat', 'message'])
  })

  test('writes what was there before with its own times', () => {
    const desk = computer()
    const chat = desk.addChat('Harbour')
    desk.addMessage(chat, 'Where is the ferry?')
    const at = desk.conversations.findConversation(chat)?.createdAt
    now += 1_000_000
    desk.begin()
    written(desk)
    expect(desk.ledger.ownVersions(1, 9).map(({ stamp }) => stamp < now - 900_000)).toEqual([true, true])
    expect(desk.ledger.state.versionsOf({ item: chat, entity: 'chat', row: chat, field: '' })[0]?.stamp).toBe(at)
  })

  test('finds what a process lost that ended before it was written', () => {
    const desk = started()
    const chat = desk.addChat('Harbour')
    const other = desk.addChat('Ferry')
    written(desk)
    desk.addMessage(chat, 'lost')
    desk.rename(chat, 'Lighthouse')
    desk.conversations.deleteConversation(other, now)
    desk.conversations.purgeConversations(now)
    desk.restart()
    expect(written(desk).slice(2).toSorted()).toEqual(['chat.title', 'erasure', 'message'])
    desk.restart()
    expect(written(desk).length).toBe(5)
  })

  test('keeps a chat in the bin when its own answer ends there', () => {
    const desk = started()
    const chat = desk.addChat('Harbour')
    written(desk)
    desk.conversations.deleteConversation(chat, now)
    written(desk)
    desk.addMessage(chat, 'the answer that was on its way', null)
    expect(written(desk)).toEqual(['chat', 'bin', 'message', 'bin over'])
  })

  test('leaves out chats that an import or a copy has not completed', () => {
    const desk = started()
    const chat = desk.addChat('Harbour')
    desk.conversations.deleteConversation(chat, Number.MAX_SAFE_INTEGER)
    desk.addMessage(chat, 'Where is the ferry?', null)
    expect(written(desk)).toEqual([])
    desk.database.prepare('UPDATE conversations SET deleted_at = NULL').run()
    expect(written(desk).toSorted()).toEqual(['chat', 'message'])
  })
})

describe('changes of other computers', () => {
  test('become rows, and are not written as own changes', async () => {
    const [desk, laptop] = [started(), started()]
    const chat = desk.addChat('Harbour')
    const first = desk.addMessage(chat, 'Where is the ferry?')
    desk.addMessage(chat, 'It left at nine.')
    desk.history.tag([{ kind: 'chat', id: chat }], ['sea'], [])
    desk.folders.putFolder({ id: 'f', name: 'Trips', parentId: null, system: '', collapsed: false }, now)
    desk.folders.moveChats([chat], 'f')
    desk.prompts.putPrompts([{ id: 'p', title: 'Short', text: 'Say it shortly.' }], now)
    await desk.round()
    await laptop.round()
    expect(laptop.rows()).toEqual(desk.rows())
    expect(laptop.lastOf(chat)).toBe(desk.lastOf(chat))
    expect(laptop.conversations.findConversation(chat)?.snippet).toBe('It left at nine.')
    expect(written(laptop)).toEqual([])
    expect(laptop.messages.branch(laptop.lastOf(chat) ?? '', 9).map(({ id }) => id)[0]).toBe(first)
    const found = laptop.database.prepare('SELECT count(*) AS n FROM search_documents').get()
    expect(found).toEqual(desk.database.prepare('SELECT count(*) AS n FROM search_documents').get())
  })

  test('change, go to the bin and are erased', async () => {
    const [desk, laptop] = [started(), started()]
    const chat = desk.addChat('Harbour')
    desk.addMessage(chat, 'Where is the ferry?')
    await desk.round()
    await laptop.round()
    laptop.rename(chat, 'Ferry')
    await laptop.round()
    await desk.round()
    expect(desk.conversations.findConversation(chat)?.title).toBe('Ferry')
    desk.conversations.deleteConversation(chat, now)
    await desk.round()
    await laptop.round()
    expect(laptop.conversations.isDeleted(chat)).toBe(true)
    laptop.conversations.restoreConversation(chat)
    await laptop.round()
    await desk.round()
    expect(desk.conversations.findConversation(chat)?.title).toBe('Ferry')
    desk.conversations.deleteConversation(chat, now)
    desk.conversations.purgeConversations(now)
    await desk.round()
    await laptop.round()
    expect(laptop.rows()).toMatchObject({ chats: [], messages: [] })
  })

  test('bring a chat back that was moved to the bin without knowing of them', async () => {
    const [desk, laptop] = [started(), started()]
    const chat = desk.addChat('Harbour')
    await desk.round()
    await laptop.round()
    laptop.addMessage(chat, 'written meanwhile', null)
    desk.conversations.deleteConversation(chat, now)
    await desk.round()
    await laptop.round()
    await desk.round()
    expect(desk.conversations.findConversation(chat)).not.toBeNull()
    expect(laptop.rows()).toEqual(desk.rows())
  })

  test('do not overwrite what was changed here at the same time', async () => {
    const [desk, laptop] = [started(), started()]
    const chat = desk.addChat('Harbour')
    await desk.round()
    await laptop.round()
    desk.rename(chat, 'of the desk')
    laptop.rename(chat, 'of the laptop')
    await desk.round()
    await laptop.round()
    await desk.round()
    expect(laptop.rows()).toEqual(desk.rows())
    const title = { item: chat, entity: 'chat', row: chat, field: 'title' }
    expect(desk.ledger.state.versionsOf(title).length).toBe(2)
    desk.rename(chat, 'of both')
    await desk.round()
    expect(desk.ledger.state.versionsOf(title).length).toBe(1)
  })

  test('leave a title that was never sent, although the ledger was lost', async () => {
    const [desk, laptop] = [started(), started()]
    const chat = desk.addChat('Harbour')
    desk.addMessage(chat, 'Where is the ferry?')
    await desk.round()
    await laptop.round()
    laptop.rename(chat, 'never sent')
    laptop.conversations.deleteConversation(chat, now)
    laptop.loseLedger('11111111-2222-4333-8444-555555555555')
    desk.rename(chat, 'Lighthouse')
    for (const one of [desk, laptop, laptop, desk, laptop]) await one.round()
    const title = { item: chat, entity: 'chat', row: chat, field: 'title' }
    const titles = desk.ledger.state.versionsOf(title).map(({ text }) => JSON.parse(text).value)
    expect(titles.toSorted()).toEqual(['Lighthouse', 'never sent'])
    expect(laptop.rows()).toEqual(desk.rows())
  })

  test('with values that Atelier never writes are left out, and stop no others', async () => {
    const [desk, laptop] = [started(), started()]
    const chat = desk.addChat('Harbour')
    desk.addMessage(chat, 'fine')
    const bad = desk.addMessage(chat, 'bad')
    desk.database.prepare("UPDATE messages SET usage = 'no json' WHERE id = ?").run(bad)
    await desk.round()
    await laptop.round()
    expect(laptop.rows().messages?.length).toBe(1)
    expect(laptop.conversations.findConversation(chat)?.title).toBe('Harbour')
    desk.rename(chat, 'Ferry')
    await desk.round()
    await laptop.round()
    expect(laptop.conversations.findConversation(chat)?.title).toBe('Ferry')
  })

  test('for a message of another chat, or a temporary one, are left out', () => {
    const [desk, laptop] = [started(), started()]
    const [chat, temporary] = [desk.addChat('Harbour'), temporaryChatId('11111111-2222-4333-8444-555555555555')]
    desk.addMessage(chat, 'of the desk', null, 'same')
    const other = laptop.addChat('Ferry')
    laptop.addMessage(other, 'of the laptop', null, 'same')
    desk.addChat('not kept', temporary)
    desk.feed.writeChanges()
    expect(desk.ledger.state.versionsOfItem(temporary)).toEqual([])
    laptop.ledger.applyVersions(desk.ledger.ownVersions(1, 9))
    const [applied] = laptop.applyAll()
    expect(applied).toMatchObject({ chats: [chat], removedChats: [], refused: 1 })
    expect(laptop.messages.findMessage('same')?.conversationId).toBe(other)
  })

  test('keep the files of a message that are not here, also when it goes on here', async () => {
    const [desk, laptop] = [started(), started()]
    const chat = desk.addChat('Harbour')
    const id = desk.addMessage(chat, 'see the picture')
    const media = 'a'.repeat(64)
    desk.database
      .prepare("INSERT INTO media (id, mime, bytes, width, height, created_at) VALUES (?, 'image/png', 1, 1, 1, 1)")
      .run(media)
    desk.database
      .prepare('INSERT INTO message_attachments (message_id, position, media_id) VALUES (?, 0, ?)')
      .run(id, media)
    await desk.round()
    await laptop.round()
    expect(laptop.messages.findMessage(id)).toMatchObject({ text: 'see the picture', attachments: [] })
    const end = { thinking: '', state: 'done', error: null, usage: null, timing: null, finishReason: null } as const
    laptop.messages.endMessage(id, { ...end, text: 'see the picture, please' })
    await laptop.round()
    await desk.round()
    expect(desk.messages.findMessage(id)).toMatchObject({
      text: 'see the picture, please',
      attachments: [{ id: media }],
    })
  })

  test('do not touch the row of another item', () => {
    const laptop = started()
    const chat = laptop.addChat('Ferry')
    laptop.feed.writeChanges()
    const frame = { writer: '11111111-2222-4333-8444-555555555555', number: 1, previous: '', stamp: 1 }
    const register = { item: 'another', entity: 'chat', row: chat, field: '' }
    const hostile = makeVersion(frame, {
      kind: 'value',
      register,
      value: { title: 'taken over' },
      over: [],
      seen: null,
    })
    laptop.ledger.applyVersions([hostile])
    expect(laptop.applyAll()).toMatchObject([{ refused: 1 }])
    expect(laptop.conversations.findConversation(chat)?.title).toBe('Ferry')
  })

  test('for an answer that is arriving here wait for its end', async () => {
    const [desk, laptop] = [started(), started()]
    const chat = desk.addChat('Harbour')
    const id = desk.addMessage(chat, 'half')
    await desk.round()
    await laptop.round()
    const end = { thinking: '', state: 'done', error: null, usage: null, timing: null, finishReason: null } as const
    laptop.messages.resume(id)
    desk.messages.endMessage(id, { ...end, text: 'half, of the desk' })
    await desk.round()
    await laptop.round()
    expect(laptop.messages.findMessage(id)).toMatchObject({ text: 'half', state: 'streaming' })
    laptop.messages.endMessage(id, { ...end, text: 'half, of the laptop' })
    for (const computer of [laptop, desk, laptop]) await computer.round()
    expect(laptop.rows()).toEqual(desk.rows())
    const register = { item: chat, entity: 'message', row: id, field: '' }
    expect(desk.ledger.state.versionsOf(register).length).toBe(2)
  })

  test('are told to the page', async () => {
    const [desk, laptop] = [started(), started()]
    const [chat, other] = [desk.addChat('Harbour'), desk.addChat('Ferry')]
    await desk.round()
    await laptop.round()
    desk.rename(chat, 'Lighthouse')
    desk.conversations.deleteConversation(other, now)
    desk.feed.writeChanges()
    laptop.ledger.applyVersions(desk.ledger.ownVersions(3, 9))
    const told: unknown[] = []
    const events = { emit: (name: string, payload: unknown) => told.push([name, payload]) }
    tellOfChanges(events, laptop.applyAll())
    tellOfChanges(events, laptop.applyAll())
    expect(told).toEqual([
      ['chat.removed', { conversationId: other }],
      ['chat.rearranged', { conversationId: chat }],
      ['transfer.imported', {}],
      ['history.changed', {}],
    ])
  })
})
