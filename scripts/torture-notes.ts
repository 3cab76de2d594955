// Translates a transcript of two hours, and kills the main process at random moments. `npm run torture:notes -- [kills]
// [seed]`. Exits with 1 if a start sends anything, a line is missing or sent again without a kill, or one is translated
// differently than the gateway answered.
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { TranscriptNote } from '../src/shared/transcript-note.ts'
import { HistorySeed } from '../test/e2e/history-seed.ts'
import { numberedGateway, numberedLines } from '../test/fakes/numbered-gateway.ts'
import { randomFrom } from '../test/fakes/seeded-random.ts'
import { PageClient, startShellProcess } from '../test/fakes/shell-process.ts'
import { roundsAndSeed } from './torture-arguments.ts'

const { rounds: kills, seed } = roundsAndSeed(10)
/** Two hours of segments of six seconds. */
const segments = 1_200
/** Longest wait of the gateway before an answer, and of the script before a kill, in ms. */
const [answerMsMax, killMsMax] = [300, 1_500]

const random = randomFrom(seed)
const data = mkdtempSync(join(tmpdir(), 'atelier-torture-'))
const problems: string[] = []
const history = new HistorySeed(data)
const transcriptId = history.transcript(
  'Two hours',
  Array.from({ length: segments }, (_, index) => `line ${index}`),
  1_700_000_000_000,
)
history.close()

const gateway = await numberedGateway((request) =>
  numberedLines(request)
    .map(([number, text]) => `${number}: (de) ${text}`)
    .join('\n'),
)
gateway.mode = 'held'
const answering = new AbortController()
void answer()
const environment = { ATELIER_BASE_URL: gateway.baseUrl, ATELIER_API_KEY: 'a-key' }
const noteId = randomUUID()
let lost = 0

console.log(`${kills} kills, seed ${seed}`)
for (let killed = 0; killed < kills; killed += 1) {
  const shell = await startShellProcess({ data, environment })
  const page = await PageClient.connect(shell.link)
  await next(page, killed)
  await wait(random() * killMsMax)
  await shell.kill()
}
const shell = await startShellProcess({ data, environment })
const page = await PageClient.connect(shell.link)
await next(page, kills)
let note = await read(page)
while (note.status === 'running') {
  await wait(50)
  note = await read(page)
}
page.close()
await shell.stop()
answering.abort()
await gateway.close()

const texts = note.lines.map(({ text }) => text)
if (texts.join() !== Array.from({ length: segments }, (_, index) => `(de) line ${index}`).join())
  problems.push(`${note.status}: ${texts.length} of ${segments} lines, or others`)
const sent = gateway.requests.flatMap((request) => numberedLines(request).map(([, text]) => text))
const again = sent.length - new Set(sent).size
if (new Set(sent).size !== segments) problems.push(`${new Set(sent).size} lines were sent`)
if (again > lost) problems.push(`${again} lines were sent again, and the answers to ${lost} were lost`)
console.log(
  JSON.stringify(
    { kills, seed, segments, requests: gateway.requests.length, lost, sentAgain: again, problems },
    null,
    2,
  ),
)
rmSync(data, { recursive: true, force: true })
process.exitCode = problems.length === 0 ? 0 : 1

/** Begins the note, or checks that the start sent nothing and continues it. */
async function next(page: PageClient, killed: number): Promise<void> {
  const before = gateway.requests.length
  const found = (await page.call('transcripts.notes', { transcriptId })).find(({ id }) => id === noteId)
  if (gateway.requests.length !== before) problems.push(`the start after ${killed} kills sent a request`)
  if (found === undefined) {
    const request = {
      kind: 'translation',
      connectionId: 'environment',
      model: 'm',
      language: 'de',
      instruction: '',
    } as const
    await page.call('transcripts.makeNote', { noteId, transcriptId, request })
    return
  }
  if (found.status === 'running') problems.push(`a note runs after ${killed} kills`)
  if (found.status === 'unknown') lost += linesOfLast()
  await page.call('transcripts.resumeNote', { noteId, again: true })
}

/** Returns the number of lines in the last request, whose answer was lost. */
function linesOfLast(): number {
  const last = gateway.requests.at(-1)
  return last === undefined ? 0 : numberedLines(last).length
}

async function read(page: PageClient): Promise<TranscriptNote> {
  const note = (await page.call('transcripts.notes', { transcriptId })).find(({ id }) => id === noteId)
  if (note === undefined) throw new Error('the note is gone')
  return note
}

/** Answers what waits, at random moments. */
async function answer(): Promise<void> {
  while (!answering.signal.aborted) {
    await wait(random() * answerMsMax)
    gateway.release()
  }
}
