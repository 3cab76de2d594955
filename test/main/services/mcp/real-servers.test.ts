import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createApp } from '../../../../src/main/app.ts'
import type { App } from '../../../../src/main/application.ts'
import type { Message } from '../../../../src/shared/chat.ts'
import { defaultParameters } from '../../../../src/shared/chat-limits.ts'
import { AppClient } from '../../../fakes/app-client.ts'
import { type TestPlatform, testPlatform } from '../../../fakes/platform.ts'

const packages = join(import.meta.dirname, '../../../../node_modules/@modelcontextprotocol')

let platform: TestPlatform
let dispose: () => void
let app: App

beforeEach(async () => {
  const made = testPlatform()
  platform = made.platform
  dispose = made.dispose
  app = await createApp(platform, { demo: true })
})

afterEach(async () => {
  await app.close()
  dispose()
})

const client = new AppClient(() => app)
const call = client.call.bind(client)

/** Starts a real server, waits until it is ready, and allows all its tools. */
async function started(name: string, given: readonly string[]): Promise<readonly string[]> {
  const id = randomUUID()
  const none = { environment: [], url: '', headers: [] }
  const command = { kind: 'stdio' as const, command: process.execPath, arguments: given }
  const list = await call('mcp.save', { ...none, ...command, id, name })
  await call('mcp.confirm', { id, definition: list.find((one) => one.id === id)?.definition ?? '' })
  await platform.events.until('mcp.changed', (all) => all.some((one) => one.id === id && one.state === 'ready'))
  const tools = (await call('tools.list', {})).filter(({ server }) => server === name)
  for (const tool of tools) await call('tools.setRule', { tool: tool.id, rule: 'always' })
  return tools.map((tool) => tool.id)
}

/** A message to the demo gateway, and its answer once it has ended. */
async function answered(text: string, enabled: readonly string[]): Promise<Message> {
  const { connections } = await call('connections.list', {})
  const { messages } = await call('chat.send', {
    conversationId: randomUUID(),
    messageId: randomUUID(),
    connectionId: connections[0]?.id ?? '',
    model: 'demo-chat',
    parameters: { ...defaultParameters, tools: { enabled: [...enabled], roundsMax: 5 } },
    text,
    attachments: [],
  })
  const id = messages[1]?.id ?? ''
  await platform.events.until('chat.status', ({ messageId, stream }) => messageId === id && stream === null)
  const { page } = await call('chat.open', { conversationId: messages[1]?.conversationId ?? '', limit: 10 })
  return page.messages.at(-1) ?? Promise.reject(new Error('no answer'))
}

test('the real servers are called through a chat on the demo gateway', async () => {
  const folder = platform.paths.data
  const note = join(folder, 'note.txt')
  writeFileSync(note, 'The tide turns at noon.')
  const everything = await started('everything', [join(packages, 'server-everything/dist/index.js')])
  const files = await started('files', [join(packages, 'server-filesystem/dist/index.js'), folder])
  const memory = await started('memory', [join(packages, 'server-memory/dist/index.js')])
  const outcomes: (readonly [string, string, string])[] = []
  for (const [text, tools] of [
    ['call everything_echo {"message": "hello there"}', everything],
    [`call files_read_text_file ${JSON.stringify({ path: note })}`, files],
    ['call memory_read_graph {}', memory],
  ] as const) {
    const { calls = [] } = await answered(text, tools)
    outcomes.push(...calls.map(({ name, result, state }) => [name, state, result] as const))
  }
  expect(outcomes).toEqual([
    ['everything_echo', 'done', expect.stringContaining('hello there')],
    ['files_read_text_file', 'done', expect.stringContaining('The tide turns at noon.')],
    ['memory_read_graph', 'done', expect.stringContaining('entities')],
  ])
})
