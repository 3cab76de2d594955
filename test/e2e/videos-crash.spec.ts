import { createDemoGateway } from '../../src/demo-gateway/server.ts'
import type { VideoDuration } from '../../src/shared/video.ts'
import { environmentOf, expect, test } from './fixtures.ts'
import { desk, jobsOf, openVideos, submitVideos } from './video-desk.ts'

const wanted: readonly { prompt: string; model: string; duration: VideoDuration; width: number; height: number }[] = [
  { prompt: 'A lantern on the river', model: 'demo-video-landscape', duration: 5, width: 640, height: 360 },
  { prompt: '雨中的石桥', model: 'demo-video', duration: 10, width: 360, height: 640 },
  { prompt: 'Snow over a lake', model: 'demo-video-landscape', duration: 10, width: 640, height: 360 },
]

test('three videos in progress when the app is killed end as playable files, each submitted once', async ({
  atelier,
}) => {
  test.slow()
  const gateway = await createDemoGateway({ videoSecondsPerSecond: 2 })
  try {
    const page = await atelier.start({ environment: environmentOf(gateway) })
    await openVideos(page)
    await submitVideos(atelier, ...wanted.map(({ prompt, model, duration }) => ({ prompt, model, duration })))
    await expect.poll(async () => (await jobsOf(atelier)).filter(({ taskId }) => taskId !== null).length).toBe(3)
    await atelier.kill()

    const again = await atelier.restart()
    await openVideos(again)
    for (const { prompt } of wanted) await expect(desk.card(again, prompt)).toContainText('Done')
    const jobs = await jobsOf(atelier)
    for (const { prompt, duration, width, height } of wanted) {
      const media = jobs.find(({ request }) => request.prompt === prompt)?.file?.media
      const { mediaBase } = await atelier.call('app.info', {})
      // the browser's own media element decides whether the video plays
      const seen = await again.evaluate(
        async ({ url, at }) => {
          const video = document.createElement('video')
          video.muted = true
          video.src = url
          await new Promise((resolve, reject) => {
            video.onloadeddata = resolve
            video.onerror = () => reject(new Error(video.error?.message ?? 'it does not play'))
          })
          video.currentTime = at
          await new Promise((resolve) => {
            video.onseeked = resolve
          })
          return {
            duration: video.duration,
            width: video.videoWidth,
            height: video.videoHeight,
            time: video.currentTime,
            ready: video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA,
          }
        },
        { url: `${mediaBase}${media?.id}`, at: duration / 2 },
      )
      expect(seen.duration).toBeCloseTo(duration, 1)
      expect(seen).toMatchObject({ width, height, time: duration / 2, ready: true })
    }
    const submissions = gateway.requests().filter(({ method }) => method === 'POST')
    expect(submissions).toHaveLength(3)
  } finally {
    await gateway.close()
  }
})
