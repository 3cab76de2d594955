// Sends mutated messages over the bridge of a real browser shell. `npm run fuzz:bridge -- [messages] [seed]`. Exits
// with 1 if an answer broke the contract, the process ended, or the database was damaged.
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { WebSocket } from 'ws'
import { Database } from '../src/main/storage/database.ts'
import { databasePath } from '../src/main/storage/open.ts'
import { defaultParameters } from '../src/shared/chat-limits.ts'
import { BridgeFuzz, type FuzzMessage, problemWith } from '../test/fakes/bridge-fuzz.ts'
import { PageClient, startShellProcess } from '../test/fakes/shell-process.ts'

const count = Number(process.argv[2] ?? 100_000)
const seed = Number(process.argv[3] ?? Date.now() % 1_000_000)
/** Most messages waiting for answers at a time. */
const windowSize = 32

const data = mkdtempSync(join(tmpdir(), 'atelier-fuzz-'))
const shell = await startShellProcess({ data, flags: ['--demo'] })
let ended: string | null = null
shell.process.once('close', (code) => {
  ended = `the process ended with ${code}: ${shell.output().slice(-2000)}`
})
const page = await PageClient.connect(shell.link)
const canary = await writeCanary()
const fuzz = new BridgeFuzz(seed, ['demo'], canary.ids)
const problems = new Map<string, number>()
const outcomes = new Map<string, number>()
const unanswered = new Map<number, FuzzMessage>()
let closed = 0
let longestMs = 0
let wake = (): void => {}

console.log(`${count} messages, seed ${seed}`)
const started = Date.now()
let socket = await connect()
for (let sent = 0; sent < count && ended === null; sent += 1) {
  const message = fuzz.next()
  if (socket.readyState !== WebSocket.OPEN) {
    // a reload may drop waiting calls
    for (const lost of unanswered.values())
      note(outcomes, `lost with its socket: ${lost.mutated ? 'mutated' : 'plain'}`)
    unanswered.clear()
    socket = await connect()
  }
  // a broken frame closes the socket, so nothing else may be waiting
  if (message.id === null) await settled(() => unanswered.size === 0)
  else unanswered.set(message.id, message)
  socket.send(message.text)
  if (message.id === null) await settled(() => false)
  await settled(() => unanswered.size < windowSize)
  if ((sent + 1) % 10_000 === 0) console.log(`${sent + 1} sent after ${Math.round((Date.now() - started) / 1000)} s`)
}
await settled(() => unanswered.size === 0)
if (ended === null) await checkCanary()
page.close()
socket.close()
if (ended === null) await shell.stop()
else note(problems, ended)
checkDatabase()
rmSync(data, { recursive: true, force: true })

console.log(
  JSON.stringify({
    seed,
    messages: count,
    outcomes: Object.fromEntries([...outcomes].toSorted((a, b) => b[1] - a[1])),
    socketsClosed: closed,
    longestAnswerMs: longestMs,
    seconds: Math.round((Date.now() - started) / 1000),
  }),
)
for (const [problem, times] of problems) console.error(`${times} × ${problem}`)
process.exitCode = problems.size === 0 ? 0 : 1

function note(where: Map<string, number>, what: string): void {
  where.set(what, (where.get(what) ?? 0) + 1)
}

async function connect(): Promise<WebSocket> {
  // signing in again would use up links, and the page's session is as good
  for (;;) {
    const next = page.socketAlone()
    next.on('error', () => {})
    next.on('message', (text) => take(String(text)))
    next.on('close', () => {
      closed += 1
      wake()
    })
    const opened = await Promise.race([once(next, 'open').then(() => true), once(next, 'close').then(() => false)])
    if (opened || ended !== null) return next
  }
}

function take(text: string): void {
  const frame: unknown = JSON.parse(text)
  if (typeof frame !== 'object' || frame === null || !('id' in frame) || typeof frame.id !== 'number') return
  const message = unanswered.get(frame.id)
  if (message === undefined) return
  unanswered.delete(frame.id)
  const result = 'result' in frame ? frame.result : null
  const problem = problemWith(message, result)
  if (problem !== null) note(problems, problem)
  fuzz.learn(result)
  note(outcomes, codeOf(result))
  wake()
}

function codeOf(result: unknown): string {
  if (typeof result !== 'object' || result === null || !('ok' in result)) return 'no envelope'
  if (result.ok === true) return 'ok'
  const error = 'error' in result ? result.error : null
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : 'no code'
}

/** Waits until a condition holds, the socket has closed, or the process has ended. Reports a problem after a minute. */
async function settled(holds: () => boolean): Promise<void> {
  const from = Date.now()
  while (!holds() && ended === null && socket.readyState === WebSocket.OPEN) {
    const { promise, resolve } = Promise.withResolvers<void>()
    wake = resolve
    const timer = setTimeout(resolve, 60_000)
    await promise
    clearTimeout(timer)
    if (Date.now() - from < 60_000) continue
    for (const { name } of unanswered.values()) note(problems, `${name}: no answer within a minute`)
    unanswered.clear()
  }
  longestMs = Math.max(longestMs, Date.now() - from)
}

/** Creates a conversation that no message of the fuzzer names. */
async function writeCanary(): Promise<{ readonly conversationId: string; readonly ids: readonly string[] }> {
  const conversationId = randomUUID()
  const { messages } = await page.call('chat.send', {
    conversationId,
    messageId: randomUUID(),
    connectionId: 'demo',
    model: 'demo-chat',
    parameters: defaultParameters,
    text: 'Repeat exactly: the canary sings',
    attachments: [],
  })
  return { conversationId, ids: [conversationId, ...messages.map(({ id }) => id)] }
}

async function checkCanary(): Promise<void> {
  // a restore reloads the pages
  const later = await page.again()
  const opened = await later.call('chat.open', { conversationId: canary.conversationId, limit: 10 })
  const [question] = opened.page.messages
  if (question?.text !== 'Repeat exactly: the canary sings') note(problems, 'the canary is not what it was')
  later.close()
}

function checkDatabase(): void {
  const database = new Database(databasePath(data), { readonly: true })
  if (database.pragma('integrity_check(1)') !== 'ok') note(problems, 'the database is damaged')
  const broken = database.prepare('PRAGMA foreign_key_check').all()
  if (broken.length > 0) note(problems, `${broken.length} references lead nowhere`)
  database.close()
}
