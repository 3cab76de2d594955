// Kills the main process at random moments while images are made, and checks the remains. `npm run torture:images --
// [rounds] [seed]`. Exits with 1 if a job was lost, a request was sent twice, or a picture was stored in part.
import { createHash, randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDemoGateway } from '../src/demo-gateway/server.ts'
import type { ImageFilter, ImageJob, ImageRequest, ImageSummary } from '../src/shared/image.ts'
import { randomFrom } from '../test/fakes/seeded-random.ts'
import { PageClient, startShellProcess } from '../test/fakes/shell-process.ts'
import { roundsAndSeed } from './torture-arguments.ts'

const { rounds, seed } = roundsAndSeed(100)
const everything: ImageFilter = {
  query: '',
  models: [],
  sizes: [],
  from: null,
  to: null,
  favourite: false,
  collectionId: null,
}

interface Asked {
  readonly jobId: string
  readonly prompt: string
  readonly n: number
  /** Whether the submission was answered; from then on the job must never be lost. */
  accepted: boolean
}

const random = randomFrom(seed)
const data = mkdtempSync(join(tmpdir(), 'atelier-torture-'))
const gateway = await createDemoGateway({})
const environment = { ATELIER_BASE_URL: gateway.baseUrl, ATELIER_API_KEY: gateway.key }
const problems: string[] = []
const ends = new Map<string, number>()
/** Number of requests per prompt, kept here because the gateway's log is bounded. */
const sent = new Map<string, Set<string>>()
const all: Asked[] = []

console.log(`${rounds} kills, seed ${seed}`)
let before: readonly Asked[] = []
for (let round = 0; round <= rounds; round += 1) {
  const shell = await startShellProcess({ data, environment }).catch((cause: Error) => {
    problems.push(`round ${round}: the app did not start: ${cause.message}`)
    return null
  })
  if (!shell) break
  const page = await PageClient.connect(shell.link)
  await check(page, before, round)
  if (round === rounds) {
    checkFiles(await gallery(page))
    page.close()
    await shell.stop()
    break
  }
  before = await askAndKill(page, () => shell.kill())
  all.push(...before)
  countRequests()
}
await gateway.close()

const requests = all.map(({ prompt }) => sent.get(prompt)?.size ?? 0)
console.log(
  JSON.stringify(
    {
      rounds,
      seed,
      jobs: all.length,
      accepted: all.filter(({ accepted }) => accepted).length,
      // state of the jobs at the start after the kill
      ends: Object.fromEntries(ends),
      requestsAtTheGateway: requests.reduce((sum, count) => sum + count, 0),
      sentTwice: requests.filter((count) => count > 1).length,
      problems: problems.slice(0, 10),
    },
    null,
    2,
  ),
)
rmSync(data, { recursive: true, force: true })
process.exitCode = problems.length === 0 ? 0 : 1

function countRequests(): void {
  for (const { id, path, body } of gateway.requests()) {
    if (path !== '/v1/images/generations' || typeof body !== 'object' || body === null) continue
    const prompt = 'prompt' in body ? String(body.prompt) : ''
    sent.set(prompt, (sent.get(prompt) ?? new Set()).add(id))
  }
}

function requestFor(prompt: string, n: number): ImageRequest {
  const slow = Math.round(random() * 1000)
  const forms = [null, 'url', 'b64_json'] as const
  return {
    connectionId: 'environment',
    model: `demo-image-free+delay(ms=${slow}),slow-link(ms=${Math.round(random() * 600)})`,
    prompt,
    n,
    size: '192x128',
    quality: null,
    responseFormat: forms[Math.floor(random() * forms.length)] ?? null,
    edit: null,
  }
}

/** Runs three jobs at once and kills the process, between the first submission and shortly after the last picture. */
async function askAndKill(page: PageClient, kill: () => Promise<number>): Promise<readonly Asked[]> {
  const asked = [1, 2, 3].map(
    (n): Asked => ({ jobId: randomUUID(), prompt: `Round picture ${randomUUID()}`, n, accepted: false }),
  )
  const submitted = asked.map(async (job) => {
    try {
      await page.call('images.submit', { jobId: job.jobId, request: requestFor(job.prompt, job.n) })
      job.accepted = true
    } catch (cause) {
      // a kill breaks the bridge; any other error is a fault
      if (!(cause instanceof Error) || !cause.message.includes('bridge closed')) throw cause
    }
  })
  await new Promise((resolve) => setTimeout(resolve, random() * 1500))
  await kill()
  await Promise.all(submitted)
  return asked
}

