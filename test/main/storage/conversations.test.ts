import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ChatFolders } from '../../../src/main/storage/chat-folders.ts'
import { Conversations } from '../../../src/main/storage/conversations.ts'
import type { Database } from '../../../src/main/storage/database.ts'
import { Drafts } from '../../../src/main/storage/drafts.ts'
import { Journal } from '../../../src/main/storage/journal.ts'
import { Messages } from '../../../src/main/storage/messages.ts'
import { defaultParameters } from '../../../src/shared/chat-limits.ts'
import { folded } from '../../../src/shared/folded-text.ts'
import { queryPlans } from '../../fakes/query-plans.ts'
import { conversation, storedMessage, temporaryDatabase } from '../../fakes/storage.ts'

let database: Database
let conversations: Conversations
let dispose: () => void
beforeEach(() => {
  ;({ database, dispose } = temporaryDatabase())
  conversations = new Conversations(database)
})
afterEach(() => dispose())

const page = (query = '', offset = 0, limit = 10): readonly string[] =>
  conversations.conversationPage(query, offset, limit).conversations.map(({ id }) => id)

describe('a stored conversation', () => {
  test('a conversation is read as it was stored and changed', () => {
    const whole = conversation('c', {
      title: '朱砂',
      connectionId: 'x',
      parameters: { system: 's', temperature: 0.1, topP: null, maxTokens: 5, contextMessages: 3 },
      pinned: true,
      snippet: 's',
      leafId: 'm',
    })
    conversations.insertConversation(whole)
    expect(conversations.findConversation('c')).toEqual(whole)
    const changed = conversation('c', { title: 'other', activeAt: 9 })
    conversations.updateConversation(changed)
    expect(conversations.findConversation('c')).toEqual(changed)
  })

  test('a conversation stays readable if its parameters are not', () => {
    conversations.insertConversation(conversation('c'))
    for (const broken of ['{', '{"system":7}', 'null', '']) {
      database.prepare('UPDATE conversations SET parameters = ?').run(broken)
      expect(conversations.findConversation('c')?.parameters).toEqual(defaultParameters)
    }
  })
})

describe('the list of conversations', () => {
  test('each conversation is in its folder, and without one if its folder is gone', () => {
    const folders = new ChatFolders(database)
    folders.putFolder({ id: 'f', name: 'F', parentId: null, system: '', collapsed: false }, 1)
    conversations.insertConversation(conversation('in', { folderId: 'f' }))
    conversations.insertConversation(conversation('lost', { folderId: 'gone' }))
    conversations.insertConversation(conversation('out'))
    const of = (folderId: string | null) =>
      conversations.conversationPage('', 0, 9, 'here', folderId).conversations.map(({ id }) => id)
    expect([of('f'), of(null), page()]).toEqual([['in'], ['lost', 'out'], ['in', 'lost', 'out']])
    expect(conversations.findConversation('lost')).toEqual(conversation('lost'))
  })

  test('pinned conversations come first, then by activity, in a fixed order, page by page', () => {
    for (const [id, activeAt, pinned] of [
      ['a', 1, false],
      ['b', 5, false],
      ['c', 5, false],
      ['d', 2, true],
      ['e', 9, false],
    ] as const)
      conversations.insertConversation(conversation(id, { activeAt, pinned }))
    expect(page()).toEqual(['d', 'e', 'b', 'c', 'a'])
    expect([page('', 0, 2), page('', 2, 2), page('', 4, 2)]).toEqual([['d', 'e'], ['b', 'c'], ['a']])
    expect([
      conversations.conversationPage('', 0, 4).hasMore,
      conversations.conversationPage('', 0, 5).hasMore,
    ]).toEqual([true, false])
  })

  test.each(['here', 'archive'] as const)('the conversations before a page are read only from indexes: %s', (place) => {
    const [plan] = queryPlans(database, () => conversations.conversationPage('', 5, 10, place))
    expect(plan).toContain('USING COVERING INDEX conversations_by_activity (deleted_at=?)')
    expect(plan).toContain('USING COVERING INDEX history_items_in_order (deleted_at=? AND archived_at>?)')
    expect(plan).not.toContain('SCAN conversations')
  })

  test('a title is found by any part of its text, without wild cards', () => {
    conversations.insertConversation(conversation('a', { title: 'The 100% budget_plan' }))
    conversations.insertConversation(conversation('b', { title: 'The 1000 budgets' }))
    expect([page('BUDGET').length, page('100%'), page('t_p'), page('%'), page("'")]).toEqual([
      2,
      ['a'],
      ['a'],
      ['a'],
      [],
    ])
  })
})

