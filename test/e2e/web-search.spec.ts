import { once } from 'node:events'
import { createServer } from 'node:http'
import { chooseAdded } from './add-menu.ts'
import { answered, environmentOf, expect, test, wordsOf } from './fixtures.ts'
import { lookInBothThemes } from './looks.ts'

const results = ['Tides', 'High water and the moon, explained for sailors of the North Sea', '潮汐时刻表'].map(
  (title, index) => ({
    url: `https://site${index + 1}.example/a/long/path`,
    title,
    content: `High water comes about fifty minutes later each day. ${'The moon pulls the sea. '.repeat(8)}`,
    publishedDate: '2026-03-01',
  }),
)

for (const language of ['en', 'zh-CN'] as const) {
  const w = (key: string) => wordsOf(language, key)

  test(`${language}: the web is searched by a tool, and before sending`, async ({ atelier, gateway }) => {
    test.slow()
    const searxng = createServer((_, response) => response.end(JSON.stringify({ results })))
    searxng.listen(0, '127.0.0.1')
    await once(searxng, 'listening')
    const at = searxng.address()
    const address = `http://127.0.0.1:${typeof at === 'object' ? at?.port : 0}`
    const page = await atelier.start({ environment: environmentOf(gateway) })
    await atelier.call('settings.update', { language })
    await expect(page.getByRole('button', { name: /demo-chat/ }).first()).toBeVisible()
    const shoot = (state: string) => lookInBothThemes(page, state, language)

    await chooseAdded(page, 'web.setUp', language)
    const section = page.getByRole('region', { name: w('web.title') })
    await section.getByRole('combobox').selectOption('tavily')
    await shoot('web-settings')
    await section.getByRole('combobox').selectOption('searxng')
    await section.getByRole('textbox', { name: w('web.address') }).fill(address)
    await section.getByRole('button', { name: w('web.test'), exact: true }).click()
    await expect(section.getByRole('alert')).toContainText('Tides')
    await section.getByRole('button', { name: w('web.save'), exact: true }).click()
    await expect(section.getByRole('alert')).toHaveText(w('web.saved'))

    await page
      .getByRole('navigation', { name: w('app.panels') })
      .getByRole('button')
      .first()
      .click()
    const composer = page.getByRole('textbox', { name: w('composer.message'), exact: true })
    await chooseAdded(page, 'web.turnOn', language)
    await expect(page.getByRole('button', { name: w('web.turnOff') })).toBeVisible()
    await composer.fill('call web_search {"query": "tides"}')
    await shoot('web-composer')
    await composer.press('Enter')
    await page.getByRole('button', { name: w('tools.once') }).click()
    const answer = await answered(page, 1)
    const sources = answer.getByRole('region', { name: w('web.sources') })
    await expect(sources.getByRole('button')).toHaveCount(3)
    await shoot('web-answer')

    const { id } = (await atelier.call('connections.list', {})).connections[0] ?? { id: '' }
    await atelier.call('settings.update', { modelAbilityOf: { 'tools demo-chat': 'no' } })
    expect(
      (await atelier.call('models.facts', { connectionId: id, model: 'demo-chat', ask: false })).tools?.value,
    ).toBe(false)
    await page.reload()
    await composer.fill('When is high water?')
    await composer.press('Enter')
    await expect(page.getByRole('group', { name: w('web.resultsTitle') }).getByRole('checkbox')).toHaveCount(3)
    await shoot('web-results')
    await composer.press('Enter')
    await answered(page, 2)
    searxng.close()
  })
}
