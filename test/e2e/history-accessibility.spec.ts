import { findings, looksForAxe } from './axe.ts'
import { environmentOf, expect, settled, test } from './fixtures.ts'
import { seedForTour, tourOfHistory } from './history-tour.ts'

for (const [language, theme] of looksForAxe) {
  test(`axe finds nothing serious in the history, ${language}, ${theme}`, async ({ atelier, data, gateway }) => {
    test.slow()
    await seedForTour(data, language)
    const page = await atelier.start({ environment: environmentOf(gateway) })
    await atelier.call('settings.update', { language, theme })
    await expect(page.getByRole('button', { name: /demo-chat/ }).first()).toBeVisible()
    const report: Record<string, readonly string[]> = {}
    await tourOfHistory({ atelier, page, language }, async (state) => {
      await settled(page)
      const found = await findings(page)
      if (found.length > 0) report[state] = found
    })
    expect(report).toEqual({})
  })
}
