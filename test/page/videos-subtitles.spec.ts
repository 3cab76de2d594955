import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { findings } from '../e2e/axe.ts'
import { lookInBothLanguages } from '../e2e/looks.ts'
import { desk, openVideos } from '../e2e/video-desk.ts'
import { expect, type OpenedPage, test } from './fixtures.ts'
import { decodedFilm, type FilmFrame } from './subtitles-in-film.ts'

const demo = join(import.meta.dirname, '../../resources/demo-gateway/landscape-5.mp4')
/** A video with sound, whose three frames last half a second each. */
const sounding = join(import.meta.dirname, '../fixtures/sound/film.webm')

/** Shows a finished video of 24 frames a second. Returns its file. */
async function finished(atelier: OpenedPage, page: Page, prompt: string, path = demo) {
  const [jobId, request] = [randomUUID(), { connectionId: 'environment', model: 'demo-video', duration: 5 as const }]
  await atelier.call('videos.submit', { jobs: [{ jobId, request: { ...request, prompt } }] })
  const media = atelier.app.files.addVideo(path, 640, 360)
  atelier.app.videos.finish(jobId, media)
  await openVideos(page)
  await expect(desk.card(page, prompt)).toBeVisible()
  return media
}

async function openSubtitles(page: Page, prompt: string) {
  await desk
    .cards(page)
    .getByRole('button', { name: `Actions for “${prompt}”` })
    .click()
  await page.getByRole('menuitem', { name: 'Burn in subtitles…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Burn in subtitles' })
  await expect(dialog).toBeVisible()
  return dialog
}

const times = [
  { from: 1.007, to: 2.013 },
  { from: 3.021, to: 3.977 },
] as const

/** How far off the frames are at which cues at the bottom appear and disappear, in ms. */
function errorsOf(frames: readonly FilmFrame[], cues: readonly { readonly from: number; readonly to: number }[]) {
  const ink = frames.map(({ time, white }) => ({ time, white: (white[8] ?? 0) + (white[9] ?? 0) }))
  const differs = (index: number) => Math.abs((ink[index]?.white ?? 0) - (ink[index - 1]?.white ?? 0)) > 100
  const changes = ink.filter((_, index) => index > 0 && differs(index)).map(({ time }) => time)
  const wanted = cues.flatMap(({ from, to }) => [from, to])
  expect(changes).toHaveLength(wanted.length)
  return changes.map((time, index) => Math.abs(time - (wanted[index] ?? 0)) * 1000)
}

