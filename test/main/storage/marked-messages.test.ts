import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ChatPictures } from '../../../src/main/storage/chat-pictures.ts'
import { ConversationCopies } from '../../../src/main/storage/conversation-copies.ts'
import { Conversations } from '../../../src/main/storage/conversations.ts'
import { Database } from '../../../src/main/storage/database.ts'
import { HistoryItems } from '../../../src/main/storage/history-items.ts'
import { MarkedMessages } from '../../../src/main/storage/marked-messages.ts'
import { MeaningChanges } from '../../../src/main/storage/meaning-changes.ts'
import { MessageDeletions } from '../../../src/main/storage/message-deletions.ts'
import { Messages } from '../../../src/main/storage/messages.ts'
import { copyConversation } from '../../../src/main/storage/moved-conversation.ts'
import { PortableItems } from '../../../src/main/storage/portable-items.ts'
import { SearchIndex } from '../../../src/main/storage/search-index.ts'
import { atOnce, type Steps } from '../../../src/main/storage/steps.ts'
import { visible } from '../../../src/main/storage/visible-messages.ts'
import { randomFrom } from '../../fakes/seeded-random.ts'
import { conversation, storedMessage, temporaryDatabase } from '../../fakes/storage.ts'

const count = 620
/** Most messages of one step. */
const stepMax = 200
const deletion = { id: 'x', conversationId: 'c', at: 5, leafBefore: null, leafAfter: null }
const pictureOf = (letter: string) => ({
  ...{ id: letter.repeat(64), mime: 'image/png', bytes: 1, width: 1, height: 1 },
})

let stored: ReturnType<typeof temporaryDatabase>
let database: Database
/** Opened again in the middle of some tests, as after a crash. */
const marks = () => new MarkedMessages(database)
const deletions = () => new MessageDeletions(database)

beforeEach(() => {
  stored = temporaryDatabase()
  database = stored.database
  new Conversations(database).insertConversation(conversation('c'))
})
afterEach(() => {
  database.close()
  stored.dispose()
})

function reopen(): void {
  database.close()
  database = new Database(join(stored.folder, 'atelier.db'))
}

function addPictures(to: Database): void {
  for (const letter of ['a', 'b'])
    to.execute(
      `INSERT INTO media (id, mime, bytes, width, height, created_at) VALUES ('${letter.repeat(64)}', 'image/png', 1, 1, 1, 1)`,
    )
}

/** A chat with a branch and a picture in the part that goes. */
function plant(): void {
  const messages = new Messages(database)
  addPictures(database)
  database.transaction(() => {
    for (let index = 0; index < count; index += 1)
      messages.insertMessage(
        storedMessage(`m${index}`, {
          ...{ parentId: index === 0 ? null : `m${index - 1}`, createdAt: index + 1 },
          attachments: index === 15 ? [pictureOf('a')] : [],
        }),
      )
    messages.insertMessage(storedMessage('branch', { parentId: 'm20', createdAt: count + 1 }))
    messages.insertMessage(storedMessage('kept', { parentId: 'm2', createdAt: 5000, attachments: [pictureOf('b')] }))
  })
}

/** What every reader has of the chat. */
function seen(): unknown {
  const messages = new Messages(database)
  const index = new SearchIndex(database)
  while (index.advance(5000, 10_000, Date.now) > 0);
  const portable = new PortableItems(database)
  const item = new HistoryItems(database).findItem({ kind: 'chat', id: 'c' })
  const documents = database
    .prepare("SELECT id, part_id FROM search_documents WHERE part = 'message' ORDER BY part_id")
    .all()
  const copies = new ConversationCopies(database)
  return {
    found: ['m9', 'm10', 'm300', 'branch'].map((id) => messages.findMessage(id)?.versions),
    leaves: messages.leaves('c'),
    leaf: messages.newestLeaf('m0'),
    children: ['m9', 'm10', 'm20'].map((id) => messages.newestChild(id)),
    exported: portable.messageIds('c').length,
    media: portable.mediaOf('c').map(({ id }) => id[0]),
    history: [item?.size, item?.picture?.id[0]],
    words: documents.map(({ part_id }) => part_id).filter((id) => index.source('chat', 'c', 'message', String(id)))
      .length,
    indexed: documents.length,
    meanings: documents.filter(({ id }) => new MeaningChanges(database).currentText(Number(id)) !== null).length,
    copied: copied(copies),
    stamp: deletions().stampOf('c'),
    deleted: [
      deletions().countDeletions(),
      deletions().newestOf('c'),
      deletions().findDeletion('x'),
      deletions().oldest(),
    ],
  }
}

