import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createApp } from '../../../../src/main/app.ts'
import type { App } from '../../../../src/main/application.ts'
import { createMemorySecrets } from '../../../../src/main/secrets/memory.ts'
import { defaultParameters } from '../../../../src/shared/chat-limits.ts'
import { initialProxy } from '../../../../src/shared/proxy.ts'
import { AppClient } from '../../../fakes/app-client.ts'
import { asks, type CallingGateway, callingGateway, ends, said } from '../../../fakes/calling-gateway.ts'
import { type TestPlatform, testPlatform } from '../../../fakes/platform.ts'

const quoting = join(import.meta.dirname, '../../../fakes/quoting-mcp-server.ts')
const remote = 'https://remote.invalid/mcp'
const [serverId, remoteId, connectionId] = [randomUUID(), randomUUID(), randomUUID()]

/** One secret of each kind. */
const planted = {
  key: 'sk-gateway-Zq7Vw2Xk9Lm4Tn8',
  environment: 'env-canary-7f3Kd92mQx41',
  headerToken: 'hdr-canary-B81nn4Tz0wRr',
  accessToken: 'acc-canary-9Xc2LLq75vMe',
  refreshToken: 'ref-canary-T60pW3yyGh18',
  clientSecret: 'cli-canary-44mZb7Qq1sUv',
  place: 'plc-canary-Kk29xE5tR7dd',
  proxy: 'prx-canary-w8Nn3Vv0aJ6z',
  passphrase: 'pas-canary-2dGh77Yy1bLk',
}
const utf16 = (text: string, encoding: 'little' | 'big'): string =>
  [...text].map((sign) => (encoding === 'little' ? `${sign}\0` : `\0${sign}`)).join('')
const disguises: readonly ((secret: string) => string)[] = [
  (secret) => secret,
  (secret) => [...secret].reverse().join(''),
  (secret) => Buffer.from(secret).toString('hex'),
  (secret) => Buffer.from(secret).toString('base64'),
  (secret) => Buffer.from(`user:${secret}`).toString('base64'),
  (secret) => Buffer.from(secret, 'utf16le').toString('base64'),
  (secret) => Buffer.from(secret, 'utf16le').toString('hex'),
  (secret) => `${secret.slice(0, 9)}\n${secret.slice(9)}`,
  (secret) => utf16(secret, 'little'),
  (secret) => utf16(secret, 'big'),
  (secret) => JSON.stringify(utf16(secret, 'little')),
  (secret) => [...secret].join('\u200b'),
  (secret) => [...secret].join('\u0001'.repeat(60)),
  (secret) => [...secret].map((sign) => `\\x${sign.charCodeAt(0).toString(16)}`).join(''),
  (secret) => [...secret].map((sign) => `%${sign.charCodeAt(0).toString(16)}`).join(''),
]
const quotes = Object.values(planted).flatMap((secret) => disguises.map((disguise) => disguise(secret)))

let gateway: CallingGateway
let platform: TestPlatform
let dispose: () => void
let app: App
const client = new AppClient(() => app)
const call = client.call.bind(client)

beforeEach(async () => {
  gateway = await callingGateway()
  const made = testPlatform({ secrets: createMemorySecrets() })
  platform = made.platform
  dispose = made.dispose
  app = await createApp(platform, { demo: false })
})

afterEach(async () => {
  await app.close()
  await gateway.close()
  dispose()
})

async function plant(): Promise<void> {
  const save = { id: connectionId, name: 'Own', baseUrl: gateway.baseUrl, allowInsecure: false, key: planted.key }
  await call('connections.save', save)
  const signIn = {
    url: remote,
    authority: {
      issuer: remote,
      authorization_endpoint: remote,
      token_endpoint: remote,
      response_types_supported: ['code'],
    },
    client: { client_id: 'atelier', client_secret: planted.clientSecret },
    resource: null,
    tokens: { access_token: planted.accessToken, token_type: 'Bearer', refresh_token: planted.refreshToken },
  }
  await platform.secrets.set(`mcp-sign-in ${remoteId} ${new URL(remote).origin}`, JSON.stringify(signIn))
  const header = { name: 'X-Custom', value: `Bearer ${planted.headerToken}` }
  const http = { command: '', arguments: [], environment: [], url: remote, headers: [header] }
  await call('mcp.save', { id: remoteId, name: 'Remote', kind: 'http', ...http })
  await call('places.save', {
    id: randomUUID(),
    name: 'Away',
    target: { kind: 'webdav', address: 'https://dav.invalid/', user: 'ann', allowInsecure: false },
    secret: planted.place,
  })
  await call('network.save', {
    settings: { ...initialProxy, mode: 'http', host: 'proxy.invalid', port: 3128, username: 'ann' },
    password: planted.proxy,
  })
  await call('backups.setPassphrase', { passphrase: planted.passphrase })
  writeFileSync(join(platform.paths.data, '..', `${serverId}.json`), JSON.stringify(quotes))
}

