// Kills the main process at random moments of a stream and checks the remains. `npm run torture:kill -- [rounds]
// [seed]`. Exits with 1 if a database did not open, a committed message was missing, or more text was lost than
// allowed.
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDemoGateway } from '../src/demo-gateway/server.ts'
import { defaultParameters } from '../src/shared/chat-limits.ts'
import { randomFrom } from '../test/fakes/seeded-random.ts'
import { PageClient, startShellProcess } from '../test/fakes/shell-process.ts'
import { roundsAndSeed } from './torture-arguments.ts'

const { rounds, seed } = roundsAndSeed(200)
/** Text received this long before the kill, in ms, must be stored (design §4). */
const atRiskMs = 100

interface Said {
  readonly conversationId: string
  readonly messageId: string
  readonly question: string
  readonly killedAt: number
}

const random = randomFrom(seed)
const data = mkdtempSync(join(tmpdir(), 'atelier-torture-'))
const gateway = await createDemoGateway({ tokensPerSecond: 400 })
const environment = { ATELIER_BASE_URL: gateway.baseUrl, ATELIER_API_KEY: gateway.key }
const committed = new Map<string, string>()
const losses: number[] = []
const lostCharacters: number[] = []
let interrupted = 0
let ended = 0
const problems: string[] = []

console.log(`${rounds} kills, seed ${seed}`)
let last: Said | null = null
for (let round = 0; round <= rounds; round += 1) {
  const shell = await startShellProcess({ data, environment }).catch((cause: Error) => {
    problems.push(`round ${round}: the app did not start: ${cause.message}`)
    return null
  })
  if (!shell) break
  const page = await PageClient.connect(shell.link)
  const info = await page.call('app.info', {})
  if (info.notices.length > 0) problems.push(`round ${round}: ${JSON.stringify(info.notices)}`)
  if (last) await check(page, last, round)
  if (round === rounds) {
    await checkAll(page)
    page.close()
    await shell.stop()
    break
  }
  last = await talkAndKill(page, () => shell.kill())
}
await gateway.close()
rmSync(data, { recursive: true, force: true })

losses.sort((a, b) => a - b)
console.log(
  JSON.stringify(
    {
      rounds,
      seed,
      interrupted,
      endedBeforeTheKill: ended,
      messagesMissing: problems.filter((problem) => problem.includes('missing')).length,
      // age of the oldest lost character when the process died
      lostTextAgeMs: {
        p50: losses[losses.length >> 1] ?? 0,
        p95: losses[Math.floor(losses.length * 0.95)] ?? 0,
        max: losses.at(-1) ?? 0,
      },
      lostCharacters: { max: Math.max(0, ...lostCharacters) },
      problems: problems.slice(0, 10),
    },
    null,
    2,
  ),
)
process.exitCode = problems.length === 0 ? 0 : 1

async function talkAndKill(page: PageClient, kill: () => Promise<number>): Promise<Said> {
  const question = `Round question ${randomUUID()}: write 6000 characters about tea, 茶 and bridges`
  const said = { conversationId: randomUUID(), messageId: randomUUID(), question }
  const gone = page
    .call('chat.send', {
      conversationId: said.conversationId,
      messageId: said.messageId,
      text: question,
      connectionId: 'environment',
      model: 'demo-chat',
      parameters: defaultParameters,
      attachments: [],
    })
    // the call's answer promises that the message is committed
    .then(() => committed.set(said.messageId, question))
    .catch((cause: Error) => {
      // a kill breaks the bridge; any other error is a fault of this script
      if (!cause.message.includes('bridge closed')) throw cause
    })
  const untilText = new Promise<void>((resolve) => page.on((event) => event === 'chat.delta' && resolve()))
  // one round in ten is killed before the first text
  if (random() > 0.1) await Promise.all([gone, untilText])
  else await gone
  await new Promise((resolve) => setTimeout(resolve, random() * 1200))
  const killedAt = await kill()
  await gone
  return { ...said, killedAt }
}

async function check(page: PageClient, said: Said, round: number): Promise<void> {
  const opened = await page.call('chat.open', { conversationId: said.conversationId, limit: 10 }).catch(() => null)
  if (!opened) {
    if (committed.has(said.messageId)) problems.push(`round ${round}: the conversation is missing`)
    return
  }
  const [question, answer] = opened.page.messages
  if (question?.text !== said.question) problems.push(`round ${round}: the question is missing or changed`)
  if (!answer) {
    problems.push(`round ${round}: the answer is missing`)
    return
  }
  if (answer.status.state === 'done') ended += 1
  else if (answer.status.state === 'interrupted') interrupted += 1
  else problems.push(`round ${round}: the answer is ${answer.status.state}`)
  const chunks =
    gateway
      .requests()
      .filter(
        (request) => request.path === '/v1/chat/completions' && JSON.stringify(request.body).includes(said.question),
      )
      .at(-1)?.chunks ?? []
  const sent = chunks.map((chunk) => chunk.text).join('')
  if (!sent.startsWith(answer.text)) problems.push(`round ${round}: the text is not what was sent`)
  let length = 0
  for (const chunk of chunks) {
    length += chunk.text.length
    if (length <= answer.text.length || chunk.at > said.killedAt) continue
    const age = said.killedAt - chunk.at
    losses.push(age)
    lostCharacters.push(
      chunks.filter((other) => other.at <= said.killedAt).reduce((sum, other) => sum + other.text.length, 0) -
        answer.text.length,
    )
    if (age > atRiskMs) problems.push(`round ${round}: text ${age} ms old was lost`)
    break
  }
}

async function checkAll(page: PageClient): Promise<void> {
  const { conversations } = await page.call('chat.list', { query: '', offset: 0, limit: 500 })
  const found = new Set<string>()
  for (const conversation of conversations) {
    for (const message of (await page.call('chat.open', { conversationId: conversation.id, limit: 10 })).page.messages)
      found.add(message.id)
  }
  for (const id of committed.keys()) if (!found.has(id)) problems.push(`message ${id} is missing at the end`)
}
