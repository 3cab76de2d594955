// Gives many messages vectors and kills the app at random moments. `npm run torture:embeddings -- --messages 200000
// --kills 20 --seed 1`. Counts at the gateway what was sent, and measures searches, recall and main's longest block.
// Exits with 1 if a text was sent again by anything but a kill, is missing, or a figure misses its target.
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { embed } from '../src/demo-gateway/embeddings/embedding.ts'
import { createDemoGateway } from '../src/demo-gateway/server.ts'
import { openStorage } from '../src/main/storage/open.ts'
import { openVectors, vectorPath } from '../src/main/storage/vector-database.ts'
import { Vectors } from '../src/main/storage/vectors.ts'
import { batchSizeMax } from '../src/shared/embedding-limits.ts'
import type { EmbeddingsState } from '../src/shared/embeddings.ts'
import { everything } from '../src/shared/history-query.ts'
import { type Block, longestBlock, probeEnvironment } from '../test/bench/main-probe.ts'
import { seedConversation } from '../test/bench/seed.ts'
import { writing } from '../test/bench/writing.ts'
import { randomFrom } from '../test/fakes/seeded-random.ts'
import { PageClient, startShellProcess } from '../test/fakes/shell-process.ts'

const { values } = parseArgs({
  options: {
    messages: { type: 'string', default: '200000' },
    kills: { type: 'string', default: '20' },
    queries: { type: 'string', default: '200' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
})
const [messages, kills] = [Number(values.messages), Number(values.kills)]
const [queries, seed] = [Number(values.queries), Number(values.seed)]
const model = 'demo-embedding'
const perConversation = 100
const blockMax = 16
const searchMax = 100
const recallMin = 0.95
/** Results compared for the recall. */
const recalled = 20

const random = randomFrom(seed)
const data = mkdtempSync(join(tmpdir(), 'atelier-torture-'))
const gateway = await createDemoGateway({ tokensPerSecond: Number.POSITIVE_INFINITY })
const environment = {
  ATELIER_BASE_URL: gateway.baseUrl,
  ATELIER_API_KEY: gateway.key,
  ...probeEnvironment,
}
const problems: string[] = []
/** While requests go on, and from a start to its second request. */
const [blocks, starts]: [Block[], Block[]] = [[], []]
/** How often the gateway was asked for each text. */
const asked = new Map<string, number>()
const counted = new Set<string>()
let requests = 0

console.log(`${messages} messages, ${kills} kills, seed ${seed}`)
const texts = fill()
const counting = setInterval(count, 500)
let shell = await startShellProcess({ data, environment })
let page = await PageClient.connect(shell.link)
let began = performance.now()
await page.call('embeddings.choose', { connectionId: 'environment', model })
const told = await until((state) => !state.isCounting)
const cost = { texts: told.texts.wanted, tokens: told.tokens.wanted, requests: told.requests.expected }
console.log(`counted in ${seconds(began)} s: ${JSON.stringify(cost)}`)
if (asked.size > 0) problems.push('something was sent before the start')
await longestBlock(shell)
began = performance.now()
await page.call('embeddings.start', {})
await started(0)
for (let kill = 1; kill <= kills; kill += 1) {
  const from = (await page.call('embeddings.state', {})).texts.done
  const share = Math.floor((told.texts.wanted / (kills + 1)) * (0.5 + random()))
  await until(({ texts: { done, wanted } }) => done >= from + share || wanted === 0)
  // at any moment of a request
  await wait(random() * 100)
  blocks.push(await longestBlock(shell))
  page.close()
  await shell.kill()
  shell = await startShellProcess({ data, environment })
  page = await PageClient.connect(shell.link)
  // the start of the app and of its first request is told apart
  const { texts: before } = await page.call('embeddings.state', {})
  await started(before.done)
}
const done = await until(({ isCounting, texts: { wanted } }) => !isCounting && wanted === 0)
blocks.push(await longestBlock(shell))
const embedding = { seconds: seconds(began), done: done.texts.done, lost: done.requests.unknown }
count()
const again = [...asked.values()].reduce((sum, times) => sum + times - 1, 0)
if (done.texts.done !== told.texts.wanted) problems.push(`${done.texts.done} vectors for ${told.texts.wanted} texts`)
if (again > kills * batchSizeMax) problems.push(`${again} texts were sent again`)
if (done.requests.unknown > kills) problems.push(`${done.requests.unknown} requests were lost by ${kills} kills`)
console.log(`embedded: ${JSON.stringify({ ...embedding, requests, again })}`)

const search = await measureSearch()
blocks.push(search.block)
page.close()
await shell.stop()
const recall = measureRecall()
clearInterval(counting)
await gateway.close()
const blocked = Math.max(...blocks.map(({ busy }) => busy))
if (search.p95 > searchMax) problems.push(`searching took ${search.p95} ms`)
if (recall < recallMin) problems.push(`a recall of ${recall}`)
if (blocked > blockMax) problems.push(`main was blocked for ${blocked} ms`)
const figures = {
  messages,
  kills,
  seed,
  cost,
  embedding,
  requests,
  sentAgain: again,
  blocks,
  starts,
  search,
  recall,
  problems,
}
console.log(JSON.stringify(figures, null, 2))
rmSync(data, { recursive: true, force: true })
process.exitCode = problems.length === 0 ? 0 : 1

/** Waits for the first answers after a start of the app, and takes its figure. */
async function started(doneBefore: number): Promise<void> {
  await until(({ texts }) => texts.done > doneBefore + 2 * batchSizeMax || texts.wanted === 0)
  starts.push(await longestBlock(shell))
}

/** Stores the messages; returns some of them to search for. */
function fill(): readonly string[] {
  mkdirSync(data, { recursive: true })
  const { database } = openStorage(data, Date.now())
  const write = writing(random)
  const kept: string[] = []
  for (let at = 0; at < messages; at += perConversation) {
    const own = Array.from({ length: Math.min(perConversation, messages - at) }, () =>
      write(4 + Math.floor(random() ** 2 * 60)),
    )
    const createdAt = Date.now() - (messages - at) * 1000
    database.transaction(() => seedConversation(database, { title: write(4), texts: own, createdAt }))
    if (random() < 0.2) kept.push(own[0] ?? '')
  }
  database.close()
  return kept
}

/** Notes what the gateway was asked for; it keeps the last 1,000 requests. */
function count(): void {
  for (const { body, id, path } of gateway.requests()) {
    if (path !== '/v1/embeddings' || counted.has(id) || typeof body !== 'object' || body === null) continue
    if (!('input' in body) || !Array.isArray(body.input)) continue
    counted.add(id)
    requests += 1
    for (const text of body.input) {
      const name = createHash('sha256').update(String(text)).digest('base64')
      asked.set(name, (asked.get(name) ?? 0) + 1)
    }
  }
}

/** Processor time of the app so far, in ms; null where the system does not tell. */
function workedMs(): number | null {
  try {
    const fields = readFileSync(`/proc/${shell.process.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    // in hundredths of a second
    return (Number(fields[11]) + Number(fields[12])) * 10
  } catch {
    return null
  }
}

async function until(fits: (state: EmbeddingsState) => boolean): Promise<EmbeddingsState> {
  for (;;) {
    const state = await page.call('embeddings.state', {})
    if (fits(state)) return state
    if (state.error !== null) throw new Error(`the vectors stopped: ${JSON.stringify(state.error)}`)
    await wait(250)
  }
}

/** A few words of a text, as a question. */
function question(): string {
  const words = (texts[Math.floor(random() * texts.length)] ?? 'tide').replace(/["\-:]/g, ' ').split(/\s+/)
  const at = Math.floor(random() * Math.max(1, words.length - 5))
  return words.slice(at, at + 5).join(' ')
}

/** Searches by meaning, each with a request for its vector, and without one. */
async function measureSearch() {
  const [times, cached]: [number[], number[]] = [[], []]
  await longestBlock(shell)
  const before = workedMs()
  for (let at = 0; at < queries; at += 1) {
    const text = question()
    for (const list of [times, cached]) {
      const started = performance.now()
      const { failure } = await page.call('history.searchByMeaning', { text, filter: everything })
      if (failure !== null) problems.push(`a search failed: ${failure.code}`)
      list.push(performance.now() - started)
    }
  }
  const after = workedMs()
  for (const list of [times, cached]) list.sort((a, b) => a - b)
  return {
    p50: quantile(times, 0.5),
    p95: quantile(times, 0.95),
    worst: times.at(-1) ?? 0,
    // of all threads of the app, for each search: what a busy machine does not lengthen
    processorMs: before === null || after === null ? null : (after - before) / queries / 2,
    withoutRequest: { p50: quantile(cached, 0.5), p95: quantile(cached, 0.95) },
    block: await longestBlock(shell),
  }
}

/** Share of the nearest texts of an exact scan that the search finds too. */
function measureRecall(): number {
  const { database } = openVectors(vectorPath(data), Date.now())
  const vectors = new Vectors(database)
  const [set] = vectors.allSets()
  let found = 0
  for (let at = 0; at < 50 && set !== undefined; at += 1) {
    const vector = embed(question(), set.dimension)
    const exact = vectors.nearestExactly(set.id, ['history'], vector, recalled)
    const near = new Set(vectors.nearest(set.id, ['history'], vector, recalled, 1_000).map(({ textId }) => textId))
    found += exact.filter(({ textId }) => near.has(textId)).length / exact.length / 50
  }
  database.close()
  return found
}

function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

function seconds(from: number): number {
  return Math.round((performance.now() - from) / 100) / 10
}