describe('the bin of conversations', () => {
  test('a deleted conversation is hidden, and can be restored', () => {
    conversations.insertConversation(conversation('c'))
    expect([
      conversations.deleteConversation('c', 5),
      conversations.deleteConversation('c', 6),
      conversations.deleteConversation('x', 6),
    ]).toEqual([true, false, false])
    expect([conversations.findConversation('c'), page(), conversations.isDeleted('c')]).toEqual([null, [], true])
    expect([conversations.restoreConversation('c'), conversations.restoreConversation('c')]).toEqual([true, false])
    expect([page(), conversations.isDeleted('c')]).toEqual([['c'], false])
  })

  test('a chat of thousands of messages in one branch is purged from the bin', () => {
    const messages = new Messages(database)
    conversations.insertConversation(conversation('long'))
    database.transaction(() => {
      for (let at = 0; at < 3_000; at += 1)
        messages.insertMessage(
          storedMessage(`m${at}`, { conversationId: 'long', parentId: at === 0 ? null : `m${at - 1}` }),
        )
    })
    conversations.deleteConversation('long', 10)
    conversations.purgeConversations(10)
    expect([messages.findMessage('m0'), messages.findMessage('m2999'), conversations.findConversation('long')]).toEqual(
      [null, null, null],
    )
  })

  test('the bin removes expired chats with all their rows, and nothing else', () => {
    const messages = new Messages(database)
    const drafts = new Drafts(database)
    const journal = new Journal(database)
    for (const id of ['old', 'young', 'kept']) {
      conversations.insertConversation(conversation(id))
      messages.insertMessage(storedMessage(`${id}-1`, { conversationId: id }))
      messages.insertMessage(storedMessage(`${id}-2`, { conversationId: id, parentId: `${id}-1` }))
      journal.append(`${id}-2`, 'piece')
      drafts.set(id, `draft of ${id}`)
    }
    drafts.set(null, 'draft of the next')
    conversations.deleteConversation('old', 10)
    conversations.deleteConversation('young', 20)
    expect([conversations.purgeConversations(19), conversations.oldestDeletion()]).toEqual([[], 20])
    expect([
      messages.findMessage('old-1'),
      messages.findMessage('old-2'),
      journal.readText('old-2'),
      drafts.get('old'),
    ]).toEqual([null, null, '', ''])
    expect([conversations.restoreConversation('old'), conversations.restoreConversation('young')]).toEqual([
      false,
      true,
    ])
    expect([messages.findMessage('young-2')?.id, drafts.get('young'), drafts.get('kept'), drafts.get(null)]).toEqual([
      'young-2',
      'draft of young',
      'draft of kept',
      'draft of the next',
    ])
  })
})

describe('a stored draft', () => {
  test('a draft is stored by conversation, replaced, and removed when it is empty', () => {
    const drafts = new Drafts(database)
    drafts.set('c', 'one')
    drafts.set('c', '二')
    drafts.set(null, 'next')
    expect([drafts.get('c'), drafts.get(null), drafts.get('other')]).toEqual(['二', 'next', ''])
    drafts.set('c', '')
    expect([drafts.get('c'), database.prepare('SELECT count(*) AS n FROM drafts').get()?.n]).toEqual(['', 1])
  })
})

describe('the journal of answers', () => {
  test('the journal returns the pieces of one message, in order, until it is cleared', () => {
    conversations.insertConversation(conversation('c'))
    const messages = new Messages(database)
    for (const id of ['m', 'n']) messages.insertMessage(storedMessage(id, { state: 'streaming', text: '' }))
    const journal = new Journal(database)
    for (let piece = 0; piece < 300; piece += 1) {
      journal.append('m', `${piece},`)
      journal.append('n', '.')
    }
    expect(journal.readText('m')).toBe(Array.from({ length: 300 }, (_, piece) => `${piece},`).join(''))
    journal.clear('m')
    expect([journal.readText('m'), journal.readText('n').length]).toEqual(['', 300])
  })

  test('the journal accepts nothing for a missing message', () => {
    expect(() => new Journal(database).append('nobody', 'x')).toThrow('FOREIGN KEY')
  })
})

test('a title is found in any case and width, with and without its accents', () => {
  for (const [id, title] of [
    ['cafe', 'A Café in Łódź'],
    ['wide', 'ＰＬＡＮ 茶'],
    ['plain', 'Plan of tea'],
  ] as const)
    conversations.insertConversation(conversation(id, { title }))
  for (const query of ['cafe', 'CAFÉ', 'cafe\u0301', 'lodz']) expect(page(query)).toEqual(['cafe'])
  expect(page('PLAN').toSorted()).toEqual(['plain', 'wide'])
  expect(page('茶')).toEqual(['wide'])
})

test('each title is found by its own text, even if folding changes it', () => {
  conversations.insertConversation(conversation('c'))
  const rename = database.prepare('UPDATE conversations SET title = ?')
  const missed: string[] = []
  const check = (title: string) => {
    rename.run(title)
    if (page(title).length === 0) missed.push(title)
  }
  for (const title of ['ทำงาน', 'ปढ़', '①', '…', '℃', 'a\u3000b', '한국'.normalize('NFD'), 'か\u3099', '가\u11a8', '𝐀'])
    check(title)
  database.transaction(() => {
    for (let code = 0x80; code < 0x3_0000; code += 1) {
      const sign = String.fromCodePoint(code)
      if (sign.isWellFormed() && folded(sign) !== sign && folded(sign).trim() !== '') check(sign)
    }
  })
  expect(missed).toEqual([])
})
