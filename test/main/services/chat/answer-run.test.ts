import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ChatDelta } from '../../../../src/main/gateway/answer-stream.ts'
import { AnswerRun } from '../../../../src/main/services/chat/answer-run.ts'
import type { MessageEnd } from '../../../../src/main/storage/messages.ts'
import type { Usage, Wait } from '../../../../src/shared/chat.ts'
import { type AppError, AppFailure, appError } from '../../../../src/shared/errors.ts'
import { ManualClock } from '../../../fakes/platform.ts'

/** A request whose answer the test sends piece by piece; each call resolves when its piece is consumed. */
class Script {
  private readonly steps: { readonly delta: ChatDelta | null; readonly taken: () => void }[] = []
  private wake: () => void = () => {}
  requests = 0
  signal: AbortSignal = new AbortController().signal
  /** Whether the run has dropped the request. */
  left = false

  readonly request = async function* (this: Script, signal: AbortSignal): AsyncGenerator<ChatDelta, void, undefined> {
    this.requests += 1
    this.signal = signal
    let taken: (() => void) | null = null
    try {
      for (;;) {
        taken?.()
        const step = this.steps.shift()
        if (!step) {
          taken = null
          await new Promise<void>((resolve) => {
            this.wake = resolve
          })
          continue
        }
        taken = step.taken
        if (step.delta === null) continue
        yield step.delta
      }
    } finally {
      this.left = true
      taken?.()
    }
  }.bind(this)

  private async step(delta: ChatDelta | null): Promise<void> {
    const taken = new Promise<void>((resolve) => this.steps.push({ delta, taken: resolve }))
    this.wake()
    await taken
  }

  text(text: string): Promise<void> {
    return this.step({ type: 'text', text })
  }

  think(text: string): Promise<void> {
    return this.step({ type: 'thinking', text })
  }

  end(error: AppError | null = null, usage: Usage | null = null): Promise<void> {
    return this.step({ type: 'end', end: { error, finishReason: error ? null : 'stop', usage } })
  }
}

class Bench {
  readonly clock = new ManualClock(0)
  readonly script = new Script()
  readonly shown: { readonly at: number; readonly t: string; readonly time: number }[] = []
  readonly journalled: { readonly text: string; readonly time: number }[] = []
  readonly thought: object[] = []
  readonly waits: (Wait | null)[] = []
  readonly ends: MessageEnd[] = []
  journalFails: AppError | null = null
  readonly run: AnswerRun
  private onWait: () => void = () => {}

  constructor(baseText = '') {
    this.run = new AnswerRun({
      messageId: 'm',
      conversationId: 'c',
      stream: 7,
      baseText,
      clock: this.clock,
      random: () => 0.5,
      request: (signal) => this.script.request(signal),
      journal: (text, kind) => {
        if (this.journalFails) throw new AppFailure(this.journalFails)
        if (kind === 'thinking') this.thought.push({ kind: 'journalled', t: text, time: this.clock.now() })
        else this.journalled.push({ text, time: this.clock.now() })
      },
      show: ({ s, at, t }, kind) => {
        expect(s).toBe(7)
        if (kind === 'thinking') this.thought.push({ kind: 'shown', at, t, time: this.clock.now() })
        else this.shown.push({ at, t, time: this.clock.now() })
      },
      onRunStatus: (run) => {
        this.waits.push(run.status.wait)
        this.onWait()
      },
      ended: (_, end) => void this.ends.push(end),
    })
  }

  async untilWaits(count: number): Promise<void> {
    while (this.waits.length < count)
      await new Promise<void>((resolve) => {
        this.onWait = resolve
      })
  }

  get end(): MessageEnd | undefined {
    expect(this.ends.length).toBe(1)
    return this.ends[0]
  }
}