/** True if the chat's message can be copied; undone. */
function copied(copies: ConversationCopies): boolean {
  let isCopied = false
  try {
    database.transaction(() => {
      copies.beginCopy(conversation('copy'))
      isCopied = copies.copy({ from: 'm300', id: 'of m300', conversationId: 'copy', parentId: null })
      throw new Error('undone')
    })
  } catch {}
  return isCopied
}

const table = () => database.prepare('SELECT * FROM messages ORDER BY rowid').all()
const marked = () =>
  Number(database.prepare('SELECT count(*) AS n FROM messages WHERE deletion_id IS NOT NULL').get()?.n)

/** Takes all steps, and looks after each. */
function stepwise(steps: Steps<unknown>, look: () => void): void {
  while (steps.next().done !== true) look()
}

/** Expects that no step changed the marks of more than a few messages. */
function bounded(): { readonly look: () => void; readonly steps: () => number } {
  let before = marked()
  let steps = 0
  return {
    look: () => {
      const now = marked()
      expect(Math.abs(now - before)).toBeLessThanOrEqual(stepMax)
      before = now
      steps += 1
    },
    steps: () => steps,
  }
}

function begin(): Steps<boolean> {
  marks().beginMarking('x', 'c')
  return marks().mark('x', 'm10')
}

function settle(): number {
  const isLeft = ({ deletionId, isVisible }: { deletionId: string | null; isVisible: boolean }) =>
    isVisible && deletionId !== 'x'
  const picture = atOnce(new ChatPictures(database).first('c', isLeft))
  return database.transaction(() => deletions().settle(deletion, picture))
}

function unsettle(): number {
  const rest = atOnce(marks().rest('x'))
  const isShown = ({ deletionId, isVisible }: { deletionId: string | null; isVisible: boolean }) =>
    isVisible || deletionId === 'x'
  const picture = atOnce(new ChatPictures(database).first('c', isShown))
  return database.transaction(() => deletions().unsettle(deletion, rest, picture))
}

