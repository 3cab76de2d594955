import { environmentOf, test } from './fixtures.ts'
import { tourOfStudio } from './image-tour.ts'
import { lookInBothThemes } from './looks.ts'

for (const language of ['en', 'zh-CN'] as const) {
  test(`the image studio fits the window, in ${language}`, async ({ atelier, gateway }) => {
    test.slow()
    const page = await atelier.start({ environment: environmentOf(gateway) })
    await atelier.call('settings.update', { language })
    await tourOfStudio({ atelier, gateway, page, language }, (state) => lookInBothThemes(page, state, language))
  })
}
