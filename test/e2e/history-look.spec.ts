import { environmentOf, expect, test, wordsOf } from './fixtures.ts'
import { seedForTour, tourOfHistory } from './history-tour.ts'
import { lookInBothThemes } from './looks.ts'

for (const language of ['en', 'zh-CN'] as const) {
  test(`the history fits the window, in ${language}`, async ({ atelier, data, gateway }) => {
    test.slow()
    const empty = await atelier.start({ environment: environmentOf(gateway) })
    await atelier.call('settings.update', { language })
    await expect(empty.getByRole('button', { name: /demo-chat/ }).first()).toBeVisible()
    await empty.keyboard.press('Control+5')
    await expect(empty.getByRole('heading', { name: wordsOf(language, 'history.nothing.here') })).toBeVisible()
    await lookInBothThemes(empty, 'history-empty', language)
    await atelier.stop()
    await seedForTour(data, language)
    const page = await atelier.start({ environment: environmentOf(gateway) })
    await expect(page.getByRole('button', { name: /demo-chat/ }).first()).toBeVisible()
    await tourOfHistory({ atelier, page, language }, (state) => lookInBothThemes(page, state, language))
  })
}
