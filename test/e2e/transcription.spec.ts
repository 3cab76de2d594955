import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { parse } from '@plussub/srt-vtt-parser'
import { unzipSync } from 'fflate'
import type { TranscriptSegment } from '../../src/shared/transcript.ts'
import type { ReadCue } from '../fakes/subtitle-parser.ts'
import { browserShellOnly, expect, test } from './fixtures.ts'
import { speech } from './recordings.ts'
import {
  chooseFiles,
  desk,
  newestTranscript,
  openTranscript,
  showTranscription,
  soundOf,
  soundRequests,
  transcribe,
  transcripts,
  wavFile,
} from './transcription-desk.ts'

const talk = speech(24)

/** Playback position, in s. */
async function playedTo(page: Page): Promise<number> {
  return await desk.media(page).evaluate((media) => (media instanceof HTMLMediaElement ? media.currentTime : -1))
}

async function lengthOf(page: Page): Promise<number> {
  return await desk.media(page).evaluate((media) => (media instanceof HTMLMediaElement ? media.duration : -1))
}

async function textsOf(page: Page): Promise<readonly string[]> {
  return await desk.texts(page).allTextContents()
}

test('a recording becomes a transcript that plays, and is available offline', async ({
  chat: page,
  atelier,
  gateway,
}) => {
  await showTranscription(page)
  await chooseFiles(page, wavFile('Morning talk.wav', talk.wav))
  // opens automatically, because no other transcript is open
  await expect(desk.view(page).getByRole('heading', { name: 'Morning talk' })).toBeVisible()
  const transcript = await newestTranscript(atelier)
  expect(transcript.summary).toMatchObject({ title: 'Morning talk', duration: 24_000, complete: true })
  const said = transcript.segments.map(({ text }) => text)
  expect(said.length).toBeGreaterThan(2)
  expect(await textsOf(page)).toEqual(said)
  await expect(desk.queue(page)).toHaveCount(0)

  const [request, ...others] = soundRequests(gateway)
  expect(others).toEqual([])
  expect(request?.form).toMatchObject({ model: 'demo-transcribe', response_format: 'verbose_json' })

  await test.step('the current segment is highlighted, and a click on a segment plays it', async () => {
    const third = transcript.segments[2]
    if (third === undefined || third.from === null) throw new Error('the third segment has no time')
    // playback goes on while a busy machine reads its position
    await desk.media(page).evaluate((media) => {
      if (!(media instanceof HTMLMediaElement)) return
      media.playbackRate = 0.25
      media.addEventListener('seeking', () => {
        media.dataset.sought = String(media.currentTime)
      })
    })
    const soughtTo = async () => Number(await desk.media(page).getAttribute('data-sought'))
    await desk
      .segments(page)
      .nth(2)
      .getByRole('button', { name: /^Play from / })
      .click()
    await expect(desk.texts(page).nth(2)).toHaveAttribute('aria-current', 'true')
    // playback continues from there
    await expect.poll(soughtTo).toBeCloseTo(third.from / 1000, 1)
    await expect.poll(() => playedTo(page)).toBeGreaterThan(third.from / 1000)
    // a word can be clicked too
    const word = transcript.segments[1]?.words[3]
    if (word === undefined) throw new Error('the second segment has no words')
    await desk.texts(page).nth(1).locator('[data-word="3"]').click()
    await expect(desk.texts(page).nth(1)).toHaveAttribute('aria-current', 'true')
    await expect.poll(soughtTo).toBeCloseTo(word.from / 1000, 1)
    await expect.poll(() => playedTo(page)).toBeGreaterThan(word.from / 1000 + 0.3)
    await desk.button(page, 'Pause').click()
    await expect(desk.button(page, 'Play')).toBeVisible()
  })

  await test.step('transcripts open and their recordings play offline', async () => {
    await gateway.close()
    await atelier.restart()
    await showTranscription(page)
    await openTranscript(page, 'Morning talk')
    expect(await textsOf(page)).toEqual(said)
    await expect.poll(() => lengthOf(page)).toBeCloseTo(24, 1)
    await desk.button(page, 'Play').click()
    await expect.poll(() => playedTo(page)).toBeGreaterThan(0.2)
    await desk.button(page, 'Pause').click()
  })
})