describe('the thinking of a running answer', () => {
  test('thinking is shown and journalled like the text, separately, with its duration', async () => {
    const { clock, script, ends, journalled, shown, thought, run } = new Bench()
    await script.think('hm')
    clock.advance(50)
    expect(thought).toEqual([
      { kind: 'shown', at: 0, t: 'hm', time: 0 },
      { kind: 'journalled', t: 'hm', time: 50 },
    ])
    expect(run.thinking).toEqual({ text: 'hm', ms: 50, isRunning: true })
    clock.advance(1950)
    await script.text('Yes')
    clock.advance(500)
    expect([run.thinking, shown.length, journalled.length]).toEqual([{ text: 'hm', ms: 2000, isRunning: false }, 1, 1])
    await script.end()
    await run.finished
    expect(ends).toMatchObject([{ text: 'Yes', thinking: 'hm', state: 'done', timing: { thinkingMs: 2000 } }])
  })

  test('an answer cut off in its thinking was paid for, and is not requested again automatically', async () => {
    const { script, run, ends } = new Bench()
    await script.think('hm')
    await script.end(appError('unavailable'))
    await run.finished
    expect([script.requests, ends[0]?.thinking, ends[0]?.state]).toEqual([1, 'hm', 'failed'])
  })
})

describe('the text of a running answer', () => {
  test('the first text is shown at once, later text at most once per frame', async () => {
    const { clock, script, shown, run } = new Bench()
    await script.text('a')
    expect(shown).toEqual([{ at: 0, t: 'a', time: 0 }])
    await script.text('b')
    clock.advance(15)
    await script.text('c')
    expect(shown.length).toBe(1)
    clock.advance(1)
    expect(shown.slice(1)).toEqual([{ at: 1, t: 'bc', time: 16 }])
    clock.advance(100)
    await script.text('d')
    expect(shown.slice(2)).toEqual([{ at: 3, t: 'd', time: 116 }])
    run.stop()
    await run.finished
  })

  test('text is in the journal 50 ms later, in pieces that are never written twice', async () => {
    const { clock, script, journalled, run } = new Bench()
    await script.text('a')
    clock.advance(30)
    await script.text('b')
    clock.advance(19)
    expect(journalled).toEqual([])
    clock.advance(1)
    expect(journalled).toEqual([{ text: 'ab', time: 50 }])
    clock.advance(500)
    expect(journalled.length).toBe(1)
    await script.text('c')
    clock.advance(50)
    expect(journalled.slice(1)).toEqual([{ text: 'c', time: 600 }])
    run.stop()
    await run.finished
  })

  test("text is appended to the message's earlier text", async () => {
    const bench = new Bench('Once upon')
    await bench.script.text(' a time')
    await bench.script.end()
    await bench.run.finished
    expect(bench.shown).toEqual([{ at: 9, t: ' a time', time: 0 }])
    expect(bench.end).toMatchObject({ text: 'Once upon a time', state: 'done', error: null, finishReason: 'stop' })
  })

  test('text that waits for its frame is shown before anyone reads the text', async () => {
    const { script, shown, run, clock } = new Bench()
    await script.text('a')
    await script.text('b')
    expect([run.textSoFar, shown.map(({ t }) => t)]).toEqual(['ab', ['a', 'b']])
    clock.advance(1000)
    expect(shown.length).toBe(2)
    run.stop()
    await run.finished
  })

  test('text is kept, shown and journalled without loss, at any timing', async () => {
    const steps = fc.array(fc.oneof(fc.string({ minLength: 1, unit: 'grapheme' }), fc.integer({ min: 1, max: 120 })), {
      maxLength: 60,
    })
    await fc.assert(
      fc.asyncProperty(steps, fc.string(), async (script, base) => {
        const bench = new Bench(base)
        const came: { readonly time: number; readonly length: number }[] = [{ time: 0, length: 0 }]
        let all = ''
        const holds = (): void => {
          const now = bench.clock.now()
          const journal = bench.journalled.map(({ text }) => text).join('')
          const old = came.filter(({ time }) => now - time >= 100).at(-1)?.length ?? 0
          expect(all.startsWith(journal) && journal.length >= old).toBe(true)
        }
        for (const step of script) {
          if (typeof step === 'number')
            for (let ms = 0; ms < step; ms += 10) bench.clock.advance(Math.min(10, step - ms))
          else {
            await bench.script.text(step)
            all += step
            came.push({ time: bench.clock.now(), length: all.length })
          }
          holds()
        }
        await bench.script.end()
        await bench.run.finished
        let at = base.length
        for (const delta of bench.shown) {
          expect(delta.at).toBe(at)
          at += delta.t.length
        }
        for (const [index, delta] of bench.shown.slice(1, -1).entries())
          expect(delta.time - (bench.shown[index]?.time ?? 0)).toBeGreaterThanOrEqual(16)
        expect(bench.shown.map(({ t }) => t).join('')).toBe(all)
        expect(bench.end?.text).toBe(base + all)
        expect(bench.clock.nextIn).toBeNull()
      }),
      { numRuns: 200 },
    )
  })
})

