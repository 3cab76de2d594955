import { createDemoGateway } from '../../src/demo-gateway/server.ts'
import { everything } from '../../src/shared/history-query.ts'
import { answered, environmentOf, exchange, expect, parts, say, test, wordsOf } from './fixtures.ts'
import { readyToGenerate, showImages, studio } from './image-studio.ts'
import { speech } from './recordings.ts'
import { openSettings } from './side-pages.ts'
import { openTranscript, showTranscription, desk as sounds, transcribe, wavFile } from './transcription-desk.ts'
import { jobsOf, openVideos, playing, submitPrompt, submitVideos, desk as videos } from './video-desk.ts'

const nobodyListens = wordsOf('en', 'errors.refused.title')

test('without the gateway every panel shows its items, and work resumes when it is back', async ({ atelier }) => {
  test.slow()
  const fast = { tokensPerSecond: Number.POSITIVE_INFINITY, videoSecondsPerSecond: 40 }
  const before = await createDemoGateway(fast)
  let page = await atelier.start({ environment: environmentOf(before) })
  await exchange(page, 'Repeat exactly: the celadon of Longquan', 1)
  await submitVideos(atelier, { prompt: 'Celadon in the rain' })
  await readyToGenerate(page, { prompt: 'a celadon bowl' })
  await studio.generate(page).click()
  await expect(studio.drawn(page)).toHaveCount(1)
  await showTranscription(page)
  await transcribe(page, wavFile('Celadon talk.wav', speech(6).wav))
  await expect.poll(async () => (await jobsOf(atelier))[0]?.file?.poster?.mime).toBe('image/webp')

  await before.close()
  page = await atelier.restart()

  await test.step('a chat is readable offline; a failed question shows its error in place', async () => {
    await parts.row(page, /celadon/).click()
    await expect(parts.answers(page).first()).toContainText('the celadon of Longquan')
    await say(page, 'Repeat exactly: and back')
    const failed = await answered(page, 2)
    await expect(failed).toContainText(nobodyListens)
  })
  await test.step('an image can be viewed offline; a requested one shows why it is not made', async () => {
    await showImages(page)
    await expect(studio.drawn(page)).toHaveCount(1)
    await studio.tile(page, 'a celadon bowl').click()
    await expect(studio.picture(page)).toBeVisible()
    await expect
      .poll(() => studio.picture(page).evaluate((img) => (img instanceof HTMLImageElement ? img.naturalWidth : 0)))
      .toBe(64)
    await page.keyboard.press('Escape')
    await studio.prompt(page).fill('a second bowl')
    await studio.generate(page).click()
    await expect(studio.note(page, 'a second bowl')).toContainText(nobodyListens)
  })
  await test.step('a transcript is readable and plays offline', async () => {
    await showTranscription(page)
    await openTranscript(page, 'Celadon talk')
    await sounds.button(page, 'Play').click()
    await expect
      .poll(() => sounds.media(page).evaluate((media) => (media instanceof HTMLMediaElement ? media.currentTime : -1)))
      .toBeGreaterThan(0.2)
    await sounds.button(page, 'Pause').click()
  })
  await test.step('a video plays offline; a submitted one says that it waits for the gateway', async () => {
    await openVideos(page)
    await videos.card(page, 'Celadon in the rain').getByRole('button', { name: /^Open/ }).click()
    await expect.poll(async () => (await playing(page)).duration).toBeCloseTo(5, 1)
    await page.getByRole('button', { name: 'Play', exact: true }).click()
    await expect.poll(async () => (await playing(page)).time).toBeGreaterThan(0.2)
    await page.keyboard.press('Escape')
    await submitPrompt(page, 'Mist over the kiln')
    await expect(videos.card(page, 'Mist over the kiln')).toContainText(nobodyListens)
  })
  await test.step('the history shows and finds every item offline', async () => {
    await expect
      .poll(
        async () =>
          (await atelier.call('history.search', { text: 'x', filter: everything, limit: 1, next: null })).indexed,
      )
      .toBe(1)
    await page.keyboard.press('Control+Shift+F')
    await expect(page.getByRole('combobox', { name: 'Search everything you made' })).toBeFocused()
    await page.keyboard.type('celadon')
    const heads = page.getByRole('listbox', { name: 'Results' })
    for (const text of ['the celadon of Longquan', 'a celadon bowl', 'Celadon talk', 'Celadon in the rain'])
      await expect(heads.getByRole('option').filter({ hasText: text }).first()).toBeVisible()
  })
  await test.step('the settings open offline, and show what uses space', async () => {
    await openSettings(page, 'storage')
    const files = page.getByRole('table', { name: wordsOf('en', 'backup.storage.biggest') })
    // each file links to its item
    await files.getByRole('button', { name: 'Celadon in the rain' }).first().click()
    await expect(videos.view(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(videos.list(page)).toBeVisible()
  })

  const back = await createDemoGateway({
    ...fast,
    port: Number(new URL(before.origin).port),
    keys: [{ key: before.key, group: 'all' }],
  })
  await test.step('waiting work resumes automatically, without a restart or a press', async () => {
    await openVideos(page)
    await expect(videos.card(page, 'Mist over the kiln')).toContainText('Done', { timeout: 90_000 })
    await parts.panels(page).getByRole('button', { name: 'Chat' }).click()
    await page.getByRole('button', { name: /: demo-/ }).click()
    await expect(page.getByRole('option', { name: 'demo-chat', exact: true })).toBeVisible()
    await expect(page.getByText(nobodyListens).and(page.getByRole('alert'))).toHaveCount(0)
    await page.keyboard.press('Escape')
    await parts.answers(page).last().getByRole('button', { name: 'Ask again' }).click()
    await expect(await answered(page, 2)).toContainText('and back')
  })
  await back.close()
})
