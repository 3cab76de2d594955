import type { Fetch } from '../../src/main/platform.ts'
import type { SimulatedTime } from './simulated-time.ts'
import type { VideoDialect, VideoState } from './video-dialects.ts'

/** The fate of a video, whatever happens on the way. */
export type Destiny = 'completed' | 'failed' | 'refused' | 'stuck' | 'lost' | 'no-link' | 'odd'

interface Task {
  readonly id: string
  readonly name: string
  readonly madeAt: number
  /** ms until it is finished. */
  readonly life: number
  polledAt: number[]
}

const dayMs = 24 * 60 * 60_000
const words = {
  pending: ['pending', 'queued', 'SUBMITTED', 'moonlighting'],
  processing: ['processing', 'in_progress', 'RUNNING', 'polishing'],
  completed: ['completed', 'SUCCESS', 'succeeded'],
  failed: ['failed', 'FAILURE'],
} as const

/**
 * A gateway in simulated time that loses answers, refuses for a while, and uses many status words. A video's prompt is
 * its name and states its fate: `<destiny> <number>`. Its answers are those of the contract in many words, or of the
 * dialect that is given for a name.
 */
export class SimulatedVideoGateway {
  /** False while it is unreachable. */
  reachable = true
  /** Number of accepted submissions, by name. */
  readonly taken = new Map<string, number>()
  /** Number of sent submissions, by name. */
  readonly sent = new Map<string, number>()
  readonly tasks = new Map<string, Task>()
  /** Times of polls, in elapsed ms. */
  readonly polls: number[] = []
  private readonly refusals = new Map<string, number>()
  private readonly time: SimulatedTime
  private readonly random: () => number
  private readonly dialectOf: (name: string) => VideoDialect | null

  constructor(
    time: SimulatedTime,
    random: () => number,
    dialectOf: (name: string) => VideoDialect | null = () => null,
  ) {
    this.time = time
    this.random = random
    this.dialectOf = dialectOf
  }

  /** The gateway as reached by one process; a dead process gets no answer. */
  fetchFor(isAlive: () => boolean): Fetch {
    return (input, init) =>
      new Promise<Response>((resolve, reject) => {
        const signal = init?.signal
        const url = new URL(String(input))
        const answer = this.answer(url, init)
        const delay = 50 + this.random() * 2_000
        const undo = this.time.at(delay, () => {
          if (!isAlive()) return
          if (answer === 'lost') reject(Object.assign(new Error('reset'), { code: 'ECONNRESET' }))
          else if (answer === 'unreachable') reject(Object.assign(new Error('no net'), { code: 'ENETUNREACH' }))
          else resolve(answer)
        })
        signal?.addEventListener('abort', () => {
          undo()
          if (isAlive()) reject(signal.reason)
        })
      })
  }

  private answer(url: URL, init: RequestInit | undefined): Response | 'lost' | 'unreachable' {
    if (!this.reachable) return 'unreachable'
    const submission = init?.method?.toUpperCase() === 'POST'
    return submission
      ? this.submit(String(init?.body))
      : this.poll(decodeURIComponent(url.pathname.split('/').at(-1) ?? ''))
  }

  private submit(body: string): Response | 'lost' {
    const { prompt, duration } = readSubmission(body)
    this.sent.set(prompt, (this.sent.get(prompt) ?? 0) + 1)
    if (prompt.startsWith('refused')) return this.json(400, { error: { message: 'no' } })
    const dice = this.random()
    const refusals = this.refusals.get(prompt) ?? 0
    // never often enough in a row for the policy to give up, because that end must not depend on chance
    if (dice < 0.1 && refusals < 3) {
      this.refusals.set(prompt, refusals + 1)
      return this.json(dice < 0.05 ? 429 : 503, { error: { message: 'later' } })
    }
    if (dice < 0.12) return 'lost'
    if (dice < 0.13) return this.json(500, { error: { message: 'who knows' } })
    this.taken.set(prompt, (this.taken.get(prompt) ?? 0) + 1)
    const id = `task-${this.tasks.size + 1}`
    const life = (20 + this.random() * duration * 60) * 1000
    this.tasks.set(id, { id, name: prompt, madeAt: this.time.elapsed, life, polledAt: [] })
    if (dice < 0.15) return 'lost'
    const dialect = this.dialectOf(prompt)
    if (dialect !== null) return this.json(200, dialect.submitted(id))
    return this.json(200, { id, status: 'pending', created_at: this.seconds(this.time.elapsed) })
  }

  private poll(id: string): Response | 'lost' {
    this.polls.push(this.time.elapsed)
    const task = this.tasks.get(id)
    task?.polledAt.push(this.time.elapsed)
    const age = task === undefined ? dayMs : this.time.elapsed - task.madeAt
    if (task === undefined || age >= dayMs || (task.name.startsWith('lost') && age > task.life))
      return this.json(404, { error: { message: 'no such task' } })
    const dice = this.random()
    if (dice < 0.03) return 'lost'
    if (dice < 0.08) return this.json(dice < 0.05 ? 500 : 503, { error: 'not now' })
    if (dice < 0.09) return this.json(429, { error: { message: 'slow down' } }, { 'retry-after': '20' })
    const dialect = this.dialectOf(task.name)
    if (dialect !== null) return this.json(200, this.told(task, age, dialect))
    return this.json(200, { id, created_at: this.seconds(task.madeAt), ...this.state(task, age) })
  }

  private told(task: Task, age: number, dialect: VideoDialect): object {
    const has = (destiny: Destiny): boolean => task.name.startsWith(destiny)
    const state = (): VideoState => {
      if (has('odd')) return 'odd'
      if (age < task.life / 4) return 'pending'
      if (age < task.life || has('stuck')) return 'processing'
      return has('failed') ? 'failed' : 'completed'
    }
    const link = has('no-link') ? null : `https://files.example/${task.id}.mp4`
    return dialect.polled(task.id, state(), { link, reason: `no reason for ${task.id}` })
  }

  private state(task: Task, age: number): Record<string, unknown> {
    const pick = (list: readonly string[]) => list[Math.floor(this.random() * list.length)]
    if (age < task.life / 4) return { status: pick(words.pending) }
    if (age < task.life || task.name.startsWith('stuck')) return { status: pick(words.processing) }
    if (task.name.startsWith('failed')) return { status: pick(words.failed), error: this.random() < 0.5 ? 'no' : {} }
    if (task.name.startsWith('no-link')) return { status: pick(words.completed) }
    return { status: pick(words.completed), video_url: `https://files.example/${task.id}.mp4` }
  }

  private seconds(elapsed: number): number {
    return Math.floor((this.time.start + elapsed) / 1000)
  }

  private json(status: number, body: unknown, headers: Record<string, string> = {}): Response {
    const date = new Date(this.time.start + this.time.elapsed).toUTCString()
    return new Response(JSON.stringify(body), {
      status,
      headers: { 'content-type': 'application/json', date, ...headers },
    })
  }
}

function readSubmission(body: string): { readonly prompt: string; readonly duration: number } {
  const parsed: unknown = JSON.parse(body)
  if (typeof parsed !== 'object' || parsed === null) throw new Error('no object')
  const { prompt, duration } = { prompt: '', duration: 0, ...parsed }
  return { prompt: String(prompt), duration: Number(duration) }
}
