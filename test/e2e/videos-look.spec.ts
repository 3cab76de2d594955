import { createDemoGateway } from '../../src/demo-gateway/server.ts'
import { environmentOf, test } from './fixtures.ts'
import { lookAt } from './looks.ts'
import { tourOfVideos } from './videos-tour.ts'

for (const language of ['en', 'zh-CN'] as const) {
  for (const theme of ['light', 'dark'] as const) {
    test(`${language}, ${theme}: videos`, async ({ atelier }) => {
      test.slow()
      const gateway = await createDemoGateway({ videoSecondsPerSecond: 20 })
      try {
        const page = await atelier.start({ environment: environmentOf(gateway) })
        await atelier.call('settings.update', { language, theme })
        await tourOfVideos({ atelier, page, language }, (state) => lookAt(page, state, language, theme))
      } finally {
        await gateway.close()
      }
    })
  }
}