test('a segment is edited, split and merged; each step can be undone and survives a crash', async ({
  chat: page,
  atelier,
}) => {
  await showTranscription(page)
  await transcribe(page, wavFile('Talk.wav', talk.wav))
  const said = await textsOf(page)
  const saved = async () => (await newestTranscript(atelier)).segments.map(({ text }) => text)

  await desk.texts(page).first().focus()
  await page.keyboard.press('Enter')
  await desk.editor(page).fill('One two three four')
  await page.keyboard.press('Control+Enter')
  const edited = ['One two three four', ...said.slice(1)]
  await expect(desk.texts(page)).toHaveText(edited)
  await expect.poll(saved).toEqual(edited)
  await desk.button(page, 'Undo').click()
  await expect(desk.texts(page)).toHaveText([...said])
  await desk.button(page, 'Redo').click()
  await expect(desk.texts(page)).toHaveText(edited)
  await expect(desk.button(page, 'Redo')).toBeDisabled()

  await test.step('start and end are typed, or set to the playback position', async () => {
    const times = async () => (await newestTranscript(atelier)).segments.slice(0, 2).map(({ from, to }) => [from, to])
    const before = await times()
    const [next] = before[1] ?? []
    await desk.texts(page).first().dblclick()
    const editor = desk.segments(page).first()
    const [start, end] = [editor.getByLabel('Start', { exact: true }), editor.getByLabel('End', { exact: true })]
    await start.fill('0:00.250')
    await end.fill('0:20')
    await end.press('Enter')
    await expect(editor.getByRole('alert')).toContainText('The next segment starts at')
    // the position is the beginning
    await editor.getByRole('button', { name: 'Set the start to the playback position' }).click()
    await expect(start).toHaveValue('0:00.000')
    await end.press('Alt+]')
    await expect(editor.getByRole('alert')).toHaveText('The end must be after the start.')
    await start.fill('0：00.250')
    await end.fill('1')
    await end.press('Enter')
    await expect.poll(times).toEqual([[250, 1000], before[1]])
    expect(next).toBeGreaterThan(1000)
    await desk.button(page, 'Undo').click()
    await expect.poll(times).toEqual(before)
  })

  await test.step('Ctrl+Shift+Enter splits a segment at the caret', async () => {
    const [whole] = (await newestTranscript(atelier)).segments
    await desk.texts(page).first().focus()
    await page.keyboard.press('Enter')
    await desk.editor(page).press('Home')
    for (let moved = 0; moved < 'One two'.length; moved += 1) await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Control+Shift+Enter')
    const split = ['One two', 'three four', ...said.slice(1)]
    await expect.poll(saved).toEqual(split)
    await page.keyboard.press('Escape')
    await expect(desk.texts(page)).toHaveText(split)
    const [first, second] = (await newestTranscript(atelier)).segments
    expect([first?.from, second?.to]).toEqual([whole?.from, whole?.to])
    expect(first?.to).toBeLessThanOrEqual(second?.from ?? -1)
  })

  await test.step('adjacent segments are merged', async () => {
    await desk
      .segments(page)
      .first()
      .getByRole('button', { name: /^Actions for/ })
      .click()
    await page.getByRole('menuitem', { name: 'Join with the next' }).click()
    await expect(desk.texts(page)).toHaveText(edited)
    await expect.poll(saved).toEqual(edited)
  })

  await atelier.kill()
  await atelier.restart()
  await showTranscription(page)
  await openTranscript(page, 'Talk')
  expect(await textsOf(page)).toEqual(edited)
  for (let undone = 0; undone < 3; undone += 1) await desk.button(page, 'Undo').click()
  await expect(desk.texts(page)).toHaveText([...said])
  await expect(desk.button(page, 'Undo')).toBeDisabled()
})

/** Cues of a WebVTT file, as the browser's own `<track>` parses them. */
async function readByTrack(page: Page, file: string): Promise<readonly ReadCue[]> {
  const empty = await page.context().newPage()
  const cues = await empty.evaluate(async (text) => {
    const video = document.createElement('video')
    const track = document.createElement('track')
    track.src = URL.createObjectURL(new Blob([text], { type: 'text/vtt' }))
    track.default = true
    const loaded = new Promise<void>((resolve, reject) => {
      track.addEventListener('load', () => resolve())
      track.addEventListener('error', () => reject(new Error('the browser does not take the file')))
    })
    video.append(track)
    document.body.append(video)
    track.track.mode = 'hidden'
    await loaded
    return [...(track.track.cues ?? [])].map((cue) => ({
      from: cue.startTime * 1000,
      to: cue.endTime * 1000,
      text: cue instanceof VTTCue ? cue.text : '',
    }))
  }, file)
  await empty.close()
  return cues
}

