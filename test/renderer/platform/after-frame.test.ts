import { expect, test } from 'vitest'
import { afterThisFrame, showsKey, watchKeys } from '../../../src/renderer/platform/after-frame.ts'

/** Resolves when messages that were sent before have been delivered. */
const drawn = () => new Promise<void>((resolve) => afterThisFrame(resolve))

test('listeners of one frame are called after it, in their order', async () => {
  const called: string[] = []
  afterThisFrame(() => called.push('first'))
  afterThisFrame(() => called.push('second'))
  expect(called).toEqual([])
  await drawn()
  expect(called).toEqual(['first', 'second'])
})

test('a key is shown from its press until the frame after it was drawn', async () => {
  let frames: FrameRequestCallback[] = []
  const target = new EventTarget()
  const stop = watchKeys({
    addEventListener: target.addEventListener.bind(target),
    removeEventListener: target.removeEventListener.bind(target),
    requestAnimationFrame: (step) => frames.push(step),
  })
  const nextFrame = () => {
    const due = frames
    frames = []
    for (const step of due) step(0)
  }
  expect(showsKey()).toBe(false)
  target.dispatchEvent(new Event('keydown'))
  await drawn()
  expect(showsKey()).toBe(true)
  nextFrame()
  expect(showsKey()).toBe(true)
  await drawn()
  expect(showsKey()).toBe(false)
  stop()
  target.dispatchEvent(new Event('keydown'))
  expect([showsKey(), frames.length]).toEqual([false, 0])
})