async function startServer(): Promise<void> {
  const file = join(platform.paths.data, '..', `${serverId}.json`)
  const list = await call('mcp.save', {
    id: serverId,
    name: 'Quoting',
    kind: 'stdio',
    command: process.execPath,
    arguments: [quoting, file],
    environment: [{ name: 'SERVICE', value: planted.environment }],
    url: '',
    headers: [],
  })
  await call('mcp.confirm', {
    id: serverId,
    definition: list.find(({ id }) => id === serverId)?.definition ?? '',
  })
  await platform.events.until('mcp.changed', (all) => all.some(({ id, state }) => id === serverId && state === 'ready'))
  for (const { id } of await call('tools.list', {})) await call('tools.setRule', { tool: id, rule: 'always' })
}

/** Sends a message and returns what a page gets of the ended answer. */
async function answered(text: string, enabled: readonly string[]): Promise<unknown> {
  const conversationId = randomUUID()
  const { messages } = await call('chat.send', {
    conversationId,
    messageId: randomUUID(),
    connectionId,
    model: 'demo-chat',
    parameters: { ...defaultParameters, tools: { enabled: [...enabled], roundsMax: 5 } },
    text,
    attachments: [],
  })
  const id = messages[1]?.id ?? ''
  await platform.events.until('chat.status', ({ messageId, stream }) => messageId === id && stream === null)
  return await call('chat.open', { conversationId, limit: 10 })
}

function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}

/** A file's text; of an archive also that of its entries. */
function textsOf(path: string): readonly string[] {
  const bytes = readFileSync(path)
  const entries = bytes.subarray(0, 2).toString() === 'PK' ? Object.values(unzipSync(bytes)) : []
  return [bytes, ...entries].map((part) => Buffer.from(part).toString('latin1'))
}

/** The secrets and their disguises in texts. */
function foundIn(texts: readonly string[]): readonly string[] {
  const whole = texts
    .map(
      (text) => `${text}\n${text.replace(/\p{Cc}|\u200b|\\u000[01]|\\x00|\\n/gu, '').replaceAll('\u00e2\u008b', '')}`,
    )
    .join('\n')
  const plain = disguises.slice(0, 7)
  return Object.entries(planted).flatMap(([kind, secret]) =>
    plain.flatMap((disguise, index) => {
      const form = disguise(secret)
      // base64 ends with bits of what follows
      return whole.includes(form.slice(index === 4 ? 8 : 0, -4)) ? [`${kind}: ${form}`] : []
    }),
  )
}

test('removes secrets of the keychain from every quoted text', async () => {
  await plant()
  await startServer()
  const names = (await call('tools.list', {})).filter(({ server }) => server !== null)
  const calledAs = (name: string): string => names.find(({ id }) => id.endsWith(`:${name}`))?.name ?? ''
  gateway.answers = [
    ...['quote', 'refused', 'long'].map((name) => [asks(name, calledAs(name), '{}'), ends('tool_calls')]),
    [
      ...quotes.map((quote) => said(`${quote} `)),
      // in parts that no event holds whole
      ...Object.values(planted).flatMap((secret) => [...secret].map((sign) => said(sign))),
      ends('stop'),
    ],
  ]
  const seen: unknown[] = [
    await answered(
      'Which secrets?',
      names.map(({ id }) => id),
    ),
  ]
  seen.push(await call('mcp.list', {}), await call('mcp.offers', {}), await call('tools.list', {}))
  seen.push(await call('mcp.log', { id: serverId }))
  seen.push(await call('mcp.prompt', { serverId, name: 'p', arguments: {} }))
  seen.push(await app.call('mcp.prompt', { serverId, name: 'refused', arguments: {} }))
  seen.push(await call('mcp.resource', { serverId, uri: 'a:b' }))
  for (const { id } of await call('requests.list', {})) seen.push(await call('requests.get', { id }))
  await call('transfer.export', { keys: null })
  await call('backups.make', { passphrase: null })
  expect({
    page: foundIn([JSON.stringify([seen, platform.events.seen])]),
    gateway: foundIn([JSON.stringify(gateway.sent)]),
    log: foundIn(platform.logged),
  }).toEqual({ page: [], gateway: [], log: [] })
  expect(gateway.sent).toHaveLength(4)
  await app.close()
  const files = filesIn(platform.paths.data)
  expect(files.filter((path) => /\.zip$/.test(path)).length).toBeGreaterThan(0)
  expect(files.flatMap((path) => foundIn(textsOf(path)).map((what) => `${path} ${what}`))).toEqual([])
})
