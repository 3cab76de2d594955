import { foreignSamples, longChatGpt } from '../fakes/transfer.ts'
import { environmentOf, expect, test, wordsOf } from './fixtures.ts'
import { lookAt, looks } from './looks.ts'

for (const [language, theme] of looks) {
  test(`export and import fit the window, in ${language}, ${theme}`, async ({ atelier, gateway }) => {
    test.slow()
    const page = await atelier.start({ environment: environmentOf(gateway) })
    await atelier.call('settings.update', { language, theme })
    // before that, the page ignores shortcuts
    await expect(page.getByRole('textbox').first()).toBeVisible()
    await page.keyboard.press('ControlOrMeta+,')
    await page.getByRole('button', { name: wordsOf(language, 'settings.transfer'), exact: true }).click()
    const look = async (state: string): Promise<void> => {
      await lookAt(page, state, language, theme)
    }
    await look('transfer')
    const file = page.locator('input[type=file]').first()
    const large = { name: 'large.json', mimeType: 'application/json', buffer: longChatGpt(150_000) }
    await file.setInputFiles(large)
    const begun = page.getByRole('button', { name: wordsOf(language, 'transfer.take'), exact: true })
    await begun.click()
    const cancel = page.getByRole('button', { name: wordsOf(language, 'app.cancel'), exact: true })
    await expect(page.getByRole('progressbar')).toBeVisible()
    await look('transfer-running')
    await cancel.click()
    await expect(page.getByRole('progressbar')).toBeHidden()
    const { bytes, name } = foreignSamples.chatgpt
    await file.setInputFiles({ name, mimeType: 'application/zip', buffer: Buffer.from(bytes()) })
    const offer = page.getByRole('region', { name: wordsOf(language, 'transfer.offerLabel') })
    await expect(offer).toBeVisible()
    await look('transfer-offer')
    await offer.getByRole('button', { name: wordsOf(language, 'transfer.take'), exact: true }).click()
    await expect(page.getByRole('region', { name: wordsOf(language, 'transfer.reportLabel') })).toBeVisible()
    await look('transfer-report')
    await file.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') })
    await expect(page.getByRole('alert')).toBeVisible()
    await look('transfer-refused')
  })
}
