import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createApp } from '../../../../src/main/app.ts'
import type { App } from '../../../../src/main/application.ts'
import type { McpOffer } from '../../../../src/shared/mcp-offers.ts'
import { holdsResource } from '../../../../src/shared/resource-fence.ts'
import { AppClient } from '../../../fakes/app-client.ts'
import { type TestPlatform, testPlatform } from '../../../fakes/platform.ts'

const hostile = join(import.meta.dirname, '../../../fakes/hostile-mcp-server.ts')
const everything = join(
  import.meta.dirname,
  '../../../../node_modules/@modelcontextprotocol/server-everything/dist/index.js',
)

let platform: TestPlatform
let dispose: () => void
let app: App
const id = randomUUID()

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

/** Starts a server and waits until it offers something. */
async function offered(...given: string[]): Promise<McpOffer> {
  const none = { environment: [], url: '', headers: [] }
  const [server] = await call('mcp.save', {
    ...none,
    id,
    name: 'Notes',
    kind: 'stdio',
    command: process.execPath,
    arguments: given,
  })
  await call('mcp.confirm', { id, definition: server?.definition ?? '' })
  await until((offers) => offers.length > 0)
  const [offer] = await call('mcp.offers', {})
  return offer ?? Promise.reject(new Error('nothing offered'))
}

async function until(fits: (offers: readonly McpOffer[]) => boolean): Promise<void> {
  await platform.events.until('mcp.offersChanged', () => fits(platform.events.of('mcp.offersChanged').at(-1) ?? []))
}

describe('prompts and resources of a malicious server', () => {
  test('prompts and resources are read one by one, as plain text', async () => {
    const { prompts, resources, server } = await offered(hostile, 'offers')
    expect(server).toBe('Notes')
    expect(prompts).toEqual([
      { name: 'greet', title: 'Greet', description: 'Says hello', arguments: [] },
      {
        name: 'write',
        title: 'write',
        description: '',
        arguments: [
          { name: 'topic', description: 'What about?', isRequired: true },
          { name: 'tone', description: '', isRequired: false },
        ],
      },
    ])
    expect(resources.map(({ title, uri }) => [title, uri])).toEqual([
      ['notes.md', 'memo://notes'],
      ['picture', 'memo://picture'],
      ['huge', 'memo://huge'],
    ])
  })

  test('prompts and resources are inserted into the composer: text, pictures, and fenced data', async () => {
    await offered(hostile, 'offers')
    const greeting = await call('mcp.prompt', { serverId: id, name: 'greet', arguments: {} })
    expect(greeting.text).toMatch(/^Say hello\.\n\nResource "memo:\/\/notes" of the server "Notes"\./)
    expect(greeting.text).toContain('````resource memo://notes\nBuy ```milk```\n````')
    expect([greeting.pictures.length, greeting.leftOut]).toEqual([1, 2])
    const written = await call('mcp.prompt', { serverId: id, name: 'write', arguments: { topic: 'tides' } })
    expect(written.text).toBe('Write: {"topic":"tides"}')
    const picture = await call('mcp.resource', { serverId: id, uri: 'memo://picture' })
    expect([picture.text, picture.pictures.length, picture.leftOut]).toEqual(['', 1, 1])
    const huge = await call('mcp.resource', { serverId: id, uri: 'memo://huge' })
    expect([huge.isCut, huge.text.length < 201_000]).toEqual([true, true])
  })

  test('prompts and resources that are refused, or of a stopped server, are reported', async () => {
    await offered(hostile, 'offers')
    expect(await client.refusal('mcp.prompt', { serverId: id, name: 'none', arguments: {} })).toBe('server_failed')
    await call('mcp.setEnabled', { id, isEnabled: false })
    expect(await call('mcp.offers', {})).toEqual([])
    expect(platform.events.of('mcp.offersChanged').at(-1)).toEqual([])
    expect(await client.refusal('mcp.resource', { serverId: id, uri: 'memo://notes' })).toBe('server_failed')
  })

  test('prompts and resources follow the changes that the server reports', async () => {
    await offered(hostile, 'offers')
    await call('tools.setRule', { tool: `${id}:notify`, rule: 'always' })
    const { connections } = await call('connections.list', {})
    const parameters = { system: '', temperature: null, topP: null, maxTokens: null, contextMessages: null }
    await call('chat.send', {
      conversationId: randomUUID(),
      messageId: randomUUID(),
      connectionId: connections[0]?.id ?? '',
      model: 'demo-chat',
      parameters: { ...parameters, tools: { enabled: [`${id}:notify`], roundsMax: 3 } },
      text: 'call Notes_notify {"size": 3}',
      attachments: [],
    })
    await until(([offer]) => offer?.prompts.some(({ name }) => name === 'later') === true)
    await until(([offer]) => offer?.resources.length === 1)
  })
})

describe('prompts and resources of the reference server', () => {
  test('the reference server offers prompts and resources', async () => {
    const { prompts, resources } = await offered(everything)
    expect(prompts.length).toBeGreaterThan(1)
    expect(resources.length).toBeGreaterThan(1)
    const filled = prompts.find(({ arguments: gaps }) => gaps.some(({ isRequired }) => isRequired))
    const given = Object.fromEntries((filled?.arguments ?? []).map(({ name }) => [name, 'Berlin']))
    const text = await call('mcp.prompt', { serverId: id, name: filled?.name ?? '', arguments: given })
    expect(text.text).toContain('Berlin')
    const read = await call('mcp.resource', { serverId: id, uri: resources[0]?.uri ?? '' })
    expect(holdsResource(read.text)).toBe(true)
  })
})

test('a chat with an attached resource asks before a tool that reaches others', async () => {
  await offered(hostile, 'offers')
  const tool = `${id}:echo`
  await call('tools.setRule', { tool, rule: 'always' })
  const { connections } = await call('connections.list', {})
  const parameters = { system: '', temperature: null, topP: null, maxTokens: null, contextMessages: null }
  const said = (text: string, conversationId: string) => ({
    conversationId,
    messageId: randomUUID(),
    connectionId: connections[0]?.id ?? '',
    model: 'demo-chat',
    parameters: { ...parameters, tools: { enabled: [tool], roundsMax: 3 } },
    text,
    attachments: [],
  })
  const clean = randomUUID()
  await call('chat.send', said('call Notes_echo {"a": 1}', clean))
  const ended = await platform.events.until(
    'chat.status',
    ({ conversationId, stream }) => conversationId === clean && stream === null,
  )
  expect(ended.status.state).toBe('done')
  const { text } = await call('mcp.resource', { serverId: id, uri: 'memo://notes' })
  await call('chat.send', said(`call Notes_echo {"a": 1}\n\n${text}`, randomUUID()))
  const asked = await platform.events.until('chat.call', ({ call: { state } }) => state === 'asking')
  expect(asked.call.askReason).toBe('untrusted')
})
