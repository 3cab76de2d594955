import { describe, expect, test } from 'vitest'
import { SharedFrame } from '../../../../src/renderer/features/chat/shared-frame.ts'
import { StreamTexts } from '../../../../src/renderer/features/chat/stream-texts.ts'

/** Frames that come when the test says so. */
function manualFrames() {
  let steps: ((now: number) => void)[] = []
  let requests = 0
  return {
    request: (step: (now: number) => void) => {
      requests += 1
      steps.push(step)
    },
    at(now: number) {
      const due = steps
      steps = []
      for (const step of due) step(now)
    },
    get requests() {
      return requests
    },
  }
}

describe('a shared frame', () => {
  test('runs everything that waits at once, and each listener once', () => {
    const frames = manualFrames()
    const frame = new SharedFrame(frames.request)
    const ran: string[] = []
    const one = () => ran.push('one')
    frame.add(one)
    frame.add(() => ran.push('two'))
    frame.add(one)
    expect([ran, frames.requests]).toEqual([[], 1])
    frames.at(0)
    expect(ran).toEqual(['one', 'two'])
  })

  test('runs in the very next frame for what cannot wait, with all else', () => {
    const frames = manualFrames()
    const frame = new SharedFrame(frames.request)
    const ran: string[] = []
    frame.add(() => ran.push('first'))
    frames.at(0)
    frame.add(() => ran.push('usual'))
    frame.add(() => ran.push('urgent'), true)
    frames.at(16.7)
    expect(ran).toEqual(['first', 'usual', 'urgent'])
    frame.add(() => ran.push('later'))
    frames.at(33.4)
    expect(ran).toHaveLength(3)
    frames.at(50.1)
    expect(ran).toHaveLength(4)
  })

  test('skips every second frame of sixty a second', () => {
    const frames = manualFrames()
    const frame = new SharedFrame(frames.request)
    const paints: number[] = []
    let present = 0
    const text = () => paints.push(present)
    for (const now of [0, 16, 33, 50, 66]) {
      present = now
      frame.add(text)
      frames.at(now)
    }
    expect(paints).toEqual([0, 33, 66])
  })
})

describe('the texts of streams', () => {
  const delta = (s: number, at: number, t: string) => ({ s, at, t })

  test('of one stream wake in a frame as well, however many pieces came', () => {
    const frames = manualFrames()
    const texts = new StreamTexts(() => 0, new SharedFrame(frames.request))
    let woken = 0
    texts.begin('m1', 1, '')
    texts.subscribe('m1', () => {
      woken += 1
    })
    for (let at = 0; at < 5; at += 1) texts.apply(delta(1, at, 'a'))
    expect([woken, frames.requests]).toEqual([0, 1])
    frames.at(0)
    expect([woken, texts.text('m1')]).toEqual([1, 'aaaaa'])
  })

  test('of four streams wake in one frame, however many pieces came', () => {
    const frames = manualFrames()
    const texts = new StreamTexts(() => 0, new SharedFrame(frames.request))
    const woken: string[] = []
    const ids = ['m1', 'm2', 'm3', 'm4']
    ids.forEach((id, index) => {
      texts.begin(id, index, '')
      texts.subscribe(id, () => woken.push(id))
    })
    for (let at = 0; at < 5; at += 1) for (let s = 0; s < 4; s += 1) texts.apply(delta(s, at, 'x'))
    expect([woken, frames.requests]).toEqual([[], 1])
    frames.at(0)
    expect(woken).toEqual(ids)
    expect(texts.text('m3')).toBe('xxxxx')
  })
})
