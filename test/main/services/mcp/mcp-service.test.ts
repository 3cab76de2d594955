import { spawn } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createApp } from '../../../../src/main/app.ts'
import type { App } from '../../../../src/main/application.ts'
import { createMemorySecrets } from '../../../../src/main/secrets/memory.ts'
import { processIdentity } from '../../../../src/main/services/mcp/process-identity.ts'
import { Database } from '../../../../src/main/storage/database.ts'
import { McpServers } from '../../../../src/main/storage/mcp-servers.ts'
import type { CallInput } from '../../../../src/shared/ipc/contract.ts'
import type { McpServer, McpState } from '../../../../src/shared/mcp.ts'
import { AppClient } from '../../../fakes/app-client.ts'
import { type TestPlatform, testPlatform } from '../../../fakes/platform.ts'

const packages = join(import.meta.dirname, '../../../../node_modules/@modelcontextprotocol')
const hostile = join(import.meta.dirname, '../../../fakes/hostile-mcp-server.ts')

let platform: TestPlatform
let dispose: () => void
let app: App
const secrets = createMemorySecrets()

beforeEach(async () => {
  const made = testPlatform({ secrets })
  platform = made.platform
  dispose = made.dispose
  app = await createApp(platform, { demo: false })
})

afterEach(async () => {
  await app.close()
  dispose()
})

const client = new AppClient(() => app)
const call = client.call.bind(client)

function command(given: readonly string[], changes: Partial<CallInput<'mcp.save'>> = {}): CallInput<'mcp.save'> {
  return {
    id: randomUUID(),
    name: 'Test',
    kind: 'stdio',
    command: process.execPath,
    arguments: [...given],
    environment: [],
    url: '',
    headers: [],
    ...changes,
  }
}

async function found(id: string): Promise<McpServer> {
  const server = (await call('mcp.list', {})).find((one) => one.id === id)
  return server ?? Promise.reject(new Error('no such server'))
}

async function until(id: string, state: McpState): Promise<McpServer> {
  await platform.events.until(
    'mcp.changed',
    () =>
      platform.events
        .of('mcp.changed')
        .at(-1)
        ?.find((one) => one.id === id)?.state === state,
  )
  return await found(id)
}

/** Stores a server, confirms its command, and waits until it is ready. */
async function started(input: CallInput<'mcp.save'>): Promise<McpServer> {
  await call('mcp.save', input)
  await call('mcp.confirm', { id: input.id, definition: (await found(input.id)).definition })
  return await until(input.id, 'ready')
}

const toolNames = async (): Promise<readonly string[]> =>
  (await call('tools.list', {})).filter(({ server }) => server !== null).map(({ name }) => name)

