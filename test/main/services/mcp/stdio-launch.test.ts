import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { MessageReader } from '../../../../src/main/services/mcp/message-reader.ts'
import { ProcessFamily } from '../../../../src/main/services/mcp/process-family.ts'
import { processIdentity } from '../../../../src/main/services/mcp/process-identity.ts'
import { serverLimits } from '../../../../src/main/services/mcp/server-connection.ts'
import { baseEnvironment } from '../../../../src/main/services/mcp/server-environment.ts'
import { ServerLog } from '../../../../src/main/services/mcp/server-log.ts'
import { launchStdio } from '../../../../src/main/services/mcp/stdio-launch.ts'
import { SupervisedServer } from '../../../../src/main/services/mcp/supervised-server.ts'
import type { ToolResult } from '../../../../src/main/services/tools/tool.ts'
import type { StoredProcess, StoredServer } from '../../../../src/main/storage/mcp-servers.ts'
import { systemClock } from '../../../../src/main/system-clock.ts'
import type { MediaItem } from '../../../../src/shared/media.ts'

const hostile = join(import.meta.dirname, '../../../fakes/hostile-mcp-server.ts')
const limits = { ...serverLimits, connectMs: 20_000 }
const canary = 'canary-in-the-environment-of-the-app'

/** A server under supervision, and all that it told. */
class Supervised {
  readonly log = new ServerLog()
  readonly processes = new Map<number, StoredProcess>()
  readonly started: StoredProcess[] = []
  readonly files: MediaItem[] = []
  readonly reader = new MessageReader(systemClock)
  readonly server: SupervisedServer
  private readonly listeners = new Set<() => void>()

  constructor(stored: StoredServer, connectMs: number, secrets: Readonly<Record<string, string>> = {}) {
    this.server = new SupervisedServer({
      id: stored.id,
      name: stored.name,
      clock: systemClock,
      log: this.log,
      library: {
        addMedia: async (bytes, about) => {
          const item = { id: 'f'.repeat(64), bytes: bytes.byteLength, ...about }
          this.files.push(item)
          return item
        },
      },
      strings: this.reader.strings,
      launch: (events, signal) =>
        launchStdio({
          reader: this.reader,
          server: stored,
          environment: { ...baseEnvironment({ ...process.env, ATELIER_API_KEY: canary }, 'linux'), ...secrets },
          platform: 'linux',
          clock: systemClock,
          log: this.log,
          version: '0',
          limits: { ...limits, connectMs },
          events,
          signal,
          started: (found) => {
            this.started.push(found)
            this.processes.set(found.pid, found)
          },
          gone: (pid) => void this.processes.delete(pid),
        }),
      onServerChanged: () => {
        for (const listener of this.listeners) listener()
      },
    })
  }

  async until(fits: (server: SupervisedServer) => boolean): Promise<void> {
    await new Promise<void>((resolve) => {
      const look = (): void => {
        if (!fits(this.server)) return
        this.listeners.delete(look)
        resolve()
      }
      this.listeners.add(look)
      look()
    })
  }

  async call(name: string, input: Record<string, unknown> = {}, signal = new AbortController().signal) {
    const progress: [string, number | null][] = []
    const tool = this.server.tools.find((one) => one.name === name) ?? Promise.reject(new Error(`no tool ${name}`))
    const result: ToolResult = await (await tool).run(input, {
      signal,
      callId: 'c',
      messageId: 'm',
      conversationId: 'v',
      connectionId: 'g',
      progress: (text, part) => void progress.push([text, part]),
    })
    return { ...result, progress }
  }
}

const running: Supervised[] = []
afterEach(async () => {
  await Promise.all(running.splice(0).flatMap(({ server, reader }) => [server.stop(), reader.close()]))
})

