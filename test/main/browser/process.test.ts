import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readInstance } from '../../../src/main/data-folder.ts'
import { faultWatchLimit } from '../../../src/main/faults.ts'
import { ask } from './running-shell.ts'

// The entry itself, as a process of its own, run from source: Node 24 strips the types.
const entry = join(import.meta.dirname, '../../../src/main/browser/index.ts')

let folder: string
const children: Started[] = []
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atelier-process-'))
})
afterEach(async () => {
  for (const child of children.splice(0)) {
    child.process.kill('SIGKILL')
    await child.ended
  }
  await rm(folder, { recursive: true, force: true })
})

interface Started {
  readonly process: ChildProcessWithoutNullStreams
  readonly output: () => string
  readonly errors: () => string
  readonly line: Promise<string>
  readonly ended: Promise<number | null>
}

function start(...flags: string[]): Started {
  return startWith({}, ...flags)
}

function startWith(environment: Readonly<Record<string, string>>, ...flags: string[]): Started {
  const child = spawn(process.execPath, [entry, ...flags], {
    env: {
      PATH: process.env.PATH ?? '',
      // compiled modules of the run: without them a start takes twice as long
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '',
      HOME: folder,
      DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent',
      ...environment,
    },
  })
  let output = ''
  let errors = ''
  const line = new Promise<string>((resolve) => {
    child.stdout.on('data', (chunk) => {
      output += chunk
      if (output.includes('\n')) resolve(output)
    })
    child.once('close', () => resolve(output))
  })
  child.stderr.on('data', (chunk) => {
    errors += chunk
  })
  const ended = once(child, 'close').then(([code]) => (typeof code === 'number' ? code : null))
  const started = { process: child, output: () => output, errors: () => errors, line, ended }
  children.push(started)
  return started
}

const ready = /^Atelier ready: (http:\/\/127\.0\.0\.1:\d+\/\?token=[\w-]{43})\n$/

it('prints one line when it is ready, and ends on SIGTERM and SIGINT, also with a client that stays', async () => {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    const first = start('--no-open', '--data', folder)
    const link = ready.exec(await first.line)?.[1]
    expect(link, first.errors()).toBeDefined()
    expect((await ask(link ?? '')).status).toBe(303)
    const client = connect(Number(new URL(link ?? '').port), '127.0.0.1')
    client.on('error', () => undefined)
    await once(client, 'connect')
    first.process.kill(signal)
    expect(await first.ended, first.errors()).toBe(0)
    client.destroy()
    expect(first.output()).toMatch(ready)
    expect(await readInstance(folder)).toBeNull()
  }
})

it('treats one Ctrl-C that arrives three times as one', async () => {
  const first = start('--no-open', '--data', folder)
  await first.line
  for (let time = 0; time < 3; time++) first.process.kill('SIGINT')
  expect(await first.ended, first.errors()).toBe(0)
})

it('a second start names the first, with a link that works once, and ends with 0', async () => {
  const first = start('--no-open', '--data', folder)
  await first.line
  const second = start('--no-open', '--data', folder)
  expect(await second.ended).toBe(0)
  const link = /^Atelier is already open on this data: (\S+)\n$/.exec(second.output())?.[1] ?? ''
  expect((await ask(link)).status).toBe(303)
  expect((await ask(link)).status).toBe(401)
})

it('starts after kill -9 as usual', async () => {
  const first = start('--no-open', '--data', folder)
  await first.line
  first.process.kill('SIGKILL')
  await first.ended
  expect(await start('--no-open', '--data', folder).line).toMatch(ready)
})

it('listens on the given port, and reports a taken one', async () => {
  const first = start('--no-open', '--data', join(folder, 'one'))
  const port = new URL(ready.exec(await first.line)?.[1] ?? '').port
  const second = start('--no-open', '--data', join(folder, 'two'), '--port', port)
  expect(await second.ended).toBe(1)
  expect(second.errors()).toContain('the port is taken')
  expect(second.output()).toBe('')
})

it('refuses an unknown flag with code 2', async () => {
  const started = start('--nonsense')
  expect(await started.ended).toBe(2)
  expect(started.errors()).toContain('Usage: npm start -- [flags]')
  expect(started.output()).toBe('')
})

it('explains a problem of the data folder, with code 1', async () => {
  await writeFile(join(folder, 'file'), '')
  const started = start('--no-open', '--data', join(folder, 'file'))
  expect(await started.ended).toBe(1)
  expect(started.errors()).toContain('storage_read_only')
})

it.each([
  ['en_US.UTF-8', 'The data were moved to this folder, and it is not there now', 'connect that'],
  ['zh_CN.UTF-8', '数据已移到以下文件夹，但现在找不到', '请先连接'],
])('creates no new data if they were moved to a missing drive: %s', async (locale, what, next) => {
  const home = join(folder, 'Atelier')
  await mkdir(home)
  const gone = join(folder, 'drive', 'Atelier')
  await writeFile(join(home, 'location.json'), JSON.stringify({ folder: gone, movedAt: 1, left: null }))
  const started = startWith({ XDG_CONFIG_HOME: folder, LC_ALL: locale }, '--no-open', '--port', '0')
  expect(await started.ended).toBe(1)
  expect(started.output()).toBe('')
  for (const words of [what, next, gone]) expect(started.errors()).toContain(words)
  expect(await readdir(home)).toEqual(['location.json'])
  // a named folder can be anywhere
  const named = startWith({ XDG_CONFIG_HOME: folder }, '--no-open', '--port', '0', '--data', join(folder, 'other'))
  expect(await named.line).toMatch(/^Atelier ready: /)
})

it('continues after an uncaught exception, logs it without its message, and ends after too many', async () => {
  const thrower = join(folder, 'thrower.mjs')
  await writeFile(thrower, "process.on('SIGUSR2', () => { throw new TypeError('words of a person') })")
  const first = startWith({ NODE_OPTIONS: `--import ${thrower}` }, '--no-open', '--data', folder)
  const link = ready.exec(await first.line)?.[1] ?? ''
  const faults = async (): Promise<readonly string[]> => {
    const log = await readFile(join(folder, 'logs', 'atelier.log'), 'utf8')
    return log.split('\n').filter((line) => line.includes('process.uncaught'))
  }
  for (let count = 1; count < faultWatchLimit; count += 1) {
    first.process.kill('SIGUSR2')
    await expect.poll(async () => (await faults()).length).toBe(count)
  }
  expect((await ask(link)).status, first.errors()).toBe(303)
  expect((await faults())[0]).toContain('TypeError')
  expect(await readFile(join(folder, 'logs', 'atelier.log'), 'utf8')).not.toContain('words of a person')
  first.process.kill('SIGUSR2')
  expect(await first.ended).toBe(1)
})

it('warns that a folder holds other files before the first start only', async () => {
  await writeFile(join(folder, 'notes.txt'), 'mine')
  const first = start('--no-open', '--data', folder)
  await first.line
  expect(first.errors()).toMatch(/already holds other files|已有其他文件/)
  first.process.kill('SIGTERM')
  await first.ended
  const second = start('--no-open', '--data', folder)
  await second.line
  expect(second.errors()).not.toMatch(/already holds other files|已有其他文件/)
  expect(await readFile(join(folder, 'notes.txt'), 'utf8')).toBe('mine')
})
