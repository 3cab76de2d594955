import type { Page } from '@playwright/test'
import { everything } from '../../src/shared/history-query.ts'
import { type Atelier, environmentOf, expect } from './fixtures.ts'
import { HistorySeed } from './history-seed.ts'

export * from './history-parts.ts'

const hour = 3_600_000

/** Stores one item of every kind, newest first: a chat, a transcript, an image, a video. */
export async function seedKinds(data: string): Promise<void> {
  const seed = new HistorySeed(data)
  const now = Date.now()
  const media = await seed.picture(20)
  seed.chat('Launch text', ['写一段发布文案，主角是一枚朱砂印。', '标题只留一枚朱砂印，正文用墨色。'], now - 1000)
  seed.transcript('Tea workshop', ['我们先聊聊颜料。', '有人带来一种矿物颜料，朱砂。', 'Then tea.'], now - 2000)
  seed.image('A seal stamped in cinnabar', media, now - 26 * hour)
  seed.video('朱砂在水中缓慢散开', now - 80 * hour)
  seed.close()
}

/** Starts Atelier on a gateway, and waits until its models are loaded. */
export async function start(atelier: Atelier, gateway: Parameters<typeof environmentOf>[0]): Promise<Page> {
  const page = await atelier.start({ environment: environmentOf(gateway) })
  await expect(page.getByRole('button', { name: /: demo-/ })).toBeVisible()
  return page
}

/** Waits until all seeded items are indexed. */
export async function indexed(atelier: Atelier): Promise<void> {
  await expect
    .poll(
      async () =>
        (await atelier.call('history.search', { text: 'x', filter: everything, limit: 1, next: null })).indexed,
    )
    .toBe(1)
}

/** Position of the highlighted hit relative to the scrolled region; null without a highlight. */
export async function markInView(page: Page): Promise<{ readonly text: string; readonly visible: boolean } | null> {
  return await page.evaluate<{ text: string; visible: boolean } | null>(`(() => {
    const [range] = [...(CSS.highlights.get('hit-shown') ?? [])]
    if (range === undefined) return null
    const box = range.getBoundingClientRect()
    const region = document.querySelector('[data-scroller]').getBoundingClientRect()
    return { text: range.toString(), visible: box.height > 0 && box.top >= region.top && box.bottom <= region.bottom }
  })()`)
}
