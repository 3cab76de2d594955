import { environmentOf, expect, parts, settled, test } from './fixtures.ts'
import { HistorySeed } from './history-seed.ts'
import { lookInBothThemes } from './looks.ts'

for (const language of ['en', 'zh-CN'] as const) {
  test(`controls for reading and saving a chat fit the window, in ${language}`, async ({ atelier, data, gateway }) => {
    const seed = new HistorySeed(data)
    const long = 'A paragraph that is long enough to be read at leisure. '.repeat(12)
    seed.chat('Other talk', ['Another question', 'Another answer'])
    seed.chat('渡口 harbour', ['What lights a harbour?', `${long}\n\n- one\n- two`, '夜里呢？', `The moon. ${long}`])
    seed.close()
    const page = await atelier.start({ environment: environmentOf(gateway) })
    await atelier.call('settings.update', { language })
    await expect(page.getByRole('button', { name: /: ?demo-|：demo-/ })).toBeVisible()
    await page.locator('[data-row]').filter({ hasText: '渡口' }).click()
    await expect(parts.answers(page)).toHaveCount(2)

    await page.keyboard.press('Control+j')
    await settled(page)
    await lookInBothThemes(page, 'outline', language)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)

    await atelier.call('settings.update', { readingWidth: 'wide', readingFont: 'serif', textSize: 'large' })
    await page.locator('[data-message-menu]').last().click()
    await page.getByRole('menuitem', { name: /Show the source|显示原文/ }).click()
    await expect(page.locator('article pre')).toBeVisible()
    await lookInBothThemes(page, 'wide-serif', language)
    await page.locator('header button').last().click()
    await page.getByRole('menuitem', { name: /Width and font|宽度与字体/ }).click()
    await settled(page)
    await lookInBothThemes(page, 'width-and-font', language)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)

    await page.keyboard.press('Control+s')
    await settled(page)
    await lookInBothThemes(page, 'save-chat', language)
    await page.getByRole('dialog').locator('input[type=radio]').nth(4).check({ force: true })
    await lookInBothThemes(page, 'save-picture', language)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)

    await page.keyboard.press('Control+,')
    await page
      .getByRole('button', { name: /^(Chat|对话)$/ })
      .last()
      .click()
    await settled(page)
    await lookInBothThemes(page, 'chat-settings', language)
  })
}
