import type { Page } from '@playwright/test'
import { everything } from '../../src/shared/history-query.ts'
import { type Atelier, expect, type Language, wordsOf } from './fixtures.ts'
import { HistorySeed } from './history-seed.ts'
import { openSettings } from './side-pages.ts'

const hour = 3_600_000

const texts = {
  en: {
    launch: [
      'Launch text',
      'Write a launch text; its hero is a seal of cinnabar.',
      'Only the seal stays cinnabar, all else is ink.',
    ],
    limiter: [
      'Rate limiter for the ingest API',
      'Token bucket or sliding window?',
      'For bursts like yours a token bucket fits better.',
    ],
    long: 'Names for a tea brand that sells to restaurants, with a long explanation of what each of them alludes to and why',
    broken: ['Explain this stack trace', 'What does it mean?', 'The null comes from'],
    workshop: [
      'Interview: the tea workshop',
      'We begin with the pigments.',
      'Someone brought cinnabar from Dunhuang.',
      'Then tea.',
    ],
    seal: 'A seal stamped in cinnabar on rice paper, seen from above in the light of a north window',
    lost: 'A harbour in the morning',
    ink: 'Cinnabar ink spreading slowly in water, macro, black background',
    snow: 'Snow over a lake',
    tags: ['tea', 'work in progress'],
  },
  'zh-CN': {
    launch: ['产品发布文案', '写一段发布文案，主角是一枚朱砂印。', '标题只留一枚朱砂印，正文用墨色，不加任何底纹。'],
    limiter: ['接口限流方案', '令牌桶还是滑动窗口？', '像这样的突发流量，令牌桶更合适。'],
    long: '为一个面向餐厅的茶叶品牌取名，并详细说明每个名字的典故、读音、联想，以及为什么适合这个品牌的定位和受众',
    broken: ['解释这段报错', '这是什么意思？', '空值来自'],
    workshop: ['访谈：茶作坊', '我们先聊聊颜料。', '有人从敦煌带来一种矿物颜料，朱砂。', '然后喝茶。'],
    seal: '宣纸上的一枚朱砂印，北窗的光线，从上方俯视',
    lost: '清晨的港口',
    ink: '朱砂墨在水中缓慢散开，微距，黑色背景',
    snow: '湖上的雪',
    tags: ['茶', '进行中的项目'],
  },
} as const

interface Tour {
  readonly atelier: Atelier
  readonly page: Page
  readonly language: Language
}

/** Fills a data folder with items of every kind and state, over a week; one picture's file is missing. */
export async function seedForTour(data: string, language: Language): Promise<void> {
  const seed = new HistorySeed(data)
  const { launch, limiter, long, broken, workshop, seal, lost, ink, snow } = texts[language]
  const [launchTitle, ...launchTexts] = launch
  const [limiterTitle, ...limiterTexts] = limiter
  const [brokenTitle, ...brokenTexts] = broken
  const [workshopTitle, ...workshopTexts] = workshop
  const now = Date.now()
  // long enough that the hit lies in the middle
  const talk = Array.from({ length: 40 }, (_, index) => `${limiterTexts.join(' ')} ${index + 1}`)
  seed.chat(launchTitle, [...talk, ...launchTexts, ...talk], now - 60_000)
  seed.chat(limiterTitle, limiterTexts, now - 2 * hour)
  seed.chat(brokenTitle, brokenTexts, now - 3 * hour, 'failed')
  seed.transcript(workshopTitle, workshopTexts, now - 4 * hour)
  const pictures = [await seed.picture(12), await seed.picture(200), await seed.picture(90), await seed.picture(300)]
  const [first, second, third, fourth] = pictures
  if (!first || !second || !third || !fourth) throw new Error('there are four pictures')
  seed.image(seal, first, now - 26 * hour)
  seed.image(lost, second, now - 27 * hour)
  seed.video(ink, now - 50 * hour, third)
  seed.video(snow, now - 51 * hour)
  seed.chat(long, ['1', '2'], now - 75 * hour)
  for (let index = 1; index < 8; index += 1) {
    seed.image(`${seal} ${index}`, fourth, now - (98 + index) * hour)
    seed.chat(`${limiterTitle} ${index}`, limiterTexts, now - (98 + index) * hour - 60_000)
  }
  seed.lose(second)
  seed.close()
}

/**
 * Visits the states of the history in a language, and calls back at each. The page is new and connected, with the data
 * of `seedForTour`.
 */