async function check(page: PageClient, asked: readonly Asked[], round: number): Promise<void> {
  const info = await page.call('app.info', {})
  if (info.notices.length > 0) problems.push(`round ${round}: ${JSON.stringify(info.notices)}`)
  const saving = Promise.withResolvers<void>()
  const stop = page.on((event) => event === 'images.job' && void settled().then((done) => done && saving.resolve()))
  const settled = async (): Promise<boolean> =>
    (await page.call('images.jobs', { offset: 0, limit: 50 })).jobs.every(
      ({ status }) => !['queued', 'sending', 'waiting', 'saving'].includes(status),
    )
  const jobs = new Map((await page.call('images.jobs', { offset: 0, limit: 50 })).jobs.map((job) => [job.id, job]))
  if (!(await settled())) await saving.promise
  stop()
  countRequests()
  const images = await gallery(page)
  const after = new Map((await page.call('images.jobs', { offset: 0, limit: 50 })).jobs.map((job) => [job.id, job]))
  for (const job of asked) {
    const found = jobs.get(job.jobId)
    const made = await madeBy(page, images, job.prompt)
    const status = found?.status ?? (made > 0 ? 'done' : 'none')
    ends.set(status, (ends.get(status) ?? 0) + 1)
    judge(round, job, status, after.get(job.jobId), made)
  }
  for (const job of after.values()) await page.call('images.dismiss', { jobId: job.id })
}

function judge(round: number, job: Asked, status: string, now: ImageJob | undefined, made: number): void {
  const requests = sent.get(job.prompt)?.size ?? 0
  const say = (what: string): void => void problems.push(`round ${round}, job ${job.jobId} (${status}): ${what}`)
  if (requests > 1) say(`sent ${requests} times`)
  if (status === 'none' && job.accepted) say('lost')
  if (status === 'none' && requests > 0) say('sent without a row')
  if (['queued', 'sending', 'waiting'].includes(status)) say('runs again by itself')
  if (status === 'failed' && now?.attempts === 0 && requests > 0) say('said never to be sent, and was')
  if ((status === 'done' || status === 'saving') && made !== job.n)
    say(`${made} of ${job.n} images (${now?.error?.code})`)
}

async function gallery(page: PageClient): Promise<readonly ImageSummary[]> {
  const images: ImageSummary[] = []
  for (;;) {
    const found = await page.call('images.list', { filter: everything, offset: images.length, limit: 500 })
    images.push(...found.images)
    if (found.images.length === 0 || images.length >= found.total) return images
  }
}

async function madeBy(page: PageClient, images: readonly ImageSummary[], prompt: string): Promise<number> {
  const own = images.filter(({ promptStart }) => promptStart === prompt)
  for (const { id } of own) {
    const { request } = await page.call('images.get', { imageId: id })
    if (request.prompt !== prompt) problems.push(`image ${id} has lost its recipe`)
  }
  return own.length
}

/** Checks that every library file has the content its name states. */
function checkFiles(images: readonly ImageSummary[]): void {
  const media = join(data, 'media')
  // the app was killed each time before it stored a picture
  const entries = existsSync(media) ? readdirSync(media, { recursive: true, withFileTypes: true }) : []
  const names = new Map(
    entries.filter((entry) => entry.isFile()).map((entry) => [entry.name, join(entry.parentPath, entry.name)]),
  )
  for (const [name, path] of names) {
    if (name.endsWith('.part')) continue
    if (createHash('sha256').update(readFileSync(path)).digest('hex') !== name) problems.push(`${name} is not whole`)
  }
  for (const { media: picture, thumbnailId } of images)
    for (const id of [picture.id, thumbnailId])
      if (id !== null && !names.has(id)) problems.push(`the file ${id} of an image is missing`)
}
