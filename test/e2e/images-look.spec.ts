import { environmentOf, test } from './fixtures.ts'
import { tourOfStudio } from './image-tour.ts'
import { lookAt } from './looks.ts'

for (const language of ['en', 'zh-CN'] as const) {
  for (const theme of ['light', 'dark'] as const) {
    test(`${language}, ${theme}: the image studio`, async ({ atelier, gateway }) => {
      test.slow()
      const page = await atelier.start({ environment: environmentOf(gateway) })
      await atelier.call('settings.update', { language, theme })
      await tourOfStudio({ atelier, gateway, page, language }, (state) => lookAt(page, state, language, theme))
    })
  }
}
