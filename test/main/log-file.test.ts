import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createLogFile, redact } from '../../src/main/log-file.ts'

let data: string
beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'atelier-log-'))
})
afterEach(async () => await rm(data, { recursive: true, force: true }))

const clock = { now: () => Date.UTC(2026, 0, 2, 3, 4, 5) }
const read = (name = 'atelier.log') => readFile(join(data, 'logs', name), 'utf8')

it('each entry is one line of JSON that only its owner can read', async () => {
  const log = createLogFile({ data, clock })
  log('info', 'app.ready', { port: 1, fine: true, none: null, words: 'two\nlines' })
  log('warn', 'second')
  const lines = (await read()).trimEnd().split('\n')
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    {
      time: '2026-01-02T03:04:05.000Z',
      level: 'info',
      event: 'app.ready',
      port: 1,
      fine: true,
      none: null,
      words: 'two\nlines',
    },
    { time: '2026-01-02T03:04:05.000Z', level: 'warn', event: 'second' },
  ])
  expect((await stat(join(data, 'logs', 'atelier.log'))).mode & 0o777).toBe(0o600)
})

describe('the log file with secrets', () => {
  const canary = 'CANARY1234567890abcdef'
  it.each([
    `sk-${canary}`,
    `sk-proj-${canary}_x-y`,
    `Incorrect API key provided: sk-${canary}.`,
    `Bearer ${canary}`,
    `authorization: bearer ${canary}`,
    `{"Authorization":"Bearer ${canary}"}`,
    `Authorization: Basic ${canary}==`,
    `api_key=${canary}&x=1`,
    `"apiKey":"${canary}"`,
    `api-key: ${canary}`,
    `https://user:${canary}@example.com/v1`,
    `https://${canary}@example.com/v1`,
    `http://127.0.0.1:1/?token=${canary}`,
    `eyJhbGciOiJIUzI1NiJ9.${canary}.${canary}`,
    `password = "${canary}"`,
    `Error: fetch failed\n  cause: x-api-key: ${canary}`,
    `sk-${canary} sk-${canary}`,
  ])('the log hides %s', async (text) => {
    const log = createLogFile({ data, clock })
    log('error', text, { reason: text, nested: JSON.stringify({ text }) })
    expect(await read()).not.toContain(canary)
  })

  it('hides the value of a field whose name announces a secret', async () => {
    createLogFile({ data, clock })('error', 'x', {
      apiKey: canary,
      cookie: canary,
      sessionToken: canary,
      password: canary,
    })
    expect(await read()).not.toContain(canary)
  })

  it('hides any key of the usual form, anywhere in a text', () => {
    const key = fc.stringMatching(/^sk-[A-Za-z0-9]{20,60}$/)
    fc.assert(
      fc.property(fc.string(), key, fc.string(), (before, secret, after) => {
        expect(redact(`${before} ${secret} ${after}`)).not.toContain(secret.slice(3))
      }),
    )
  })

  it("a secret cannot be shown by a field named like one of the log's own", async () => {
    createLogFile({ data, clock })('info', 'real', { event: 'forged', level: 'forged' })
    expect(JSON.parse(await read())).toMatchObject({ event: 'real', level: 'info' })
  })
})

it('ordinary words are logged unchanged', () => {
  const text = 'the task is desk-bound; GET https://example.com/v1/models answered 404 in 12 ms'
  expect(redact(text)).toBe(text)
})

it('long values are truncated', async () => {
  createLogFile({ data, clock })('info', 'long', { text: 'a'.repeat(100_000) })
  expect((await read()).length).toBeLessThan(2200)
})

it('a full log is followed by a new file, and three older ones are kept', async () => {
  const log = createLogFile({ data, clock, maxBytes: 200 })
  for (let entry = 0; entry < 30; entry++) log('info', `entry ${entry}`)
  expect((await readdir(join(data, 'logs'))).sort()).toEqual([
    'atelier.log',
    'atelier.log.1',
    'atelier.log.2',
    'atelier.log.3',
  ])
  for (const name of await readdir(join(data, 'logs'))) expect((await read(name)).length).toBeLessThanOrEqual(200)
  expect(await read()).toContain('entry 29')
})

it('an app that cannot log continues', async () => {
  await writeFile(join(data, 'logs'), 'a file where the folder should be')
  const heard: string[] = []
  createLogFile({ data, clock, echo: (line) => heard.push(line) })('error', 'sk-abcdefghijkl')
  expect(heard).toHaveLength(1)
  expect(heard[0]).not.toContain('abcdefghijkl')
})

it('logs of another program are kept', async () => {
  await mkdir(join(data, 'logs'))
  await writeFile(join(data, 'logs', 'atelier.log.3'), 'theirs')
  const log = createLogFile({ data, clock, maxBytes: 200 })
  for (let entry = 0; entry < 30; entry++) log('info', `entry ${entry}`)
  expect(await read('atelier.log.3')).toBe('theirs')
  expect(await read('atelier-2.log')).toContain('entry 29')
})