describe('a running answer', () => {
  test('an answer has its duration and the time to its first text', async () => {
    const bench = new Bench()
    bench.clock.advance(0)
    await Promise.resolve()
    bench.clock.advance(300)
    await bench.script.text('a')
    bench.clock.advance(700)
    await bench.script.end()
    await bench.run.finished
    expect(bench.end?.timing).toEqual({ firstTextMs: 300, totalMs: 1000, speed: { rate: 1, isEstimate: true } })
  })

  test("speed counts from the first thinking on, and only the answer's own text", async () => {
    const bench = new Bench('what was there before Continue, which is no part of the speed')
    await Promise.resolve()
    bench.clock.advance(500)
    await bench.script.think('thought '.repeat(50))
    bench.clock.advance(1000)
    await bench.script.text(' word'.repeat(50))
    bench.clock.advance(1000)
    await bench.script.end(null, { promptTokens: 9, completionTokens: 100 })
    await bench.run.finished
    // 100 tokens in two seconds, not in the one since the first text
    expect(bench.end?.timing?.speed).toEqual({ rate: 50, isEstimate: false })
  })

  test("speed is estimated if the model's thinking was hidden", async () => {
    const bench = new Bench()
    await Promise.resolve()
    bench.clock.advance(5000)
    await bench.script.text(' word'.repeat(50))
    bench.clock.advance(1000)
    await bench.script.end(null, { promptTokens: 9, completionTokens: 2000 })
    await bench.run.finished
    expect(bench.end?.timing?.speed?.isEstimate).toBe(true)
    expect(bench.end?.timing?.speed?.rate).toBeLessThan(100)
  })

  test('an answer that breaks off keeps its text and is not requested again', async () => {
    const bench = new Bench()
    await bench.script.text('half')
    await bench.script.end(appError('unavailable'))
    await bench.run.finished
    expect([bench.end?.state, bench.end?.text, bench.end?.error?.code, bench.script.requests]).toEqual([
      'interrupted',
      'half',
      'unavailable',
      1,
    ])
  })

  test('an answer that never began fails with its reason', async () => {
    const bench = new Bench()
    await bench.script.end(appError('invalid_key'))
    await bench.run.finished
    expect([bench.end?.state, bench.end?.error?.code]).toEqual(['failed', 'invalid_key'])
  })

  test('an answer whose request throws ends with that error', async () => {
    for (const [thrown, code] of [
      [new AppFailure(appError('no_key')), 'no_key'],
      [new Error('surprise'), 'internal'],
    ] as const) {
      const ends: MessageEnd[] = []
      const run = new AnswerRun({
        messageId: 'm',
        conversationId: 'c',
        stream: 1,
        baseText: '',
        clock: new ManualClock(),
        random: () => 0,
        // biome-ignore lint/correctness/useYield: it fails before it has anything to give
        request: async function* () {
          throw thrown
        },
        journal: () => {},
        show: () => {},
        onRunStatus: () => {},
        ended: (_, end) => void ends.push(end),
      })
      await run.finished
      expect(ends.map(({ state, error }) => [state, error?.code])).toEqual([['failed', code]])
      expect(JSON.stringify(ends)).not.toContain('surprise')
    }
  })
})

