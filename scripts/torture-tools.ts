// Kills the main process at random moments while answers call tools, and checks the remains. `npm run torture:tools --
// [rounds] [seed]`. Exits with 1 if a call was lost, ran twice, was left open, or was said not to have run and did.
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Message } from '../src/shared/chat.ts'
import { defaultParameters } from '../src/shared/chat-limits.ts'
import { asks, callingGateway, ends, type SentChat, said } from '../test/fakes/calling-gateway.ts'
import { randomFrom } from '../test/fakes/seeded-random.ts'
import { PageClient, startShellProcess } from '../test/fakes/shell-process.ts'
import { roundsAndSeed } from './torture-arguments.ts'

const { rounds, seed } = roundsAndSeed(100)
const tools = ['current_date', 'calculator', 'make_image'].map((name) => `builtin:${name}`)

/** An answer that was asked for before a kill. */
interface Asked {
  readonly conversationId: string
  readonly messageId: string
  /** The answer's id; null where the kill came before it was known. */
  answerId: string | null
  /** Calls that a page was told of. */
  readonly told: Set<string>
}

const random = randomFrom(seed)
const data = mkdtempSync(join(tmpdir(), 'atelier-torture-'))
const problems: string[] = []
const states = new Map<string, number>()
const imagesSent = new Map<string, Set<string>>()
let [chatRequests, callsFound, goneOn] = [0, 0, 0]

const gateway = await callingGateway({
  respond: (chat) => {
    chatRequests += 1
    checkPairs(chat)
    return roundOf(chat)
  },
})
const environment = { ATELIER_BASE_URL: gateway.baseUrl, ATELIER_API_KEY: gateway.key }

console.log(`${rounds} kills, seed ${seed}`)
const all: Asked[] = []
let before: Asked | null = null
for (let round = 0; round <= rounds; round += 1) {
  const shell = await startShellProcess({ data, environment }).catch((cause: Error) => {
    problems.push(`round ${round}: the app did not start: ${cause.message}`)
    return null
  })
  if (!shell) break
  const page = await PageClient.connect(shell.link)
  if (round === 0) {
    await page.call('models.list', { connectionId: 'environment', refresh: true })
    for (const tool of tools) await page.call('tools.setRule', { tool, rule: 'always' })
  }
  const answer = before === null ? null : await check(page, before, round)
  if (round === rounds) {
    page.close()
    await shell.stop()
    break
  }
  before = await askAndKill(page, answer, () => shell.kill())
  all.push(before)
}
const prompts = imageRequests()
for (const [prompt, count] of prompts) if (count > 1) problems.push(`${prompt} was sent ${count} times`)
await gateway.close()

console.log(
  JSON.stringify(
    {
      rounds,
      seed,
      answers: all.length,
      goneOn,
      chatRequests,
      calls: callsFound,
      // state of the calls at the start after the kill
      states: Object.fromEntries(states),
      imagesAtTheGateway: prompts.size,
      problems: problems.slice(0, 10),
    },
    null,
    2,
  ),
)
rmSync(data, { recursive: true, force: true })
process.exitCode = problems.length === 0 ? 0 : 1

/** Two rounds of calls, then a text. Each paid call has a prompt of its own. */
function roundOf({ messages }: SentChat): readonly object[] {
  const from = messages.findLastIndex(({ role }) => role === 'user')
  const name = String(messages[from]?.content).slice(0, 100)
  const done = messages.slice(from).filter(({ role }) => role === 'assistant').length
  if (done >= 2) return [said('Here '), said('they are.'), ends('stop')]
  const picture = (part: number): string =>
    JSON.stringify({
      prompt: `${name}, round ${done}, picture ${part}`,
      model: `demo-image-free+delay(ms=${Math.round(random() * 250)})`,
      size: '64x64',
    })
  return [
    said(`Round ${done}.`),
    asks(randomUUID(), 'make_image', picture(0)),
    asks(randomUUID(), 'calculator', `{"expression":"${done} + 1"}`),
    asks(randomUUID(), 'make_image', picture(1)),
    asks(randomUUID(), 'current_date', '{}'),
    ends('tool_calls'),
  ]
}