describe('deleting the rest of a long chat', () => {
  test('a long deletion is whole for every reader until it is complete, and then gone for all', () => {
    plant()
    const before = seen()
    const steps = bounded()
    stepwise(begin(), () => {
      steps.look()
      expect(seen()).toEqual(before)
    })
    expect(steps.steps()).toBeGreaterThan(2)
    expect(settle()).toBe(count - 9)
    const after = seen()
    expect(after).toMatchObject({
      ...{ found: [['m9'], undefined, undefined, undefined], leaves: ['m9', 'kept'], leaf: 'kept' },
      ...{ exported: 11, media: ['b'], history: [11, 'b'], words: 11, indexed: 11, meanings: 11, copied: false },
      ...{ stamp: '1 5', deleted: [count - 9, 'x', { id: 'x' }, 5] },
    })

    expect(unsettle()).toBe(count - 9)
    // the index gets the messages back as their marks are cleared
    const { indexed, meanings, words, ...others } = seen() as Record<string, unknown>
    expect(before).toMatchObject(others)
    expect([indexed, meanings, words]).toEqual([11, 11, 11])
    const back = bounded()
    stepwise(marks().unmark('x'), () => {
      back.look()
      expect(before).toMatchObject(
        (({ indexed: _, meanings: __, words: ___, ...rest }) => rest)(seen() as typeof others),
      )
    })
    expect(back.steps()).toBeGreaterThan(2)
    expect(seen()).toEqual(before)
  })

  test('a long deletion is undone after a crash in the middle, with the same rows once its marks are cleared', () => {
    plant()
    const [rows, before] = [table(), seen()]
    const marking = begin()
    marking.next()
    marking.next()
    reopen()
    expect(marked()).toBeGreaterThan(0)
    expect(seen()).toEqual(before)
    expect(marks().unsettled()).toEqual([{ id: 'x', conversationId: 'c' }])
    const clearing = marks().unmark('x')
    clearing.next()
    reopen()
    expect(seen()).toEqual(before)
    atOnce(marks().unmark('x'))
    expect([table(), seen(), marks().unsettled()]).toEqual([rows, before, []])
  })

  test('a long deletion stays deleted after a crash, and is restored after a crash during its undo', () => {
    plant()
    const [rows, before] = [table(), seen()]
    atOnce(begin())
    settle()
    reopen()
    // a clearing for an unsettled deletion leaves one in effect alone
    atOnce(marks().unmark('x'))
    expect([marked(), new Messages(database).leaves('c')]).toEqual([count - 9, ['m9', 'kept']])
    unsettle()
    marks().unmark('x').next()
    reopen()
    expect(marked()).toBeGreaterThan(0)
    atOnce(marks().unmark('x'))
    expect([table(), seen()]).toEqual([rows, before])
  })

  test('a long deletion includes messages added while it is marked', () => {
    plant()
    const marking = begin()
    marking.next()
    const messages = new Messages(database)
    // one hangs on a message that is marked, one on a message that waits to be, one elsewhere
    messages.insertMessage(storedMessage('early', { parentId: 'm12' }))
    messages.insertMessage(storedMessage('late', { parentId: `m${count - 1}` }))
    messages.insertMessage(storedMessage('after early', { parentId: 'early' }))
    messages.insertMessage(storedMessage('elsewhere', { parentId: 'm9' }))
    expect(messages.findMessage('after early')?.text).toBe('text of after early')
    atOnce(marking)
    expect(settle()).toBe(count - 9 + 3)
    expect(messages.leaves('c').toSorted()).toEqual(['elsewhere', 'kept'])
    expect(new HistoryItems(database).findItem({ kind: 'chat', id: 'c' })?.size).toBe(12)
  })

  test('a long deletion is not purged from the bin before it is complete', () => {
    plant()
    const before = seen()
    begin().next()
    expect(deletions().purgeDeletions(Number.MAX_SAFE_INTEGER - 2)).toEqual([])
    expect(seen()).toEqual(before)
  })

  test('long texts are deleted a few at a time', () => {
    const messages = new Messages(database)
    for (let index = 0; index < 12; index += 1)
      messages.insertMessage(
        storedMessage(`m${index}`, { parentId: index === 0 ? null : `m${index - 1}`, text: 'long '.repeat(80_000) }),
      )
    marks().beginMarking('x', 'c')
    const steps: number[] = []
    stepwise(marks().mark('x', 'm0'), () => steps.push(marked()))
    database.transaction(() => deletions().settle(deletion, undefined))
    unsettle()
    stepwise(marks().unmark('x'), () => steps.push(marked()))
    for (const [index, step] of steps.entries()) expect(Math.abs(step - (steps[index - 1] ?? 0))).toBeLessThanOrEqual(4)
    expect(steps.length).toBeGreaterThan(5)
  })

  test('an unfinished deletion is moved whole into another database', () => {
    plant()
    begin().next()
    const other = temporaryDatabase()
    addPictures(other.database)
    try {
      other.database.transaction(() => copyConversation(database, other.database, 'c', 'd'))
      const state = () => [
        other.database.prepare('SELECT count(*) AS n FROM messages WHERE deletion_id IS NULL').get()?.n,
        other.database.prepare('SELECT count(*) AS n FROM message_deletions').get()?.n,
        new HistoryItems(other.database).findItem({ kind: 'chat', id: 'd' })?.size,
      ]
      expect(state()).toEqual([count + 2, 0, count + 2])
    } finally {
      other.dispose()
    }
  })
})