describe('a retry of a running answer', () => {
  test('a retry waits as long as announced, is sent, and leaves no trace of the wait', async () => {
    const bench = new Bench()
    await bench.script.end(appError('unavailable', 'busy', { retryAfterMs: 5000 }))
    await bench.untilWaits(1)
    expect(bench.waits).toEqual([
      { until: 5000, attempt: 2, of: 4, error: expect.objectContaining({ code: 'unavailable' }) },
    ])
    bench.clock.advance(4999)
    expect(bench.script.requests).toBe(1)
    bench.clock.advance(1)
    await bench.untilWaits(2)
    expect([bench.waits[1], bench.run.status.wait]).toEqual([null, null])
    await bench.script.text('yes')
    await bench.script.end()
    await bench.run.finished
    expect([bench.end?.state, bench.end?.text, bench.script.requests]).toEqual(['done', 'yes', 2])
  })

  test('a request is retried three times, then the answer fails', async () => {
    const bench = new Bench()
    for (let attempt = 1; attempt <= 4; attempt += 1) {
      await bench.script.end(appError('unavailable'))
      if (attempt === 4) break
      await bench.untilWaits(attempt * 2 - 1)
      bench.clock.advance(30_000)
      await bench.untilWaits(attempt * 2)
    }
    await bench.run.finished
    expect([bench.end?.state, bench.script.requests]).toEqual(['failed', 4])
  })

  test('a retry can be stopped during its wait', async () => {
    const bench = new Bench()
    await bench.script.end(appError('rate_limited', 'slow', { status: 429, retryAfterMs: 60_000 }))
    await bench.untilWaits(1)
    bench.run.stop()
    await bench.run.finished
    expect([bench.end?.state, bench.end?.error, bench.script.requests, bench.clock.nextIn]).toEqual([
      'stopped',
      null,
      1,
      null,
    ])
  })
})

describe('Stop during an answer', () => {
  test('Stop keeps received text, shown or not, drops later text, and cancels the request', async () => {
    const bench = new Bench()
    await bench.script.text('a')
    await bench.script.text('b')
    bench.run.stop()
    expect(bench.script.signal.aborted).toBe(true)
    void bench.script.text('late')
    await bench.run.finished
    expect([bench.end?.state, bench.end?.text, bench.shown.map(({ t }) => t)]).toEqual(['stopped', 'ab', ['a', 'b']])
    bench.clock.advance(1000)
    expect([bench.shown.length, bench.journalled]).toEqual([2, []])
  })

  test('Stop works at once, even if the request hangs in something that cannot be aborted', async () => {
    const bench = new Bench()
    await bench.script.text('a')
    // from now on the script waits forever and ignores its signal
    bench.run.stop()
    await bench.run.finished
    expect([bench.end?.state, bench.script.left]).toEqual(['stopped', false])
  })

  test('a second Stop, or one after the end, changes nothing', async () => {
    const bench = new Bench()
    bench.run.stop(appError('app_closed'))
    bench.run.stop()
    await bench.run.finished
    bench.run.stop()
    expect([bench.end?.state, bench.end?.error?.code]).toEqual(['interrupted', 'app_closed'])
  })

  test('quitting the app during an answer is recorded as such', async () => {
    const bench = new Bench()
    await bench.script.text('a')
    bench.run.stop(appError('app_closed'))
    await bench.run.finished
    expect([bench.end?.state, bench.end?.error?.code, bench.end?.text]).toEqual(['interrupted', 'app_closed', 'a'])
  })

  test.each([
    ['rate_limited', 'failed', 'closed_unsent'],
    ['unavailable', 'failed', 'closed_unsent'],
    // an error of the gateway may have been charged
    ['server_error', 'interrupted', 'app_closed'],
  ] as const)('quitting the app while it waits after %s records what was sent', async (code, state, told) => {
    const bench = new Bench()
    await bench.script.end(appError(code, code, { status: code === 'rate_limited' ? 429 : null }))
    expect(bench.clock.nextIn).not.toBeNull()
    bench.run.stop(appError('app_closed'))
    await bench.run.finished
    expect([bench.end?.state, bench.end?.error?.code, bench.script.requests]).toEqual([state, told, 1])
  })
})

test('a full disk ends the answer as interrupted, with its text', async () => {
  const bench = new Bench()
  await bench.script.text('precious')
  bench.journalFails = appError('storage_full', 'SQLITE_FULL')
  bench.clock.advance(50)
  await bench.run.finished
  expect(bench.script.signal.aborted).toBe(true)
  expect([bench.end?.state, bench.end?.text, bench.end?.error?.code]).toEqual([
    'interrupted',
    'precious',
    'storage_full',
  ])
})