/** Checks that cues have the texts and times of the segments; a cue ends a minimum gap before the next. */
function expectCues(cues: readonly ReadCue[], segments: readonly TranscriptSegment[]): void {
  let at = 0
  for (const { from, to, text } of segments) {
    if (from === null || to === null) throw new Error('a segment has no time')
    const own: ReadCue[] = []
    const told = () => own.map((cue) => cue.text.replaceAll('\n', ' ')).join(' ')
    while (told().length < text.length && at < cues.length) {
      const cue = cues[at]
      if (cue !== undefined) own.push(cue)
      at += 1
    }
    expect(told()).toBe(text)
    expect(Math.abs((own[0]?.from ?? -1) - from)).toBeLessThan(2)
    const end = own.at(-1)?.to ?? -1
    expect(end).toBeLessThan(to + 2)
    expect(end).toBeGreaterThan(to - 90)
  }
  expect(at).toBe(cues.length)
  for (const [index, cue] of cues.entries()) {
    expect(cue.to).toBeGreaterThan(cue.from)
    expect(cue.from).toBeGreaterThanOrEqual(cues[index - 1]?.to ?? 0)
    for (const line of cue.text.split('\n')) expect(line.length).toBeLessThanOrEqual(42)
    expect(cue.text.split('\n').length).toBeLessThanOrEqual(2)
  }
}

test("other programs read the transcript's text from its SRT and WebVTT files", async ({
  chat: page,
  atelier,
  shellKind,
}) => {
  browserShellOnly(shellKind, 'Electron asks where to save in a window of the system')
  await showTranscription(page)
  await transcribe(page, wavFile('Talk.wav', talk.wav))
  await desk.texts(page).first().focus()
  await page.keyboard.press('Enter')
  await desk.editor(page).fill('Fish & chips <b>at --> noon')
  await page.keyboard.press('Control+Enter')
  await expect(desk.texts(page).first()).toHaveText('Fish & chips <b>at --> noon')
  await expect.poll(async () => (await newestTranscript(atelier)).segments[0]?.text).toContain('Fish')

  const save = async (button: string) => {
    const arrives = page.waitForEvent('download')
    await page.getByRole('dialog').getByRole('button', { name: button, exact: true }).click()
    return await arrives
  }
  await desk.button(page, 'Export…').click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('region', { name: 'Preview' })).toContainText('00:00:00,000 -->')
  // in a page, an evaluated text: the specs know no DOM
  const dragged = await page.evaluate(`(() => {
    const dataTransfer = new DataTransfer()
    const handle = document.querySelector('[role=dialog] button[draggable=true]')
    handle.dispatchEvent(new DragEvent('dragstart', { dataTransfer, bubbles: true, cancelable: true }))
    return handle.getAttribute('aria-label') + ' ' + dataTransfer.getData('DownloadURL')
  })()`)
  expect(dragged).toMatch(/^Save Talk\.srt, or drag it .* application\/octet-stream:Talk\.srt:blob:http/)
  const srt = await save('Save…')
  expect(srt.suggestedFilename()).toBe('Talk.srt')
  await expect(dialog).toHaveCount(0)

  await desk.button(page, 'Export…').click()
  await dialog.getByRole('checkbox', { name: 'Web subtitles (VTT)' }).check()
  const zip = await save('Save as ZIP…')
  const files = unzipSync(await readFile(await zip.path()))
  expect(Object.keys(files).sort()).toEqual(['Talk.srt', 'Talk.vtt'])
  const text = (name: string) => Buffer.from(files[name] ?? []).toString('utf8')
  expect(text('Talk.srt')).toBe(await readFile(await srt.path(), 'utf8'))

  const { segments } = await newestTranscript(atelier)
  // an arrow in the text would be read as times of a cue
  const inSrt = segments.map((segment) => ({ ...segment, text: segment.text.replace('-->', '→') }))
  expectCues(parse(text('Talk.srt')).entries, inSrt)
  const plain = (cue: ReadCue): ReadCue => ({
    ...cue,
    text: cue.text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&'),
  })
  expectCues((await readByTrack(page, text('Talk.vtt'))).map(plain), segments)
})

test('a recording added twice appears twice, under two names', async ({ chat: page, atelier, gateway }) => {
  await showTranscription(page)
  await transcribe(page, wavFile('First.wav', talk.wav))
  await transcribe(page, wavFile('Second.wav', talk.wav))
  await expect(desk.rows(page)).toHaveCount(2)
  expect((await transcripts(atelier)).map(({ title }) => title)).toEqual(['Second', 'First'])
  const [first, second] = soundRequests(gateway)
  if (first === undefined || second === undefined) throw new Error('two requests were expected')
  expect(soundOf(first)).toBe(soundOf(second))
})
