import { describe, expect, test } from 'vitest'
import { emptyChat } from '../../../../../src/renderer/features/chat/state/chat-reducer.ts'
import { type ChatUi, useChat } from '../../../../../src/renderer/features/chat/state/chat-store.ts'
import { inheritedTarget, nextTargetOf } from '../../../../../src/renderer/features/chat/state/target.ts'
import type { Connection, ConnectionList } from '../../../../../src/shared/connection.ts'
import { withRefusal } from '../../../../../src/shared/refused-models.ts'
import { defaultSettings } from '../../../../../src/shared/settings.ts'
import type { Settings } from '../../../../../src/shared/settings-table.ts'
import { conversation, message } from '../messages-made.ts'

const connection = (id: string): Connection => ({
  ...{
    id,
    name: id,
    baseUrl: `https://${id}.example/v1`,
    kind: 'gateway',
    key: { kept: 'keychain', lastFour: '1234' },
  },
  ...{ allowInsecure: false, createdAt: 1 },
})
const connections: ConnectionList = {
  ...{ connections: [connection('k'), connection('other')], defaultId: 'k' },
  keychain: { available: true, reason: null },
}
const model = (id: string) => ({ id, family: '', kind: 'chat' }) as const
const catalogues = {
  k: { models: [model('demo-chat'), model('demo-vision')], fetchedAt: 1, error: null, connectionId: 'k' },
}

/** The chat on the screen is the first of `used`, the model that was used last. */
function page(used: readonly string[], isOpen = false): ChatUi {
  const list = used.map((name, index) => conversation(`c${index}`, { model: name, activeAt: 10 - index }))
  const [first] = list
  const page = { messages: [message('a')], hasEarlier: false, hasLater: false, edge: 'end' } as const
  const open = isOpen && first !== undefined ? { ...page, conversation: first, show: null } : null
  return { ...useChat.getInitialState(), chat: { ...emptyChat, list, open } }
}
const settings = (more: Partial<Settings>): Settings => ({ ...defaultSettings, ...more })
const refusing = (...models: readonly string[]) =>
  settings({
    refusedModels: models.reduce((all, name) => withRefusal(all, { connectionId: 'k', model: name }, 1), {}),
  })
const begins = (state: ChatUi, own: Settings) => {
  const { connection: at, model: name } = nextTargetOf(state, connections, catalogues, own)
  return `${at?.id} ${name}`
}

describe('a new chat begins with', () => {
  test('a new chat begins with the last used model', () => {
    expect(begins(page(['demo-vision', 'demo-chat']), defaultSettings)).toBe('k demo-vision')
  })

  test('a new chat begins with an earlier model if the gateway does not have the last one', () => {
    expect(begins(page(['vison', 'demo-vision']), refusing('vison'))).toBe('k demo-vision')
  })

  test("a new chat begins with the gateway's first model if it has none of those used", () => {
    expect(begins(page(['vison']), refusing('vison', 'demo-chat'))).toBe('k demo-vision')
  })

  test('a new chat begins with the chosen default model, on its own connection', () => {
    const chosen = settings({ defaultModelOf: { other: 'mine' } })
    expect(begins(page(['demo-vision']), chosen)).toBe('other mine')
  })

  test("a new chat begins with the last used model if the default's connection was removed or refuses it", () => {
    expect(begins(page(['demo-vision']), settings({ defaultModelOf: { gone: 'mine' } }))).toBe('k demo-vision')
    const refused = { ...refusing('mine'), defaultModelOf: { k: 'mine' } }
    expect(begins(page(['demo-vision']), refused)).toBe('k demo-vision')
  })

  test('a new chat begins with the model just chosen for it, before the default', () => {
    const state = { ...page(['demo-vision']), newTarget: { connectionId: 'k', model: 'typed' } }
    expect(begins(state, settings({ defaultModelOf: { other: 'mine' } }))).toBe('k typed')
  })
})

describe('the open chat determines for a new chat', () => {
  const inherited = (state: ChatUi, own: Settings) => inheritedTarget(state, connections, catalogues, own)

  test('a new chat inherits the model of the chat on the screen', () => {
    expect(inherited(page(['demo-vision'], true), defaultSettings)).toEqual({ connectionId: 'k', model: 'demo-vision' })
  })

  test('a new chat does not inherit a model that the gateway does not have', () => {
    expect(inherited(page(['vison'], true), refusing('vison'))).toBeNull()
  })

  test('a new chat inherits nothing if the user chose a default', () => {
    expect(inherited(page(['demo-vision'], true), settings({ defaultModelOf: { other: 'mine' } }))).toBeNull()
  })
})