function stored(changes: Partial<StoredServer> = {}): StoredServer {
  return {
    id: randomUUID(),
    name: 'Test',
    kind: 'stdio',
    command: process.execPath,
    arguments: [hostile],
    environmentNames: [],
    url: '',
    headerNames: [],
    isEnabled: true,
    trusted: null,
    createdAt: 1,
    ...changes,
  }
}

function started(
  mode: string,
  {
    connectMs = 20_000,
    secrets = {},
    ...changes
  }: Partial<StoredServer> & { readonly connectMs?: number; readonly secrets?: Record<string, string> } = {},
): Supervised {
  const made = new Supervised(stored({ arguments: [hostile, mode], ...changes }), connectMs, secrets)
  running.push(made)
  made.server.start()
  return made
}

async function ready(mode: string): Promise<Supervised> {
  const made = started(mode)
  await made.until(({ status }) => status.state === 'ready' || status.state === 'failed')
  expect(made.server.status).toMatchObject({ state: 'ready', problem: null })
  return made
}

async function failed(made: Supervised): Promise<Supervised['server']['status']> {
  await made.until(({ status }) => status.state === 'failed')
  return made.server.status
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

describe('a server that starts', () => {
  test('a server that starts has its tools, and reports which file was started', async () => {
    const made = await ready('good')
    expect(made.server.status.program).toBe(process.execPath)
    expect(made.server.tools.map(({ name }) => name)).toContain('echo')
    expect(made.server.tools[0]).toMatchObject({
      server: 'Test',
      defaultRule: 'ask',
      hints: { readOnly: false, destructive: true, openWorld: true, costs: false },
    })
    expect(await made.call('echo', { size: 3 })).toMatchObject({
      text: '{"size":3}',
      isError: false,
      isUntrusted: true,
    })
    // a greeting on the wrong stream is no message
    expect(made.log.logText()).toContain('Welcome to the test server')
  })

  test("a server gets only harmless variables of the app's environment, and its own", async () => {
    const made = started('good', { secrets: { OWN_TOKEN: 'own-secret' } })
    await made.until(({ status }) => status.state === 'ready')
    const { text } = await made.call('environment')
    expect(text).toContain('own-secret')
    expect(text).not.toContain(canary)
    const names = Object.keys(JSON.parse(text))
    // a shell that starts programs sets these itself
    const allowed = ['HOME', 'LANG', 'LC_ALL', 'LOGNAME', 'PATH', 'SHELL', 'TERM', 'TMPDIR', 'USER', 'OWN_TOKEN']
    expect(names.filter((name) => !allowed.includes(name))).toEqual([])
    expect((await made.call('heard')).text).not.toContain(canary)
  })

  test('a server ends with its descendants, also those that resist', async () => {
    const made = await ready('children')
    const child = Number(/child (\d+)/.exec(made.log.logText())?.[1])
    const pid = made.started[0]?.pid ?? 0
    expect(isAlive(child)).toBe(true)
    expect(await processIdentity(pid, 'linux')).toBe(made.started[0]?.identity)
    await made.server.stop()
    expect(made.processes.size).toBe(0)
    await expect.poll(async () => await processIdentity(child, 'linux')).toBeNull()
  })
})

describe('descendants that left the group of their server, and their parents', () => {
  async function escaped() {
    const made = started('escaped', { secrets: { ATELIER_SERVER: `mark-${randomUUID()}` } })
    await made.until(({ status }) => status.state === 'ready')
    const [, session, orphan] = /escaped (\d+) (\d+)/.exec(made.log.logText()) ?? []
    const pids = [Number(session), Number(orphan)]
    expect(pids.map(isAlive)).toEqual([true, true])
    return { made, pids }
  }

  // one that ended and whose parent did not look is no process any more
  const identitiesOf = async (pids: readonly number[]) =>
    await Promise.all(pids.map(async (pid) => await processIdentity(pid, 'linux')))

  test('detached descendants end with their server', async () => {
    const { made, pids } = await escaped()
    await made.server.stop()
    expect(await identitiesOf(pids)).toEqual([null, null])
    expect(made.processes.size).toBe(0)
    // they were on the disk, for the next start after a kill
    expect(made.started.map(({ pid }) => pid)).toEqual(expect.arrayContaining(pids))
  })

  test('detached descendants end after it exits, if their parents or environment identify them', async () => {
    const { made, pids } = await escaped()
    process.kill(made.started[0]?.pid ?? 0, 'SIGKILL')
    await expect.poll(async () => (await identitiesOf(pids))[1]).toBeNull()
  })

  test('processes that reuse the id of an ended descendant are never ended', async () => {
    const stranger = spawn('sleep', ['1000'], { detached: true, stdio: 'ignore' })
    const pid = stranger.pid ?? 0
    const left: number[] = []
    const family = new ProcessFamily({ platform: 'linux', rootId: pid, mark: null, left: (one) => void left.push(one) })
    family.rootEnded()
    await family.endProcesses()
    expect(isAlive(pid)).toBe(true)
    stranger.kill('SIGKILL')
  })
})

describe('a server that does not start', () => {
  test('a missing command is reported', async () => {
    const made = started('good', { command: 'no-such-command-anywhere' })
    expect(await failed(made)).toMatchObject({ problem: 'command_missing', detail: 'no-such-command-anywhere' })
  })

  test('a command that is a folder, or not a full path, is reported', async () => {
    for (const command of ['/tmp', './server', '../bin/node'])
      expect(await failed(started('good', { command }))).toMatchObject({ problem: 'command_missing', detail: command })
  })

  test('a server that ends at once is reported with its last words as plain text', async () => {
    expect(await failed(started('exit'))).toMatchObject({
      problem: 'exited',
      detail: expect.stringContaining('no licence found'),
    })
  })

  test('a server that never answers is reported; its process is ended', async () => {
    const made = started('stubborn', { connectMs: 2000 })
    expect(await failed(made)).toMatchObject({ problem: 'no_answer' })
    expect(made.processes.size).toBe(0)
  })

  test('a server that speaks another protocol is reported', async () => {
    expect(await failed(started('nonsense'))).toMatchObject({ problem: 'not_mcp' })
  })

  test('a server does not start while Atelier is ending', async () => {
    const made = started('silent')
    await expect.poll(() => made.started.length).toBe(1)
    await made.server.stop()
    expect(made.server.status.state).toBe('stopped')
    expect(made.processes.size).toBe(0)
  })
})

describe('a server that misbehaves', () => {
  test('a server that dies in a call: the call reports it, and the server restarts', async () => {
    const made = await ready('good')
    expect(await made.call('die')).toMatchObject({
      isError: true,
      text: expect.stringContaining('ended during the call'),
    })
    expect(made.server.status.state).toBe('starting')
    expect(made.server.tools.length).toBeGreaterThan(0)
    expect(await made.call('echo')).toMatchObject({ isError: true, text: expect.stringContaining('not running') })
    await made.until(({ status }) => status.state === 'ready')
    expect(await made.call('echo', { size: 1 })).toMatchObject({ text: '{"size":1}', isError: false })
    expect(made.started.length).toBe(2)
  })

  test('a server that hangs in a call: a stop notifies it, and other calls continue', async () => {
    const made = await ready('good')
    const stop = new AbortController()
    const hanging = made.call('hang', {}, stop.signal)
    expect((await made.call('echo')).isError).toBe(false)
    stop.abort(new Error('stopped by the person'))
    await expect(hanging).rejects.toThrow('stopped by the person')
    expect((await made.call('heard')).text).toContain('notifications/cancelled')
  })

  test('a server that answers 100 MB: refused without being kept, and the next call works', async () => {
    const made = await ready('good')
    expect(await made.call('huge', { size: 100_000_000 })).toMatchObject({
      isError: true,
      text: expect.stringContaining('too large'),
    })
    expect(await made.call('many', { size: 300_000 })).toMatchObject({
      isError: true,
      text: expect.stringContaining('too large'),
    })
    expect((await made.call('big-text', { size: 700_000 })).text.length).toBe(700_000)
  })

  test('a server that answers 50 MB: the beginning is the result, the whole is kept as a file', async () => {
    const made = await ready('good')
    const answer = await made.call('big-text', { size: 50_000_000 })
    expect(answer.text).toMatch(/^b{64000}$/)
    expect(answer.whole).toMatchObject({ file: { mime: 'text/plain', bytes: 50_000_000 }, length: 50_000_000 })
    expect(made.files.map(({ bytes }) => bytes)).toEqual([50_000_000])
    expect((await made.call('echo', { size: 1 })).text).toBe('{"size":1}')
  })

  test('a server that floods with notifications: calls are still answered', async () => {
    const made = await ready('flood')
    expect((await made.call('echo', { size: 1 })).text).toBe('{"size":1}')
  })

  test('a server that floods its log: it stays bounded, and calls are still answered', async () => {
    const made = await ready('log-flood')
    expect((await made.call('echo', { size: 1 })).text).toBe('{"size":1}')
    expect(made.log.logText().length).toBeLessThan(70_000)
  })

  test('a server that reports changes a thousand times: its list is read a few times', async () => {
    const made = await ready('good')
    expect((await made.call('notify', { size: 1000 })).text).toBe('notified')
    const lists = (await made.call('heard')).text.split('\n').filter((line) => line.includes('tools/list'))
    expect(lists.length).toBeLessThan(4)
  })

  test('a server with pages without end, or in a circle: the received tools are used', async () => {
    const endless = await ready('endless-pages')
    expect(endless.server.tools.length).toBe(64)
    expect(endless.server.status.listProblem).toContain('no end')
    const circling = await ready('circling-pages')
    expect(circling.server.tools.map(({ name }) => name)).toEqual(['tool-0', 'tool-1'])
  })

  test('a server that lists invalid tools: they are left out, valid ones are kept', async () => {
    const made = await ready('lying')
    expect(
      made.server.tools.map(({ name, title, description, hints }) => [name, title, description.length, hints.readOnly]),
    ).toEqual([
      ['good', 'Good', 16, true],
      ['words', 'words', 64_000, false],
    ])
    expect(made.log.logText()).toContain('"deep" was left out')
  })

  test('a server that fails to list a second time: the known tools are kept', async () => {
    const made = await ready('failing-list')
    await made.until(({ status }) => status.listProblem !== '')
    expect(made.server.tools.map(({ name }) => name)).toEqual(['first'])
    expect(made.server.status.state).toBe('ready')
  })
})

describe('the result of a server’s tool', () => {
  test('a result is text, with files of their true type in the library, and unfollowed links', async () => {
    const made = await ready('good')
    const { text, media, isUntrusted } = await made.call('mixed')
    expect(text.split('\n')).toEqual([
      'a picture:',
      '[image: image/png, 70 bytes]',
      '[audio: application/octet-stream, 3 bytes]',
      '[resource link file:///etc/passwd]',
      'embedded',
      '[resource a:c: application/octet-stream, 3 bytes]',
      '[a part of a kind that Atelier does not know]',
      '[a part of a kind that Atelier does not know]',
    ])
    expect(media?.length).toBe(3)
    expect(isUntrusted).toBe(true)
  })

  test('a result may be only structured, or an error of the tool', async () => {
    const made = await ready('good')
    expect((await made.call('broken')).text).toBe('{"only":"this"}')
    expect(await made.call('error')).toMatchObject({ isError: true, text: 'could not', isUntrusted: true })
  })

  test('a result comes after its progress', async () => {
    const made = await ready('good')
    expect(await made.call('progress')).toMatchObject({ text: 'done', progress: [['Quarter', 0.25]] })
  })
})
