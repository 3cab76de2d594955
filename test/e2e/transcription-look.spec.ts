import { environmentOf, test } from './fixtures.ts'
import { lookAt } from './looks.ts'
import { tourOfTranscription } from './transcription-tour.ts'

for (const language of ['en', 'zh-CN'] as const) {
  for (const theme of ['light', 'dark'] as const) {
    test(`${language}, ${theme}: transcription`, async ({ atelier, gateway }) => {
      test.slow()
      const page = await atelier.start({ environment: environmentOf(gateway) })
      await atelier.call('settings.update', { language, theme })
      await tourOfTranscription({ atelier, gateway, page, language }, (state) => lookAt(page, state, language, theme))
    })
  }
}
