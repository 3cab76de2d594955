import { describe, expect, test } from 'vitest'
import { nextInterval, SharedFrame } from '../../../../../src/renderer/features/chat/state/shared-frame.ts'
import { StreamTexts } from '../../../../../src/renderer/features/chat/state/stream-texts.ts'

/** Frames that come when the test says so, and a clock that stands still unless a listener moves it. */
function manualFrames() {
  let steps: ((now: number) => void)[] = []
  let requests = 0
  let time = 0
  return {
    now: () => time,
    /** A listener that takes some ms. */
    work: (ms: number) => {
      time += ms
    },
    run: (listener: () => void) => listener(),
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
  test('runs all waiting listeners in one frame, each once', () => {
    const frames = manualFrames()
    const frame = new SharedFrame(frames)
    const ran: string[] = []
    const one = () => ran.push('one')
    frame.add(one)
    frame.add(() => ran.push('two'))
    frame.add(one)
    expect([ran, frames.requests]).toEqual([[], 1])
    frames.at(0)
    expect(ran).toEqual(['one', 'two'])
  })

  test('runs in the very next frame for urgent work, with all waiting listeners', () => {
    const frames = manualFrames()
    const frame = new SharedFrame(frames)
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
    const frame = new SharedFrame(frames)
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

  test('leaves work that would make a frame too long for the next one, and loses nothing', () => {
    const frames = manualFrames()
    const frame = new SharedFrame(frames)
    const ran: string[] = []
    const listeners = ['one', 'two', 'three'].map((name) => () => {
      ran.push(name)
      frames.work(10)
    })
    for (const listener of listeners) frame.add(listener)
    frames.at(0)
    expect(ran).toEqual(['one'])
    // new text of the first waits for its turn
    for (const listener of listeners) frame.add(listener)
    frames.at(16.7)
    expect(ran).toEqual(['one', 'two'])
    frames.at(33.4)
    expect(ran).toEqual(['one', 'two', 'three'])
    frames.at(50.1)
    expect(ran).toEqual(['one', 'two', 'three', 'one'])
    frames.at(66.8)
    expect(ran).toHaveLength(4)
  })

  test('runs a callback that a listener adds in a later frame', () => {
    const frames = manualFrames()
    const frame = new SharedFrame(frames)
    let ran = 0
    const again = () => {
      ran += 1
      if (ran < 3) frame.add(again)
    }
    frame.add(again)
    frames.at(0)
    expect(ran).toBe(1)
    frames.at(16.7)
    expect(ran).toBe(1)
    frames.at(33.4)
    expect(ran).toBe(2)
  })
})

describe('a shared frame on a slow page', () => {
  /** Runs a listener that is always added again, for 3 s of frames `frameMs` apart. Returns when it ran. */
  function runsAt(frameMs: (ran: boolean) => number): readonly number[] {
    const frames = manualFrames()
    const frame = new SharedFrame(frames)
    const ran: number[] = []
    let now = 0
    const listener = () => ran.push(now)
    while (now < 3000) {
      const before = ran.length
      frame.add(listener)
      frames.at(now)
      now += frameMs(ran.length > before)
    }
    return ran
  }
  const between = (times: readonly number[]) => times.slice(-5).map((at, index, all) => at - (all[index - 1] ?? at))

  test('text is drawn less often if frames are late, but at least eight times a second', () => {
    const [, ...late] = between(runsAt((ran) => (ran ? 50 : 16.7)))
    expect(Math.min(...late)).toBeGreaterThanOrEqual(100)
    expect(Math.max(...late)).toBeLessThanOrEqual(140)
  })

  test('text is drawn thirty times a second again once frames are on time', () => {
    let count = 0
    const times = runsAt((ran) => {
      count += ran ? 1 : 0
      return ran && count < 10 ? 50 : 16.7
    })
    const [, ...later] = between(times)
    for (const gap of later) expect(gap).toBeCloseTo(33.4, 1)
  })

  test('the interval stays within its limits', () => {
    let interval = 30
    for (let at = 0; at < 50; at += 1) interval = nextInterval(interval, 400)
    expect(interval).toBe(120)
    for (let at = 0; at < 50; at += 1) interval = nextInterval(interval, 16.7)
    expect(interval).toBe(30)
  })

  test('remaining work requests one frame and no more', () => {
    const frames = manualFrames()
    const frame = new SharedFrame(frames)
    frame.add(() => {})
    frames.at(0)
    for (const now of [16.7, 33.4, 50.1]) frames.at(now)
    expect(frames.requests).toBe(2)
  })
})

describe('a shared frame that knows what its page does', () => {
  test('rests twice as long as its frames took, and at most 120 ms', () => {
    for (const [tookMs, rest] of [
      [5, 33.4],
      [30, 66.8],
      [200, 133.6],
    ] as const) {
      const frames = manualFrames()
      let drawn: (() => void)[] = []
      const frame = new SharedFrame({ ...frames, now: frames.now, onDrawn: (listener) => drawn.push(listener) })
      const ran: number[] = []
      let now = 0
      const listener = () => ran.push(now)
      for (let at = 0; at < 20; at += 1) {
        now = at * 16.7
        frame.add(listener)
        frames.at(now)
        frames.work(drawn.length > 0 ? tookMs : 0)
        for (const listener of drawn.splice(0)) listener()
        drawn = []
      }
      expect((ran[1] ?? 0) - (ran[0] ?? 0), `${tookMs} ms`).toBeCloseTo(rest, 1)
    }
  })

  test('leaves frames that show a key press to it, but for at most 120 ms', () => {
    const frames = manualFrames()
    let isKeyShown = false
    const frame = new SharedFrame({ ...frames, now: frames.now, showsKey: () => isKeyShown })
    const ran: number[] = []
    let present = 0
    const listener = () => ran.push(present)
    const listenAt = (now: number) => {
      present = now
      frame.add(listener, true)
      frames.at(now)
    }
    listenAt(0)
    isKeyShown = true
    for (const now of [16.7, 33.4, 100, 116.9, 133.6]) listenAt(now)
    expect(ran).toEqual([0, 133.6])
    isKeyShown = false
    listenAt(150.3)
    expect(ran).toEqual([0, 133.6, 150.3])
  })
})

describe('the texts of streams in a shared frame', () => {
  const delta = (s: number, at: number, t: string) => ({ s, at, t })

  test('all pieces of one stream wake in one frame', () => {
    const frames = manualFrames()
    const texts = new StreamTexts(() => 0, new SharedFrame(frames))
    let woken = 0
    texts.followStream('m1', 1, '')
    texts.subscribe('m1', () => {
      woken += 1
    })
    for (let at = 0; at < 5; at += 1) texts.applyDelta(delta(1, at, 'a'))
    expect([woken, frames.requests]).toEqual([0, 1])
    frames.at(0)
    expect([woken, texts.streamText('m1')]).toEqual([1, 'aaaaa'])
  })

  test('all pieces of four streams wake in one frame', () => {
    const frames = manualFrames()
    const texts = new StreamTexts(() => 0, new SharedFrame(frames))
    const woken: string[] = []
    const ids = ['m1', 'm2', 'm3', 'm4']
    ids.forEach((id, index) => {
      texts.followStream(id, index, '')
      texts.subscribe(id, () => woken.push(id))
    })
    for (let at = 0; at < 5; at += 1) for (let s = 0; s < 4; s += 1) texts.applyDelta(delta(s, at, 'x'))
    expect([woken, frames.requests]).toEqual([[], 1])
    frames.at(0)
    expect(woken).toEqual(ids)
    expect(texts.streamText('m3')).toBe('xxxxx')
  })
})