test('subtitles are burnt into a video at most 40 ms off', async ({ atelier, chat: page, context }, info) => {
  const { transcripts, videos } = atelier.app
  const media = await finished(atelier, page, 'Ink in water')
  transcripts.addTranscript('Another talk', [[0, 900, 'Nothing of this film.']])
  transcripts.addTranscript(
    'Ink',
    times.map(({ from, to }, index) => [from * 1000, to * 1000, index === 0 ? '墨在水中慢慢散开' : 'A dark cloud']),
    media,
  )
  const dialog = await openSubtitles(page, 'Ink in water')
  // the transcript of this very video is chosen
  await expect(dialog.getByRole('radio', { name: /^Ink/ })).toBeChecked()
  await expect(dialog.getByRole('img', { name: 'Preview: 墨在水中慢慢散开' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Next subtitle' }).click()
  await expect(dialog.getByRole('img', { name: 'Preview: A dark cloud' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Save…' }).click()
  await expect(dialog).toHaveCount(0, { timeout: 60_000 })

  const [film] = videos.encoded
  if (film === undefined) throw new Error('nothing was saved')
  const { frames } = await decodedFilm(context, film.bytes)
  expect(frames).toHaveLength(120)
  const errors = errorsOf(frames, times)
  info.annotations.push({ type: 'ms off', description: errors.map((ms) => ms.toFixed(1)).join(', ') })
  expect(Math.max(...errors)).toBeLessThanOrEqual(40)
  // nothing is drawn elsewhere
  const middle = frames.map(({ white }) => (white[4] ?? 0) + (white[5] ?? 0))
  expect(Math.max(...middle) - Math.min(...middle)).toBeLessThan(50)
})

test('text, looks and offset are chosen by keyboard, and the looks are remembered', async ({ atelier, chat: page }) => {
  const { transcripts } = atelier.app
  const media = await finished(atelier, page, 'Ink in water')
  transcripts.addTranscript('Another talk', [[0, 900, 'Nothing of this film.']])
  transcripts.addTranscript('Ink', [[1_000, 3_000, 'Ink spreads slowly in the water.']], media)
  transcripts.addTranslation('Ink', 'zh', ['墨在水中慢慢散开。'])
  const dialog = await openSubtitles(page, 'Ink in water')
  const preview = dialog.getByRole('img', { name: /^Preview/ })
  await expect(preview).toHaveAccessibleName('Preview: Ink spreads slowly in the water.')
  await dialog.getByRole('radio', { name: 'Original' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(preview).toHaveAccessibleName('Preview: 墨在水中慢慢散开')
  await dialog.getByRole('checkbox', { name: 'With the original below' }).press('Space')
  await expect(preview).toHaveAccessibleName('Preview: 墨在水中慢慢散开 Ink spreads slowly in the water.')
  await dialog.getByRole('radio', { name: 'Medium' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(dialog.getByRole('radio', { name: 'Large' })).toBeChecked()
  await dialog.getByRole('radio', { name: 'Bottom' }).focus()
  await page.keyboard.press('ArrowRight')
  expect(await findings(page)).toEqual([])
  await lookInBothLanguages(page, 'videos-subtitles')

  // an offset beyond the film leaves nothing to save
  const offset = dialog.getByRole('textbox', { name: 'Offset in seconds' })
  await offset.fill('60')
  await expect(dialog).toContainText('No subtitle falls within the video. Check the offset.')
  await expect(dialog.getByRole('button', { name: 'Save…' })).toBeDisabled()
  await offset.fill('-0.5')
  await expect(dialog.getByRole('button', { name: 'Save…' })).toBeEnabled()

  await dialog.getByRole('searchbox', { name: 'Search transcripts' }).fill('another')
  await dialog.getByRole('radio', { name: /^Another talk/ }).check()
  await expect(dialog.getByRole('radio', { name: 'Original' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await page.reload()
  await openVideos(page)
  const again = await openSubtitles(page, 'Ink in water')
  await expect(again.getByRole('radio', { name: 'Large' })).toBeChecked()
  await expect(again.getByRole('radio', { name: 'Top' })).toBeChecked()
  await expect(again.getByRole('checkbox', { name: 'With the original below' })).toBeChecked()
})

test('encoding is cancelled, and without a transcript a press leads to Transcribe', async ({ atelier, chat: page }) => {
  const { transcripts, videos } = atelier.app
  await finished(atelier, page, 'Ink in water')
  const empty = await openSubtitles(page, 'Ink in water')
  await empty.getByRole('button', { name: 'Go to Transcribe' }).click()
  await expect(page.getByRole('complementary', { name: 'Transcripts' })).toBeVisible()

  transcripts.addTranscript('A talk', [[0, 4_000, 'Good morning.']])
  await openVideos(page)
  const dialog = await openSubtitles(page, 'Ink in water')
  await expect(dialog).toContainText('None of these was made from this video.')
  await dialog.getByRole('radio', { name: /^A talk/ }).check()
  await dialog.getByRole('button', { name: 'Save…' }).click()
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog.getByRole('button', { name: 'Save…' })).toBeEnabled()
  expect(videos.encoded).toEqual([])
})

test('a storyboard is saved with subtitles and sound', async ({ atelier, chat: page, context }, info) => {
  const { transcripts, videos } = atelier.app
  await finished(atelier, page, 'Ink in water')
  await finished(atelier, page, 'A talk', sounding)
  videos.makeStoryboard('board', 'Two films')
  // in the second video, because the first has five seconds
  transcripts.addTranscript('Talk', [[5_150, 5_350, 'Good morning.']])
  await page.getByRole('button', { name: 'Storyboards' }).click()
  const board = page.getByRole('region', { name: 'Storyboard', exact: true })
  await board.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'With subtitles…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Burn in subtitles' })
  await dialog.getByRole('radio', { name: /^Talk/ }).check()
  await dialog.getByRole('button', { name: 'Save…' }).click()
  await expect(dialog).toHaveCount(0, { timeout: 60_000 })
  expect(atelier.app.bridge.made.at(-1)?.name).toBe('storyboards.saveEncoded')
  const { frames, hasSound } = await decodedFilm(context, videos.encoded[0]?.bytes ?? Buffer.alloc(0))
  expect(hasSound).toBe(true)
  // its first frame is divided where the cue begins and ends
  const errors = errorsOf(
    frames.filter(({ time }) => time >= 5 && time < 5.5),
    [{ from: 5.15, to: 5.35 }],
  )
  info.annotations.push({ type: 'ms off', description: errors.map((ms) => ms.toFixed(1)).join(', ') })
  expect(Math.max(...errors)).toBeLessThanOrEqual(40)
})
