import { environmentOf, test } from './fixtures.ts'
import { lookInBothThemes } from './looks.ts'
import { tourOfTranscription } from './transcription-tour.ts'

for (const language of ['en', 'zh-CN'] as const) {
  test(`transcription fits the window, in ${language}`, async ({ atelier, gateway }) => {
    test.slow()
    const page = await atelier.start({ environment: environmentOf(gateway) })
    await atelier.call('settings.update', { language })
    await tourOfTranscription({ atelier, gateway, page, language }, (state) => lookInBothThemes(page, state, language))
  })
}
