import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createRequests, type Requests } from '../../../../src/main/services/requests/index.ts'
import { ownFilesName } from '../../../../src/main/storage/own-files.ts'
import { requestsMax } from '../../../../src/shared/request-limits.ts'
import { ManualClock, memoryStore } from '../../../fakes/platform.ts'

const words = 'A question about the tide 潮汐'

let dataFolder: string
let store = memoryStore()
const clock = new ManualClock()
let logged: string[] = []
const folder = (): string => join(dataFolder, 'requests')
const files = (): readonly string[] => (existsSync(folder()) ? readdirSync(folder()) : [])

beforeEach(() => {
  dataFolder = mkdtempSync(join(tmpdir(), 'atelier-requests-'))
  store = memoryStore()
  logged = []
})
afterEach(() => rmSync(dataFolder, { recursive: true, force: true }))

/** The inspector of a run of the app. */
async function run(): Promise<Requests> {
  const requests = createRequests({
    ...{ clock, events: { emit: () => undefined }, dataFolder, store },
    log: (_level, event, fields) => logged.push(`${event} ${JSON.stringify(fields)}`),
  })
  requests.start?.()
  await requests.settled()
  return requests
}

async function send({ log }: Requests, itemId: string, { ends = true, method = 'POST' } = {}): Promise<void> {
  clock.advance(1)
  const record = log.about({ kind: 'chat', itemId, model: 'm' })()
  const body = Promise.resolve({ kind: 'text', text: `${words} ${itemId}`, isCut: false } as const)
  record.sent({ method, url: 'https://g.example/v1', headers: [['authorization', 'Bearer $API_KEY']], body })
  record.answered({ status: 200, requestId: 'req', headers: [['content-type', 'application/json']] })
  record.received(Buffer.from(`{"answer":"to ${itemId}"}`))
  await body
  if (ends) record.ended(null)
}

test('nothing is on the disk until the user allows it', async () => {
  const requests = await run()
  await send(requests, 'one')
  await requests.settled()
  expect(requests.handlers['requests.kept']({})).toEqual({ kept: false })
  expect(files()).toEqual([])
  const next = await run()
  expect(next.log.listRequests()).toEqual([])
})

test('stored requests are unchanged after a restart, in the same order', async () => {
  const requests = await run()
  await send(requests, 'before')
  requests.handlers['requests.keep']({ kept: true })
  for (const item of ['one', 'two', 'three']) await send(requests, item)
  await requests.settled()
  const list = requests.log.listRequests()
  const whole = list.map(({ id }) => requests.log.get({ id }))
  expect(whole.map(({ itemId }) => itemId)).toEqual(['three', 'two', 'one', 'before'])

  const next = await run()
  expect(next.handlers['requests.kept']({})).toEqual({ kept: true })
  expect(next.log.listRequests()).toEqual(list)
  for (const request of whole) expect(next.log.get({ id: request.id })).toEqual(request)
  if (process.platform !== 'win32')
    for (const name of files()) expect(statSync(join(folder(), name)).mode & 0o077).toBe(0)
})

test('a request interrupted by the end of the app is marked so', async () => {
  const requests = await run()
  requests.handlers['requests.keep']({ kept: true })
  await send(requests, 'half', { ends: false })
  await requests.settled()
  const next = await run()
  expect(next.log.listRequests()).toMatchObject([{ itemId: 'half', endMs: null, error: 'app_closed' }])
})

test('clearing and turning off leave no byte of the words', async () => {
  const requests = await run()
  requests.handlers['requests.keep']({ kept: true })
  for (let at = 0; at < 20; at += 1) await send(requests, String(at))
  // in the middle of writing
  requests.handlers['requests.clear']({})
  expect(files()).toEqual([])
  await requests.settled()
  expect(files()).toEqual([])

  await send(requests, 'later')
  await requests.settled()
  expect(files()).toHaveLength(1)
  requests.handlers['requests.keep']({ kept: false })
  expect(files()).toEqual([])
  await send(requests, 'unkept')
  await requests.settled()
  expect(files()).toEqual([])
  // still there until the app ends
  expect(requests.log.listRequests().map(({ itemId }) => itemId)).toEqual(['unkept', 'later'])
})

