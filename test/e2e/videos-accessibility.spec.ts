import { createDemoGateway } from '../../src/demo-gateway/server.ts'
import { findings, looksForAxe } from './axe.ts'
import { environmentOf, expect, settled, test } from './fixtures.ts'
import { tourOfVideos } from './videos-tour.ts'

for (const [language, theme] of looksForAxe) {
  test(`axe, ${language}, ${theme}, finds nothing serious in videos`, async ({ atelier }) => {
    test.slow()
    const gateway = await createDemoGateway({ videoSecondsPerSecond: 20 })
    try {
      const page = await atelier.start({ environment: environmentOf(gateway) })
      await atelier.call('settings.update', { language, theme })
      await expect(page.locator('html')).toHaveAttribute('lang', language)
      const report: Record<string, readonly string[]> = {}
      await tourOfVideos({ atelier, page, language }, async (state) => {
        await settled(page)
        const found = await findings(page)
        if (found.length > 0) report[state] = found
      })
      expect(report).toEqual({})
    } finally {
      await gateway.close()
    }
  })
}
