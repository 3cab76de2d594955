import { findings, looksForAxe } from './axe.ts'
import { environmentOf, expect, settled, test } from './fixtures.ts'
import { tourOfStudio } from './image-tour.ts'

for (const [language, theme] of looksForAxe) {
  test(`axe, ${language}, ${theme}, finds nothing serious in the image studio`, async ({ atelier, gateway }) => {
    test.slow()
    const page = await atelier.start({ environment: environmentOf(gateway) })
    await atelier.call('settings.update', { language, theme })
    await expect(page.locator('html')).toHaveAttribute('lang', language)
    const report: Record<string, readonly string[]> = {}
    await tourOfStudio({ atelier, gateway, page, language }, async (state) => {
      await settled(page)
      const found = await findings(page)
      if (found.length > 0) report[state] = found
    })
    expect(report).toEqual({})
  })
}
