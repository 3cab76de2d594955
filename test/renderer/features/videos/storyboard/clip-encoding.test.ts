import { describe, expect, it } from 'vitest'
import {
  type ClipEncoding,
  encodeClip,
  type Frame,
  type ReadClip,
} from '../../../../../src/renderer/features/videos/storyboard/clip-encoding.ts'

/** Frames of a second each that count how many of them are open. */
class CountedClip implements ReadClip<Frame> {
  readonly begin = 0
  readonly seconds: number
  open = 0
  made = 0
  returned = false
  /** Called before each frame is yielded. */
  onFrame: (index: number) => void = () => undefined

  constructor(seconds: number) {
    this.seconds = seconds
  }

  readonly frames = async function* (this: CountedClip) {
    try {
      for (let index = 0; index < this.seconds; index += 1) {
        this.onFrame(index)
        this.made += 1
        this.open += 1
        let timestamp = index
        yield {
          get timestamp() {
            return timestamp
          },
          setTimestamp: (time: number) => {
            timestamp = time
          },
          close: () => {
            this.open -= 1
          },
        }
      }
    } finally {
      this.returned = true
    }
  }.bind(this)

  readonly wholeSound = async () => {
    const length = this.seconds * 48_000
    return { length, getChannelData: () => new Float32Array(length) }
  }
}

function encoding(parts: Partial<ClipEncoding<Frame>> = {}): ClipEncoding<Frame> {
  const none = async () => undefined
  return {
    video: { add: none },
    sound: null,
    signal: new AbortController().signal,
    onTime: () => undefined,
    ...parts,
  }
}

describe('a clip being encoded', () => {
  it('has its frames at their times in the film, and all are closed', async () => {
    const clip = new CountedClip(3)
    const times: number[] = []
    const video = { add: async (frame: Frame) => void times.push(frame.timestamp) }
    expect(await encodeClip(clip, 10, encoding({ video }))).toBe(true)
    expect(times).toEqual([10, 11, 12])
    expect(clip).toMatchObject({ open: 0, made: 3, returned: true })
  })

  it('closes the frame that arrives after an abort, and adds nothing more', async () => {
    const clip = new CountedClip(3)
    const abort = new AbortController()
    clip.onFrame = (index) => index === 1 && abort.abort()
    const times: number[] = []
    const video = { add: async (frame: Frame) => void times.push(frame.timestamp) }
    expect(await encodeClip(clip, 0, encoding({ video, signal: abort.signal }))).toBe(false)
    expect(times).toEqual([0])
    expect(clip).toMatchObject({ open: 0, made: 2, returned: true })
  })

  it('is not whole if the abort comes with the last frame', async () => {
    const abort = new AbortController()
    const video = { add: async () => abort.abort() }
    expect(await encodeClip(new CountedClip(1), 0, encoding({ video, signal: abort.signal }))).toBe(false)
  })

  it('closes the frame that the encoder refuses', async () => {
    const clip = new CountedClip(3)
    const video = {
      add: async () => {
        throw new Error('full')
      },
    }
    await expect(encodeClip(clip, 0, encoding({ video }))).rejects.toThrow('full')
    expect(clip).toMatchObject({ open: 0, made: 1, returned: true })
  })

  it('closes the frame and the sound if the sound is refused', async () => {
    const clip = new CountedClip(3)
    const closed: boolean[] = []
    const sound: ClipEncoding<Frame>['sound'] = {
      add: async (second) => {
        const close = second.close.bind(second)
        second.close = () => {
          closed.push(true)
          close()
        }
        throw new Error('full')
      },
    }
    await expect(encodeClip(clip, 0, encoding({ sound }))).rejects.toThrow('full')
    expect(closed).toEqual([true])
    expect(clip).toMatchObject({ open: 0, returned: true })
  })

  it('has a second of sound for each second, before the frames that follow it', async () => {
    const order: string[] = []
    const done = await encodeClip(
      new CountedClip(2),
      5,
      encoding({
        video: { add: async (frame) => void order.push(`frame ${frame.timestamp}`) },
        sound: { add: async (second) => void order.push(`sound ${second.timestamp}`) },
      }),
    )
    expect(done).toBe(true)
    expect(order).toEqual(['frame 5', 'sound 5', 'frame 6', 'sound 6'])
  })
})
