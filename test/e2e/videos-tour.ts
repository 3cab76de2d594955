import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { VideoJob } from '../../src/shared/video.ts'
import { type Atelier, expect, type Language, wordsOf } from './fixtures.ts'
import { openSettings } from './side-pages.ts'
import { jobsOf, submitVideos } from './video-desk.ts'

const prompts = {
  en: [
    'A paper boat leaves the harbour in morning light, slow pan to the lighthouse, muted vermilion and grey',
    'Mist lifting from tea terraces, drone shot',
    'Cinnabar ink spreading in water',
    'A night market in the rain, neon signs, people under umbrellas passing by in slow motion',
    'Snow over a lake',
    'Clouds over a mountain pass, time lapse',
    'An old clockmaker at work',
    'Lanterns on the river',
    'The first tram of the day',
  ],
  'zh-CN': [
    '纸船在晨光里离开港口，镜头缓缓移向灯塔，朱砂色与灰色',
    '茶园上的雾慢慢散开，航拍',
    '朱砂墨在水中散开',
    '雨中的夜市，霓虹招牌，撑伞的行人以慢动作走过',
    '湖上的雪',
    '山口的云，延时摄影',
    '工作中的老钟表匠',
    '河上的灯笼',
    '清晨的第一班电车',
  ],
} as const

interface Tour {
  readonly atelier: Atelier
  readonly page: Page
  readonly language: Language
}

/** Model faults and expected state for each prompt. */
const fates = [
  ['demo-video-landscape', 'done'],
  ['demo-video', 'done'],
  ['demo-video+video-fails', 'failed'],
  ['demo-video-landscape+video-stuck', 'processing'],
  ['demo-video+video-word(word=polishing,final=true)', 'pending'],
  ['demo-video+hang-up', 'unknown'],
  ['demo-video+video-lost', 'expired'],
  ['demo-video-landscape+quota', 'failed'],
] as const

/**
 * Visits the states of the videos panel in a language, and calls back at each.
 * The page is new, and connected to a gateway that makes videos in a few seconds.
 */
export async function tourOfVideos(tour: Tour, visit: (state: string) => Promise<void>): Promise<void> {
  const { atelier, page, language } = tour
  const w = (key: string) => wordsOf(language, key)
  const button = (key: string) => page.getByRole('button', { name: w(key), exact: true })
  const form = page.getByRole('complementary', { name: w('videos.form') })
  const list = page.getByRole('list', { name: w('videos.queue'), exact: true })
  const texts = prompts[language]

  await page
    .getByRole('navigation', { name: w('app.panels') })
    .getByRole('button', { name: w('videos.panel') })
    .click()
  await expect(page.getByRole('heading', { name: w('videos.nothing') })).toBeVisible()
  await visit('videos-empty')
  await form.getByRole('switch', { name: w('videos.asList') }).press('Space')
  await form.getByRole('textbox', { name: w('videos.prompts') }).fill(texts.slice(0, 3).join('\n'))
  await atelier.call('settings.update', {
    videoPriceOf: { 'demo-video': 0.8 },
    videosAtOnce: 20,
    videoPollsPerMinute: 120,
  })
  await visit('videos-list')

  await submitVideos(atelier, ...fates.map(([model], index) => ({ model, prompt: texts[index] ?? '' })))
  const statuses = async () => {
    const jobs = await jobsOf(atelier)
    return fates.map((_fate, index) => jobOf(jobs, texts[index])?.status)
  }
  await expect.poll(statuses).toEqual(fates.map(([, status]) => status))
  await atelier.call('settings.update', { videosAtOnce: 1 })
  await submitVideos(atelier, { model: 'demo-video', prompt: texts[8] })
  await expect(list.getByRole('listitem')).toHaveCount(9)
  await expect(list.locator('canvas[data-drawn]')).toHaveCount(2)
  await visit('videos-queue')

  const word = list.getByRole('button', { name: w('videos.wordMeaning') })
  await word.click()
  await visit('videos-word')
  await page.keyboard.press('Escape')
  await button('videos.filter').click()
  await visit('videos-filter')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: new RegExp(`^${w('videos.group.attention')}`) }).click()
  await expect(list.getByRole('listitem')).toHaveCount(4)
  await visit('videos-attention')
  await list.getByRole('button', { name: w('videos.sendAgain') }).click()
  await visit('videos-unknown')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: new RegExp(`^${w('videos.group.running')}`) }).click()
  await list.getByRole('button', { name: cancelName(w('videos.cancelJob'), texts[3]) }).click()
  await visit('videos-cancel')
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: new RegExp(`^${w('videos.group.done')}`) }).click()
  await button('app.more').click()
  await page.getByRole('menuitem', { name: w('videos.selectAll') }).click()
  await visit('videos-selection')
  await button('videos.selectEnd').click()
  await list.locator('[data-job]').first().click()
  await expect(page.getByRole('region', { name: w('videos.view'), exact: true })).toBeVisible()
  await expect
    .poll(() => page.locator('video').evaluate((video) => video instanceof HTMLVideoElement && video.readyState > 1))
    .toBe(true)
  await visit('videos-result')
  await page.keyboard.press('Escape')

  await button('storyboards.title').click()
  await expect(page.getByRole('heading', { name: w('storyboards.none') })).toBeVisible()
  await visit('videos-storyboards-empty')
  const storyboardId = randomUUID()
  const done = (await jobsOf(atelier)).filter(({ status }) => status === 'done')
  const entries = [...done, ...done].map(({ id }) => ({ entryId: randomUUID(), videoId: id }))
  await atelier.call('storyboards.put', { storyboardId, name: texts[0].slice(0, 60) })
  await atelier.call('storyboards.add', { storyboardId, entries, beforeId: null })
  await expect(page.locator('ol img[src^="data:"]')).toHaveCount(4)
  await button('storyboards.save').click()
  await expect(page.getByRole('alert')).toBeVisible()
  await visit('videos-storyboard')
  await button('videos.back').click()

  await openSettings(page, 'videos', language)
  await visit('videos-settings')
}

function jobOf(jobs: readonly VideoJob[], prompt: string | undefined): VideoJob | undefined {
  return jobs.find(({ request }) => request.prompt === prompt)
}

/** Name of a card's button; the card may truncate the prompt in it. */
function cancelName(words: string, prompt: string): RegExp {
  return new RegExp(`^${words.replace(/\{\{title\}\}.*$/, '')}${prompt.slice(0, 6)}`)
}
