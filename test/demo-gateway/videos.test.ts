import { describe, expect, it } from 'vitest'
import { mp4Seconds } from '../../src/demo-gateway/audio/length-in-header.ts'
import { createTestClock, json, send, startGateway } from './gateway-under-test.ts'

const clock = createTestClock()
const gateway = await startGateway({ now: clock.now })
const submit = (more: Record<string, unknown> = {}, faults = '') =>
  send(
    gateway,
    '/v1/videos/generations',
    { model: 'demo-video', prompt: 'a lantern', async: true, ...more },
    { 'x-demo-fault': faults },
  )
const idOf = async (faults: string, more = {}): Promise<string> => (await json(submit(more, faults))).id
const status = (id: string) => send(gateway, `/v1/videos/generations/${id}`)

/** Width and height from the header of the first track, which are its last eight bytes. */
function frameOf(file: Buffer): { width: number; height: number } {
  const start = file.indexOf('tkhd', 0, 'latin1') - 4
  const end = start + file.readUInt32BE(start)
  return { width: file.readUInt32BE(end - 8) / 65_536, height: file.readUInt32BE(end - 4) / 65_536 }
}

describe('the life of a video task', () => {
  it('a video of 5 s goes from pending to processing to completed in 12 seconds', async () => {
    const task = await json(submit({ duration: 5 }))
    expect(task).toEqual({ id: expect.any(String), status: 'pending', created_at: Math.floor(clock.now() / 1000) })
    expect((await json(status(task.id))).status).toBe('pending')
    clock.advance(3_000)
    expect((await json(status(task.id))).status).toBe('processing')
    clock.advance(8_500)
    expect(await json(status(task.id))).not.toHaveProperty('video_url')
    clock.advance(500)
    expect(await json(status(task.id))).toMatchObject({
      id: task.id,
      status: 'completed',
      video_url: expect.any(String),
    })
  })

  it('videos are made faster on request', async () => {
    const fast = await startGateway({ videoSecondsPerSecond: Number.POSITIVE_INFINITY })
    const body = { model: 'demo-video', prompt: 'x' }
    const { id } = await json(send(fast, '/v1/videos/generations', body))
    expect((await json(send(fast, `/v1/videos/generations/${id}`))).status).toBe('completed')
  })

  it('a task is no longer found after 24 hours', async () => {
    const id = await idOf('')
    clock.advance(24 * 3600 * 1000 - 1)
    expect((await status(id)).status).toBe(200)
    clock.advance(1)
    const answer = await status(id)
    expect(answer.status).toBe(404)
    expect((await json(answer)).error.code).toBe('task_not_found')
  })

  it.each([5, 10, 15, 20])('a video of %d seconds is playable in both orientations', async (duration) => {
    for (const [model, width, height] of [
      ['demo-video', 360, 640],
      ['demo-video-landscape', 640, 360],
    ] as const) {
      const id = await idOf('video-life;seconds=0', { model, duration })
      const answer = await fetch((await json(status(id))).video_url)
      expect(answer.headers.get('content-type')).toBe('video/mp4')
      const file = Buffer.from(await answer.arrayBuffer())
      expect(mp4Seconds(file)).toBeCloseTo(duration, 1)
      expect(frameOf(file)).toEqual({ width, height })
    }
  })

  it('serves byte ranges of a video', async () => {
    const { video_url: url } = await json(status(await idOf('video-life;seconds=0')))
    const part = await fetch(url, { headers: { range: 'bytes=4-7' } })
    expect(part.status).toBe(206)
    expect(await part.text()).toBe('ftyp')
  })

  it.each([
    ['duration', { duration: 7 }],
    ['duration', { duration: '5' }],
    ['prompt', { prompt: '' }],
    ['model', { model: 'demo-chat' }],
    ['async', { async: 'yes' }],
  ])('refuses a video request with a wrong %s', async (param, more) => {
    const answer = await submit(more)
    expect(answer.status).toBe(400)
    expect((await json(answer)).error.param).toBe(param)
  })

  it('answers 404 to an unknown task', async () => {
    expect((await status('video-none')).status).toBe(404)
  })
})

describe('video faults', () => {
  const later = async (faults: string, seconds = 60) => {
    const id = await idOf(faults)
    clock.advance(seconds * 1000)
    return json(status(id))
  }

  it('video-fails reports the error as a string, as an object, or not at all', async () => {
    expect(await later('video-fails;message=No')).toMatchObject({ status: 'failed', error: 'No' })
    expect(await later('video-fails;error=object;message=No')).toMatchObject({
      status: 'failed',
      error: { message: 'No' },
    })
    expect(await later('video-fails;error=none')).not.toHaveProperty('error')
  })

  it('video-no-url leaves out the link of a finished video', async () => {
    const task = await later('video-no-url')
    expect(task.status).toBe('completed')
    expect(task).not.toHaveProperty('video_url')
  })

  it('video-word replaces the status for some polls or for good', async () => {
    expect((await later('video-word;word=rendering', 1)).status).toBe('rendering')
    expect((await later('video-word;word=rendering')).status).toBe('completed')
    expect((await later('video-word;word=cancelled;final')).status).toBe('cancelled')
  })

  it('video-stuck never finishes a task', async () => {
    expect((await later('video-stuck', 3600)).status).toBe('processing')
    expect((await later('video-stuck;at=pending', 3600)).status).toBe('pending')
  })

  it('video-lost forgets a task', async () => {
    expect((await later('video-lost;code=gone')).error.code).toBe('gone')
  })

  it('video-life sets how long a task exists', async () => {
    expect((await later('video-life;seconds=2', 2)).status).toBe('completed')
  })

  it('poll-fails fails a number of polls of the task', async () => {
    const id = await idOf('poll-fails;status=500;times=2')
    expect([(await status(id)).status, (await status(id)).status, (await status(id)).status]).toEqual([500, 500, 200])
    const always = await idOf('poll-fails')
    expect([(await status(always)).status, (await status(always)).status]).toEqual([503, 503])
  })

  it('dead-link makes the link of a video answer 404', async () => {
    expect((await fetch((await later('dead-link')).video_url)).status).toBe(404)
  })

  it('the prompt of a video can ask for a fault too', async () => {
    const { id } = await json(submit({ prompt: '/fault video-fails\na lantern' }))
    clock.advance(60_000)
    expect((await json(status(id))).status).toBe('failed')
  })
})
