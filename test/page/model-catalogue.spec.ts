import { findings } from '../e2e/axe.ts'
import { lookInBothThemes } from '../e2e/looks.ts'
import { expect, settled, test, wordsOf } from './fixtures.ts'

for (const language of ['en', 'zh-CN'] as const) {
  const w = (key: string, values: Record<string, string> = {}) =>
    Object.entries(values).reduce((text, [name, value]) => text.replace(`{{${name}}}`, value), wordsOf(language, key))

  const fact = (words: string) => w('models.fact', { words, source: w('models.sources.person') })

  test(`${language}: models are found from anywhere, despite a typing error, and marked as favourites`, async ({
    atelier,
  }) => {
    const page = await atelier.start()
    await atelier.call('settings.update', { language })
    await expect(page.getByRole('button', { name: /demo-chat/ })).toBeVisible()
    await page.getByRole('navigation').first().getByRole('button').last().click()
    await expect(page.getByRole('navigation', { name: w('settings.title') })).toBeVisible()
    await page.keyboard.press('ControlOrMeta+m')
    const search = page.getByRole('combobox', { name: w('models.search') })
    await expect(search).toBeFocused()

    // Enter takes the model that was meant; the typed name is the last row
    await page.keyboard.insertText('demo-chta-large')
    const options = page.getByRole('listbox', { name: w('models.list') }).getByRole('option')
    await expect(options.first()).toHaveText('demo-chat-large')
    await expect(options.last()).toContainText('demo-chta-large')
    const details = page.getByRole('region', { name: w('models.details', { model: 'demo-chat-large' }) })
    await expect(details).toContainText(w('models.noSees'))
    await page.keyboard.press('Tab')
    const star = details.getByRole('button', { name: w('models.favourite'), exact: true })
    await expect(star).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(star).toHaveAttribute('aria-pressed', 'true')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await details.getByRole('textbox', { name: w('models.setWindow') }).fill('64000')
    await page.keyboard.press('Tab')
    await expect(details).toContainText(w('models.sources.person'))
    const sees = details.getByRole('group', { name: w('models.sees') })
    await sees.getByRole('radio', { name: w('models.can') }).check()
    await expect(details).toContainText(fact(w('models.sees')))
    await expect(details).not.toContainText(w('models.noSees'))
    await settled(page)
    expect(await findings(page)).toEqual([])
    if (process.env.ATELIER_PICTURES === '1') await lookInBothThemes(page, 'model-details', language)
    await search.fill('')
    await expect(page.getByText(w('models.favourites'), { exact: true })).toBeVisible()
    await expect(options.first()).toHaveText('demo-chat-large')
    if (process.env.ATELIER_PICTURES === '1') await lookInBothThemes(page, 'model-catalogue', language)
    await search.press('Enter')
    await expect(page.getByRole('button', { name: /: demo-chat-large / })).toBeVisible()
    await page.keyboard.press('ControlOrMeta+m')
    await expect(options.first()).toHaveAttribute('aria-selected', 'true')
  })
}