describe('the command of a server', () => {
  test('a command starts only after the user confirmed it unchanged', async () => {
    const input = command([hostile])
    await call('mcp.save', input)
    expect(await found(input.id)).toMatchObject({ state: 'unconfirmed', isTrusted: false, toolCount: 0 })
    await call('mcp.setEnabled', { id: input.id, isEnabled: true })
    await call('mcp.restart', { id: input.id })
    expect(await found(input.id)).toMatchObject({ state: 'unconfirmed' })
    expect(await client.refusal('mcp.confirm', { id: input.id, definition: 'another' })).toBe('not_found')
    await call('mcp.confirm', { id: input.id, definition: (await found(input.id)).definition })
    expect(await until(input.id, 'ready')).toMatchObject({ isTrusted: true, program: process.execPath })
    expect(await toolNames()).toContain('echo')
    // any part of it that changes asks again, and ends what ran
    await call('mcp.save', { ...input, arguments: [hostile, 'good'] })
    expect(await found(input.id)).toMatchObject({ state: 'unconfirmed', isTrusted: false })
    expect(await toolNames()).toEqual([])
    // another name is the same command
    await call('mcp.save', { ...input, name: '别的' })
    expect(await until(input.id, 'ready')).toMatchObject({ name: '别的' })
  })

  test('a changed command loses the permissions of its tools', async () => {
    const input = command([hostile])
    await started(input)
    const tool = `${input.id}:echo`
    await call('tools.setRule', { tool, rule: 'always' })
    await started({ ...input, arguments: [hostile, 'good'] })
    expect((await call('tools.list', {})).find(({ id }) => id === tool)?.rule).toBe('ask')
  })

  test('an equal list of tools is announced once, and again with another description', async () => {
    await started(command([hostile, 'listing-again']))
    const told = () =>
      platform.events
        .of('tools.changed')
        .flatMap((list) => list.filter(({ server }) => server !== null).map(({ description }) => description))
    await platform.events.until('tools.changed', () => told().includes('another one'))
    expect(told()).toEqual(['first of the test', 'another one'])
  })

  test('a command that does not exist is named', async () => {
    const input = command([], { command: 'no-such-command-anywhere' })
    await call('mcp.save', input)
    await call('mcp.confirm', { id: input.id, definition: (await found(input.id)).definition })
    expect(await until(input.id, 'failed')).toMatchObject({
      problem: 'command_missing',
      detail: 'no-such-command-anywhere',
    })
    expect(await call('mcp.log', { id: input.id })).toContain('no-such-command-anywhere')
  })

  test('a server can be turned off, on, and removed with its secrets', async () => {
    const input = command([hostile], { environment: [{ name: 'TOKEN', value: 'a-secret-of-the-server' }] })
    await started(input)
    await call('mcp.setEnabled', { id: input.id, isEnabled: false })
    expect(await found(input.id)).toMatchObject({ state: 'off', toolCount: 0 })
    await call('mcp.setEnabled', { id: input.id, isEnabled: true })
    await until(input.id, 'ready')
    expect(await secrets.get(`mcp ${input.id}`)).not.toBeNull()
    expect(await call('mcp.remove', { id: input.id })).toEqual([])
    expect(await secrets.get(`mcp ${input.id}`)).toBeNull()
    expect(await client.refusal('mcp.restart', { id: input.id })).toBe('not_found')
  })

  test('a command that no system can start is refused', async () => {
    const bad = [
      command([], { command: '  ' }),
      command(['a\0b']),
      command([], { environment: [{ name: 'A=B', value: '' }] }),
      command([], {
        environment: [
          { name: 'A', value: '1' },
          { name: 'A', value: '2' },
        ],
      }),
    ]
    for (const input of bad) expect(await client.refusal('mcp.save', input)).toBe('invalid_input')
    expect(await call('mcp.list', {})).toEqual([])
  })
})

describe('the secrets of a server', () => {
  test('secrets reach only their server: they are in no file, no list and no log', async () => {
    const secret = 'secret-of-this-server-only'
    const input = command([hostile], { environment: [{ name: 'TOKEN', value: secret }] })
    const server = await started(input)
    expect(server).toMatchObject({ environmentNames: ['TOKEN'], secretsKept: 'run' })
    expect(JSON.stringify([platform.events.seen, platform.logged, server])).not.toContain(secret)
    expect(readFileSync(join(platform.paths.data, 'atelier.db')).includes(secret)).toBe(false)
    // a value that is not given again stays
    await call('mcp.save', { ...input, name: 'Other', environment: [{ name: 'TOKEN', value: null }] })
    expect((await secrets.get(`mcp ${input.id}`))?.secret).toContain(secret)
  })

  test('secrets of gateways reach no server', async () => {
    process.env.ATELIER_API_KEY = 'canary-of-the-environment'
    await secrets.set('some-connection https://gateway.example', 'canary-of-the-keychain')
    const probe = join(platform.paths.data, 'probe.mjs')
    const seen = join(platform.paths.data, 'seen.json')
    writeFileSync(
      probe,
      `import { appendFileSync } from 'node:fs'
       appendFileSync(${JSON.stringify(seen)}, JSON.stringify([process.env, process.argv]))
       process.stdin.on('data', (bytes) => appendFileSync(${JSON.stringify(seen)}, bytes))
       await import(${JSON.stringify(join(packages, 'server-everything/dist/index.js'))})`,
    )
    try {
      await started(command([probe]))
      const everything = readFileSync(seen, 'utf8')
      expect(everything).toContain('initialize')
      expect(everything).not.toContain('canary')
    } finally {
      delete process.env.ATELIER_API_KEY
    }
  })
})

