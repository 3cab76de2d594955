import { createDemoGateway } from '../../src/demo-gateway/server.ts'
import { environmentOf, test } from './fixtures.ts'
import { lookInBothThemes } from './looks.ts'
import { tourOfVideos } from './videos-tour.ts'

for (const language of ['en', 'zh-CN'] as const) {
  test(`videos fit the window, in ${language}`, async ({ atelier }) => {
    test.slow()
    const gateway = await createDemoGateway({ videoSecondsPerSecond: 20 })
    try {
      const page = await atelier.start({ environment: environmentOf(gateway) })
      await atelier.call('settings.update', { language })
      await tourOfVideos({ atelier, page, language }, (state) => lookInBothThemes(page, state, language))
    } finally {
      await gateway.close()
    }
  })
}
