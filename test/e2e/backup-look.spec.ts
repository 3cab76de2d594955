import { tourOfBackups } from './backup-tour.ts'
import { environmentOf, test } from './fixtures.ts'
import { lookInBothThemes } from './looks.ts'

for (const language of ['en', 'zh-CN'] as const) {
  test(`backups and storage fit the window, in ${language}`, async ({ atelier, gateway }) => {
    test.slow()
    const page = await atelier.start({ environment: environmentOf(gateway) })
    await atelier.call('settings.update', { language })
    await tourOfBackups({ atelier, page, language }, (state) => lookInBothThemes(page, state, language))
  })
}
