import { browserShellOnly, environmentOf, test } from './fixtures.ts'
import { lookAt, looks } from './looks.ts'
import { tourOfMoving } from './moving-tour.ts'

for (const [language, theme] of looks) {
  test(`moving the data folder fits the window, in ${language}, ${theme}`, async ({ atelier, gateway, shellKind }) => {
    browserShellOnly(shellKind, 'Electron starts again as another process, which the test cannot follow')
    test.slow()
    const page = await atelier.start({ environment: environmentOf(gateway), named: false })
    await atelier.call('settings.update', { language, theme })
    await tourOfMoving({ atelier, page, language }, (state) => lookAt(page, state, language, theme))
  })
}