test('turning the log off and on again keeps all that is in memory', async () => {
  const requests = await run()
  await send(requests, 'one')
  for (const kept of [true, false, true]) requests.handlers['requests.keep']({ kept })
  await requests.settled()
  expect(files()).toHaveLength(1)
})

test('a crash between turning off and the removal leaves nothing at the next start', async () => {
  const requests = await run()
  requests.handlers['requests.keep']({ kept: true })
  await send(requests, 'one')
  await requests.settled()
  store.set('keepRequests', false)
  await run()
  expect(existsSync(folder())).toBe(false)
})

test('the oldest requests are removed from the disk too, and all polls of a video but the last', async () => {
  const requests = await run()
  requests.handlers['requests.keep']({ kept: true })
  for (let at = 0; at < requestsMax + 5; at += 1) await send(requests, String(at))
  await requests.settled()
  expect(files()).toHaveLength(requestsMax)
  for (let at = 0; at < 3; at += 1) await send(requests, 'film', { method: 'GET' })
  await requests.settled()
  expect(files()).toHaveLength(requestsMax)
  expect(requests.log.listRequests().filter(({ itemId }) => itemId === 'film')).toHaveLength(1)
  const ids = requests.log.listRequests().map(({ id }) => `${id}.json`)
  expect(new Set(files())).toEqual(new Set(ids))
})

test('removes files of an earlier version, which recorded none', async () => {
  const requests = await run()
  requests.handlers['requests.keep']({ kept: true })
  await send(requests, 'one')
  await requests.settled()
  rmSync(join(dataFolder, ownFilesName))
  const next = await run()
  expect(next.log.listRequests().map(({ itemId }) => itemId)).toEqual(['one'])
  rmSync(join(dataFolder, ownFilesName))
  store.set('keepRequests', false)
  await run()
  expect(files()).toEqual([])
})

test('removes its own damaged files and keeps those of others', async () => {
  const requests = await run()
  requests.handlers['requests.keep']({ kept: true })
  await send(requests, 'one')
  await requests.settled()
  const [good = ''] = files()
  const text = readFileSync(join(folder(), good), 'utf8')
  const id = (digit: string): string => `${digit.repeat(8)}-1111-1111-1111-${digit.repeat(12)}`
  await send(requests, 'damaged')
  await requests.settled()
  const damaged = files().find((name) => name !== good) ?? ''
  writeFileSync(join(folder(), damaged), text.slice(0, 80))
  writeFileSync(join(folder(), `${id('1')}.json`), text)
  writeFileSync(join(folder(), `${id('2')}.json`), text.slice(0, 80))
  writeFileSync(join(folder(), `${id('3')}.json`), `{"id":"${id('3')}"}`)
  writeFileSync(join(folder(), `${id('4')}.json.new`), text)
  writeFileSync(join(folder(), `${id('5')}.json`), Buffer.alloc(9_000_000, 32))
  mkdirSync(join(folder(), `${id('6')}.json`))
  writeFileSync(join(folder(), 'notes.txt'), 'mine')
  const next = await run()
  expect(next.log.listRequests().map(({ itemId }) => itemId)).toEqual(['one'])
  const foreign = ['1.json', '2.json', '3.json', '4.json.new', '5.json', '6.json'].map(
    (end) => id(end.slice(0, 1)) + end.slice(1),
  )
  expect(new Set(files())).toEqual(new Set([good, ...foreign, 'notes.txt']))
  next.handlers['requests.clear']({})
  await next.settled()
  expect(new Set(files())).toEqual(new Set([...foreign, 'notes.txt']))
})

test('a full disk costs no request, and is logged without its words', async () => {
  // a file stands where the folder should be
  writeFileSync(folder(), '')
  store.set('keepRequests', true)
  const requests = await run()
  await send(requests, 'one')
  await requests.settled()
  expect(requests.log.listRequests()).toHaveLength(1)
  expect(logged.join()).toMatch(/requests\.not_kept/)
  expect(logged.join()).not.toContain('tide')
})
