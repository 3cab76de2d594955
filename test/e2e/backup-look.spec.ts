import { tourOfBackups } from './backup-tour.ts'
import { environmentOf, test } from './fixtures.ts'
import { lookAt } from './looks.ts'

for (const language of ['en', 'zh-CN'] as const) {
  for (const theme of ['light', 'dark'] as const) {
    test(`${language}, ${theme}: backups and storage`, async ({ atelier, gateway }) => {
      test.slow()
      const page = await atelier.start({ environment: environmentOf(gateway) })
      await atelier.call('settings.update', { language, theme })
      await tourOfBackups({ atelier, page, language }, (state) => lookAt(page, state, language, theme))
    })
  }
}