test('a chat moved with deleted messages counts and shows none of them', () => {
  plant()
  atOnce(begin())
  settle()
  const other = temporaryDatabase()
  addPictures(other.database)
  try {
    other.database.transaction(() => copyConversation(database, other.database, 'c', 'd'))
    const item = new HistoryItems(other.database).findItem({ kind: 'chat', id: 'd' })
    expect([item?.size, item?.picture?.id[0]]).toEqual([11, 'b'])
    expect(new MessageDeletions(other.database).findDeletion('x')?.conversationId).toBe('d')
  } finally {
    other.dispose()
  }
})

test('deletions of a chat whose last undo is still being cleared keep its tree, in random trees', () => {
  const seed = Number(process.env.ATELIER_SEED ?? Date.now() % 1e9)
  const random = randomFrom(seed)
  const pick = <T>(from: readonly T[]): T | undefined => from[Math.floor(random() * from.length)]
  const messages = new Messages(database)
  for (let round = 0; round < 40; round += 1) {
    database.execute('DELETE FROM messages; DELETE FROM message_deletions; UPDATE history_items SET size = 0;')
    const home = new Map<string, string | null>()
    const hidden = new Map<string, string>()
    const add = (): void => {
      const alive = [...home.keys()].filter((id) => !hidden.has(id))
      const id = `m${home.size}`
      const parentId = random() < 0.1 ? null : (pick(alive) ?? null)
      home.set(id, parentId)
      messages.insertMessage(storedMessage(id, { parentId }))
    }
    const above = (id: string): string | null => {
      let at = home.get(id) ?? null
      while (at !== null && hidden.has(at)) at = home.get(at) ?? null
      return at
    }
    const tree = () =>
      Object.fromEntries(
        database
          .prepare(`SELECT id, parent_id FROM messages WHERE ${visible} ORDER BY rowid`)
          .all()
          .map(({ id, parent_id }) => [String(id), parent_id]),
      )
    const expected = () =>
      Object.fromEntries([...home.keys()].filter((id) => !hidden.has(id)).map((id) => [id, above(id)]))
    for (let planted = 0; planted < 4 + random() * 16; planted += 1) add()
    const open: string[] = []
    /** Undone deletions whose marks are still there. */
    const uncleared: string[] = []
    for (let step = 0; step < 16; step += 1) {
      const alive = [...home.keys()].filter((id) => !hidden.has(id))
      const id = pick(alive)
      const chance = random()
      if (chance < 0.15) add()
      else if (chance < 0.3 && uncleared.length > 0) atOnce(marks().unmark(uncleared.shift() ?? ''))
      else if (chance < 0.6 && open.length > 0) {
        const undone = open.splice(Math.floor(random() * open.length), 1)[0] ?? ''
        const rest = atOnce(marks().rest(undone))
        database.transaction(() => deletions().unsettle({ ...deletion, id: undone }, rest, undefined))
        uncleared.push(undone)
        for (const [message, by] of hidden) if (by === undone) hidden.delete(message)
      } else if (id !== undefined) {
        const deletionId = `${round} ${step}`
        const isOne = random() < 0.4
        const gone = alive.filter((other) => {
          for (let at: string | null = other; at !== null; at = above(at)) if (at === id) return !isOne
          return false
        })
        marks().beginMarking(deletionId, 'c')
        if (!isOne) atOnce(marks().mark(deletionId, id))
        database.transaction(() => {
          if (isOne) deletions().deleteOne(deletionId, id)
          deletions().settle({ ...deletion, id: deletionId }, undefined)
        })
        for (const message of [id, ...gone]) hidden.set(message, deletionId)
        open.push(deletionId)
      }
      expect(tree(), `seed ${seed}, round ${round}, step ${step}`).toEqual(expected())
      const size = new HistoryItems(database).findItem({ kind: 'chat', id: 'c' })?.size
      expect(size, `seed ${seed}, round ${round}, step ${step}`).toBe(home.size - hidden.size)
    }
  }
})