describe('a server at the end of Atelier', () => {
  test('the end of Atelier ends every server, and the next start restarts them', async () => {
    const input = command([hostile])
    await started(input)
    await app.close()
    const database = new Database(join(platform.paths.data, 'atelier.db'), { readonly: true })
    expect(new McpServers(database).processes()).toEqual([])
    database.close()
    platform.events.seen.length = 0
    app = await createApp(platform, { demo: false })
    expect(await until(input.id, 'ready')).toMatchObject({ isTrusted: true })
  })

  test('a forced end leaves processes that the next start offers; only exactly these are ended', async () => {
    await app.close()
    const left = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { detached: true, stdio: 'ignore' })
    const stranger = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { detached: true, stdio: 'ignore' })
    const [pid, other] = [left.pid ?? 0, stranger.pid ?? 0]
    const database = new Database(join(platform.paths.data, 'atelier.db'))
    const servers = new McpServers(database)
    servers.addProcess({ pid, serverId: 's', identity: (await processIdentity(pid, 'linux')) ?? '', command: 'one' })
    servers.addProcess({ pid: other, serverId: 's', identity: 'of an earlier process', command: 'two' })
    servers.addProcess({ pid: 2 ** 22 + 1, serverId: 's', identity: 'gone', command: 'three' })
    database.close()
    app = await createApp(platform, { demo: false })
    await platform.events.until('mcp.leftoversChanged', () => true)
    expect((await call('mcp.leftovers', {})).map((one) => [one.pid, one.command])).toEqual([[pid, 'one']])
    expect(await call('mcp.endLeftover', { pid: other })).toHaveLength(1)
    expect(await call('mcp.endLeftover', { pid })).toEqual([])
    await expect.poll(() => left.signalCode).toBe('SIGKILL')
    expect(stranger.signalCode).toBeNull()
    stranger.kill('SIGKILL')
  })
})

test('the start after a kill ends the processes that a server left, without a question', async () => {
  const input = command([hostile])
  await started(input)
  await app.close()
  const folder = createHash('sha256').update(platform.paths.data).digest('hex').slice(0, 32)
  const quiet = { detached: true, stdio: 'ignore' } as const
  const known = spawn('sleep', ['1000'], { ...quiet, env: { PATH: process.env.PATH ?? '' } })
  const marked = spawn('sh', ['-c', 'setsid sleep 1000 & wait'], {
    ...quiet,
    env: { PATH: process.env.PATH ?? '', ATELIER_SERVER: `${folder}-${input.id}-1` },
  })
  const foreign = spawn('sleep', ['1000'], {
    ...quiet,
    env: { PATH: process.env.PATH ?? '', ATELIER_SERVER: `${'0'.repeat(32)}-${input.id}-1` },
  })
  const pid = known.pid ?? 0
  const database = new Database(join(platform.paths.data, 'atelier.db'))
  const identity = (await processIdentity(pid, 'linux')) ?? ''
  new McpServers(database).addProcess({ pid, serverId: input.id, identity, command: 'one' })
  database.close()
  const ends = Promise.all([once(known, 'exit'), once(marked, 'exit')])
  app = await createApp(platform, { demo: false })
  await ends
  expect([known.signalCode, marked.signalCode, foreign.signalCode]).toEqual(['SIGKILL', 'SIGKILL', null])
  expect(await call('mcp.leftovers', {})).toEqual([])
  foreign.kill('SIGKILL')
})

describe('the tools of a public server', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'atelier-files-'))
  })
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true })
  })

  test('a public server with every kind of content works', async () => {
    const server = await started(command([join(packages, 'server-everything/dist/index.js')], { name: 'everything' }))
    expect(server.toolCount).toBeGreaterThan(5)
    expect(await toolNames()).toContain('echo')
  })

  test('a public file server works, and marks its read-only tools', async () => {
    await started(command([join(packages, 'server-filesystem/dist/index.js'), folder], { name: 'files' }))
    const tools = await call('tools.list', {})
    expect(tools.find(({ name }) => name === 'read_text_file')?.hints).toMatchObject({ readOnly: true })
    expect(tools.find(({ name }) => name === 'write_file')?.hints).toMatchObject({ readOnly: false, destructive: true })
  })

  test('a public memory server works next to another server', async () => {
    await started(
      command([join(packages, 'server-memory/dist/index.js')], {
        name: 'memory',
        environment: [{ name: 'MEMORY_FILE_PATH', value: join(folder, 'memory.jsonl') }],
      }),
    )
    await started(command([hostile]))
    expect(await toolNames()).toEqual(expect.arrayContaining(['create_entities', 'echo']))
  })
})