/** A gateway refuses a conversation in which a call has no result, or has two. */
function checkPairs({ messages }: SentChat): void {
  const asked = messages.flatMap(({ tool_calls: calls }) =>
    Array.isArray(calls) ? calls.map(({ id }) => String(id)) : [],
  )
  const given = messages.filter(({ role }) => role === 'tool').map(({ tool_call_id: id }) => String(id))
  if (asked.join() !== given.join()) problems.push(`${asked.length} calls have ${given.length} results`)
}

/** Asks something new, or goes on with the last answer, and kills the process at a random moment of it. */
async function askAndKill(page: PageClient, last: Message | null, kill: () => Promise<number>): Promise<Asked> {
  const goesOn = last !== null && last.status.state !== 'done' && random() < 0.5
  const asked: Asked = {
    conversationId: goesOn ? last.conversationId : randomUUID(),
    messageId: randomUUID(),
    answerId: goesOn ? last.id : null,
    told: new Set(),
  }
  const stop = page.on((event, payload) => {
    if (event !== 'chat.call' || typeof payload !== 'object' || payload === null || !('call' in payload)) return
    const { call } = payload
    if (typeof call === 'object' && call !== null && 'id' in call) asked.told.add(String(call.id))
  })
  const sending = (goesOn ? goOn(page, last.id) : say(page, asked)).catch((cause: unknown) => {
    if (!(cause instanceof Error) || !cause.message.includes('bridge closed')) throw cause
  })
  await new Promise((resolve) => setTimeout(resolve, random() * 1200))
  await kill()
  await sending
  stop()
  return asked
}

async function goOn(page: PageClient, messageId: string): Promise<void> {
  goneOn += 1
  await page.call('chat.continue', { messageId })
}

async function say(page: PageClient, asked: Asked): Promise<void> {
  const { messages } = await page.call('chat.send', {
    conversationId: asked.conversationId,
    messageId: asked.messageId,
    connectionId: 'environment',
    model: 'demo-chat',
    parameters: { ...defaultParameters, tools: { enabled: tools, roundsMax: 10 } },
    text: `Answer ${asked.messageId}`,
    attachments: [],
  })
  asked.answerId = messages[1]?.id ?? null
}

/** Checks what the kill left; gives the answer, or null where there is none. */
async function check(page: PageClient, asked: Asked, round: number): Promise<Message | null> {
  const opened = await page.call('chat.open', { conversationId: asked.conversationId, limit: 10 }).catch(() => null)
  if (opened === null) {
    if (asked.answerId !== null) problems.push(`round ${round}: the conversation is lost`)
    return null
  }
  const answer = opened.page.messages.at(-1)
  if (answer === undefined || answer.role !== 'assistant') {
    problems.push(`round ${round}: there is no answer`)
    return null
  }
  const calls = answer.calls ?? []
  const sent = imageRequests()
  for (const id of asked.told)
    if (!calls.some((call) => call.id === id)) problems.push(`round ${round}: the call ${id} is lost`)
  for (const { id, name, arguments: said, state } of calls) {
    callsFound += 1
    states.set(state, (states.get(state) ?? 0) + 1)
    if (['waiting', 'asking', 'running'].includes(state)) problems.push(`round ${round}: ${id} is still ${state}`)
    if (name !== 'make_image') continue
    const times = sent.get(String(JSON.parse(said).prompt)) ?? 0
    if (times > 1) problems.push(`round ${round}: ${id} (${state}) was sent ${times} times`)
    if (state === 'cancelled' && times > 0) problems.push(`round ${round}: ${id} did not run, and was sent`)
    if (state === 'done' && times !== 1) problems.push(`round ${round}: ${id} is done, and was sent ${times} times`)
  }
  return answer
}

/** How often each prompt came to the gateway, kept here because the gateway's log is bounded. */
function imageRequests(): ReadonlyMap<string, number> {
  for (const { id, path, body } of gateway.demo.requests()) {
    if (path !== '/v1/images/generations' || typeof body !== 'object' || body === null) continue
    const prompt = 'prompt' in body ? String(body.prompt) : ''
    imagesSent.set(prompt, (imagesSent.get(prompt) ?? new Set()).add(id))
  }
  return new Map([...imagesSent].map(([prompt, ids]) => [prompt, ids.size]))
}
