import { environmentOf, test } from './fixtures.ts'
import { tourOfStudio } from './image-tour.ts'
import { lookInBothThemes } from './looks.ts'

for (const language of ['en', 'zh-CN'] as const) {
  test(`${language}: the image studio`, async ({ atelier, gateway }) => {
    test.slow()
    const page = await atelier.start({ environment: environmentOf(gateway) })
    await atelier.call('settings.update', { language })
    await tourOfStudio({ atelier, gateway, page, language }, (state) => lookInBothThemes(page, state, language))
  })
}
