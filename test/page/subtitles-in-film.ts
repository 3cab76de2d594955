import { join } from 'node:path'
import type { BrowserContext } from '@playwright/test'

const library = join(import.meta.dirname, '../../node_modules/mediabunny/dist/bundles/mediabunny.min.cjs')
/** An address that no server answers: the test does, because only secure pages may decode. */
const address = 'https://films.test'

/** A decoded frame, with the number of nearly white pixels in each tenth of its height. */
export interface FilmFrame {
  readonly time: number
  readonly white: readonly number[]
}

interface DecodedFilm {
  readonly frames: readonly FilmFrame[]
  readonly hasSound: boolean
}

/** Decodes every frame of a film in another page. */
export async function decodedFilm(context: BrowserContext, film: Buffer): Promise<DecodedFilm> {
  const page = await context.newPage()
  await page.route(`${address}/**`, (route) =>
    route.request().url().endsWith('/film')
      ? route.fulfill({ body: film, contentType: 'application/octet-stream' })
      : route.fulfill({ body: '<!doctype html><title>Film</title>', contentType: 'text/html' }),
  )
  await page.goto(`${address}/`)
  await page.addScriptTag({ path: library })
  const decoded = await page.evaluate<DecodedFilm>(`(async () => {
    const { ALL_FORMATS, BlobSource, Input, VideoSampleSink } = Mediabunny
    const blob = await (await fetch('/film')).blob()
    const input = new Input({ source: new BlobSource(blob), formats: ALL_FORMATS })
    const track = await input.getPrimaryVideoTrack()
    const canvas = new OffscreenCanvas(await track.getDisplayWidth(), await track.getDisplayHeight())
    const context = canvas.getContext('2d', { willReadFrequently: true })
    const found = []
    for await (const sample of new VideoSampleSink(track).samples()) {
      sample.draw(context, 0, 0)
      const { data } = context.getImageData(0, 0, canvas.width, canvas.height)
      const white = new Array(10).fill(0)
      for (let at = 0; at < data.length; at += 4)
        if (Math.min(data[at], data[at + 1], data[at + 2]) > 225)
          white[Math.floor((at / data.length) * 10)] += 1
      found.push({ time: sample.timestamp, white })
      sample.close()
    }
    return { frames: found, hasSound: (await input.getPrimaryAudioTrack()) !== null }
  })()`)
  await page.close()
  return decoded
}