export async function tourOfHistory(
  { atelier, page, language }: Tour,
  visit: (state: string) => Promise<void>,
): Promise<void> {
  // the browser's own message about the missing file
  atelier.allow(/status of 404 .*\/media\//)
  const w = (key: string) => wordsOf(language, key)
  const button = (key: string) => page.getByRole('button', { name: w(key), exact: true })
  const row = (text: string) => page.locator('[data-item]').filter({ hasText: text })
  const field = page.getByRole('combobox', { name: w('history.searchField') })
  const { ink, launch, lost, seal, snow, tags } = texts[language]
  await expect
    .poll(
      async () =>
        (await atelier.call('history.search', { text: 'x', filter: everything, limit: 1, next: null })).indexed,
    )
    .toBe(1)
  const { items } = await atelier.call('history.list', { filter: everything, offset: 0, limit: 50 })
  const keyOf = (title: string) => items.filter((item) => item.title === title).map(({ key }) => key)
  await atelier.call('history.tag', { keys: keyOf(launch[0]), add: [...tags], remove: [] })
  await atelier.call('history.setPinned', { keys: keyOf(ink), pinned: true })

  await page.keyboard.press('Control+5')
  await expect(row(lost).getByTitle(w('app.fileLost'))).toBeAttached()
  await expect(row(snow)).toBeVisible()
  await visit('history-timeline')

  await button('history.viewTiles').click()
  await expect(row(launch[0])).toHaveCount(0)
  await expect(row(seal).first().locator('canvas[data-drawn]')).toBeVisible()
  await visit('history-tiles')
  await button('history.goToDay').click()
  await expect(page.getByLabel(w('history.day'), { exact: true })).toBeVisible()
  await visit('history-day')
  await page.keyboard.press('Escape')
  await button('history.viewList').click()
  await expect(row(launch[0])).toBeVisible()

  await row(launch[0]).click({ button: 'right' })
  await expect(page.getByRole('menu')).toBeVisible()
  await visit('history-menu')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toHaveCount(0)

  await row(launch[0]).focus()
  await page.keyboard.press(' ')
  for (let times = 0; times < 3; times += 1) await page.keyboard.press('Shift+ArrowDown')
  await expect(page.locator('[data-item][data-selected]')).toHaveCount(4)
  await visit('history-selection')
  await button('history.tagItems').click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await visit('history-tags')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: w('app.cancel') })
    .click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await button('history.selectEnd').click()

  await button('history.filter').click()
  await expect(page.getByRole('checkbox', { name: /demo-chat/ })).toBeVisible()
  await visit('history-filter')
  await page.getByRole('checkbox', { name: w('history.states.running'), exact: true }).check()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('heading', { name: w('history.nothingFits') })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await visit('history-nothing-fits')
  await button('history.filterClear').click()
  await expect(row(launch[0])).toBeVisible()

  await tourOfSearch({ atelier, page, language }, visit)
  // the list of videos, which has the next row as well, is still shown for a moment
  await expect(row(launch[0])).toBeVisible()

  await row(snow).focus()
  await page.keyboard.press('Delete')
  await expect(page.getByRole('button', { name: w('app.undo') })).toBeVisible()
  await visit('history-deleted')
  await atelier.call('history.delete', { keys: keyOf(`${seal} 1`) })
  await page
    .getByRole('group', { name: w('history.places') })
    .getByRole('button', { name: w('history.place.bin') })
    .click()
  await expect(row(snow)).toBeVisible()
  await visit('history-bin')
  await button('history.emptyAsk').click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await visit('history-bin-dialog')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: w('app.cancel') })
    .click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page
    .getByRole('group', { name: w('history.places') })
    .getByRole('button', { name: w('history.place.archive') })
    .click()
  await expect(page.getByRole('heading', { name: w('history.nothing.archive') })).toBeVisible()
  await visit('history-archive-empty')
  await page
    .getByRole('group', { name: w('history.places') })
    .getByRole('button', { name: w('history.place.here') })
    .click()

  // a picture whose file is missing
  await row(lost).click()
  await expect(page.getByRole('complementary', { name: w('images.recipe') })).toBeVisible()
  await visit('history-lost-file')

  await page.keyboard.press('Control+Shift+F')
  await field.fill(launch[2] ?? '')
  await expect(page.getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('search', { name: w('history.find.label') })).toBeVisible()
  await visit('history-hit')
  await openSettings(page, 'storage', language)
  await page.getByRole('button', { name: ink }).scrollIntoViewIfNeeded()
  await visit('history-storage')
}

async function tourOfSearch({ page, language }: Tour, visit: (state: string) => Promise<void>): Promise<void> {
  const w = (key: string) => wordsOf(language, key)
  const field = page.getByRole('combobox', { name: w('history.searchField') })
  await page.keyboard.press('Control+f')
  await field.fill(language === 'en' ? 'cinnabar' : '朱砂')
  await expect(page.getByRole('listbox').getByRole('option', { selected: true })).toHaveCount(1)
  await visit('history-search')
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Shift+ArrowDown')
  await expect(page.getByRole('region', { name: w('history.selection') })).toBeVisible()
  await visit('history-search-selection')
  await page.keyboard.press('ContextMenu')
  await expect(page.getByRole('menu')).toBeVisible()
  await visit('history-search-menu')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(field).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(field).toBeFocused()
  await page.getByRole('button', { name: w('history.operators.help') }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await visit('history-operators')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page
    .getByRole('group', { name: w('history.kinds') })
    .getByRole('button', { name: w('history.kind.video') })
    .click()
  await field.fill(language === 'en' ? 'a word that nobody ever said' : '谁也没有说过的话')
  await expect(page.getByRole('button', { name: w('history.filterClear') })).toBeVisible()
  await visit('history-not-found')
  await page.getByRole('button', { name: w('history.filterClear') }).click()
  await field.press('Escape')
}
