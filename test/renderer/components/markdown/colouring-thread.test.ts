import { describe, expect, test } from 'vitest'
import type {
  CodeLine,
  ColouringAnswer,
  ColouringRequest,
} from '../../../../src/renderer/components/markdown/colouring-messages.ts'
import {
  ColouringThread,
  restartsMax,
  silenceMax,
} from '../../../../src/renderer/components/markdown/colouring-thread.ts'
import { ManualClock } from '../../../fakes/manual-clock.ts'

const red = (text: string): CodeLine => [{ text, color: 'red' }]

/** A thread whose workers answer at once, except for the line `stuck`, which blocks a worker. */
function desk() {
  const clock = new ManualClock()
  const counts = { started: 0, ended: 0 }
  const thread = new ColouringThread({
    after: (ms, action) => clock.after(ms, action),
    start: (answered) => {
      counts.started += 1
      let running = true
      const take = (request: ColouringRequest): void => {
        if (!running || 'close' in request) return
        const stuck = request.lines.indexOf('stuck')
        if (stuck >= 0) running = false
        const lines = (stuck >= 0 ? request.lines.slice(0, stuck) : request.lines).map(red)
        const answer: ColouringAnswer = { block: request.block, lines, done: running }
        if (lines.length > 0) answered(answer)
      }
      return {
        postMessage: take,
        terminate: () => {
          counts.ended += 1
          running = false
        },
      }
    },
  })
  const block = (lines: readonly string[]) => {
    const shown = { lines: [] as CodeLine[], anew: 0 }
    const send = () => thread.send(number, 'bash', lines)
    const number = thread.open({
      coloured: (more) => shown.lines.push(...more),
      startedAnew: () => {
        shown.anew += 1
        shown.lines = []
        send()
      },
    })
    send()
    return { shown, number, send }
  }
  return { clock, counts, thread, block }
}

describe('a worker that colours code', () => {
  test('a worker that hangs on a line is ended, and another one colours the other blocks', () => {
    const { block, clock, counts } = desk()
    const healthy = block(['a', 'b'])
    const hostile = block(['c', 'stuck', 'd'])
    const later = block(['e'])
    expect(later.shown.lines).toEqual([])
    clock.advance(silenceMax)
    expect(counts).toEqual({ started: 2, ended: 1 })
    expect(healthy.shown.lines).toEqual([red('a'), red('b')])
    expect(later.shown.lines).toEqual([red('e')])
    // the blocking block keeps the colours it had
    expect(hostile.shown).toEqual({ lines: [red('c')], anew: 0 })
    hostile.send()
    clock.advance(silenceMax * 2)
    expect(counts.started).toBe(2)
  })

  test('an idle worker is not ended', () => {
    const { block, clock, counts } = desk()
    block(['a'])
    clock.advance(silenceMax * 10)
    expect(counts).toEqual({ started: 1, ended: 0 })
  })

  test('a worker is not restarted forever', () => {
    const { block, clock, counts } = desk()
    for (let round = 0; round < restartsMax + 3; round += 1) {
      block(['stuck'])
      clock.advance(silenceMax)
    }
    expect(counts).toEqual({ started: restartsMax, ended: restartsMax })
  })
})
