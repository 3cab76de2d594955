import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { MediaLibrary } from '../../../../src/main/media/library.ts'
import { createTools, type Tools } from '../../../../src/main/services/tools/index.ts'
import type { Tool } from '../../../../src/main/services/tools/tool.ts'
import { Conversations } from '../../../../src/main/storage/conversations.ts'
import { MediaItems } from '../../../../src/main/storage/media-items.ts'
import { Messages } from '../../../../src/main/storage/messages.ts'
import { EventRecorder, ManualClock } from '../../../fakes/platform.ts'
import { conversation, storedMessage, temporaryDatabase } from '../../../fakes/storage.ts'

let storage: ReturnType<typeof temporaryDatabase>
let events: EventRecorder
let tools: Tools
/** What the server offers now. */
let offered: Tool
let ran: number

beforeEach(() => {
  storage = temporaryDatabase()
  const { database, folder } = storage
  for (const id of ['c', 'other']) new Conversations(database).insertConversation(conversation(id))
  events = new EventRecorder()
  tools = createTools({
    database,
    events,
    library: new MediaLibrary(folder, new MediaItems(database), () => 1),
    clock: new ManualClock(),
    log: () => undefined,
  })
  ran = 0
  offered = {
    id: 'server:look',
    server: 'server',
    name: 'look',
    title: 'Look',
    description: 'Looks at the list.',
    parameters: { type: 'object' },
    hints: { readOnly: true, destructive: false, openWorld: true, costs: false },
    defaultRule: 'ask',
    run: async () => {
      ran += 1
      return { text: 'seen', isError: false, isUntrusted: true }
    },
  }
  tools.registry.addToolSource({ tools: () => [offered] })
})

afterEach(() => storage.dispose())

/** A call of the tool as it is offered now, in an answer of its own. */
function called(conversationId: string): { readonly messageId: string; readonly ended: Promise<unknown> } {
  const messageId = randomUUID()
  new Messages(storage.database).insertMessage(storedMessage(messageId, { conversationId, role: 'assistant' }))
  const ended = tools.runner.run(
    {
      messageId,
      conversationId,
      round: 0,
      textEnd: 0,
      connectionId: 'n',
      model: 'x',
      replay: {},
      calls: [{ id: 'g', name: 'look', arguments: '{}', extra: {} }],
      offered: new Map([['look', offered]]),
      isTainted: false,
      refusal: null,
    },
    new AbortController().signal,
  )
  return { messageId, ended }
}

async function question(messageId: string): Promise<{ readonly id: string; readonly askReason: string | null }> {
  const isAsked = (event: { call: { messageId: string; state: string } }): boolean =>
    event.call.messageId === messageId && event.call.state === 'asking'
  return (await events.until('chat.call', isAsked)).call
}

test.each(['always', 'chat'] as const)(
  'a permission (%s) is for the tool in the question, not for its later definition',
  async (decision) => {
    const first = called('c')
    const { id } = await question(first.messageId)
    offered = { ...offered, description: 'Sends the list.', hints: { ...offered.hints, openWorld: false } }
    tools.service.answer({ callId: id, decision })
    await first.ended
    expect(ran).toBe(1)
    const second = called('c')
    const asked = await question(second.messageId)
    expect(asked.askReason).toBe('changed')
    // now the user saw it
    tools.service.answer({ callId: asked.id, decision })
    await second.ended
    await called('c').ended
    expect(ran).toBe(3)
  },
)

test('a permission for a chat does not apply to another', async () => {
  const first = called('c')
  tools.service.answer({ callId: (await question(first.messageId)).id, decision: 'chat' })
  await first.ended
  await called('c').ended
  expect(ran).toBe(2)
  const elsewhere = called('other')
  const { askReason, id } = await question(elsewhere.messageId)
  expect(askReason).toBe('rule')
  tools.service.answer({ callId: id, decision: 'deny' })
  await elsewhere.ended
  expect(ran).toBe(2)
})
