import { foreignSamples, longChatGpt } from '../fakes/carry.ts'
import { findings } from './axe.ts'
import { environmentOf, expect, test, wordsOf } from './fixtures.ts'
import { lookAt } from './looks.ts'

for (const language of ['en', 'zh-CN'] as const) {
  for (const theme of ['light', 'dark'] as const) {
    test(`${language}, ${theme}: taking in and out`, async ({ atelier, gateway }) => {
      test.slow()
      const page = await atelier.start({ environment: environmentOf(gateway) })
      await atelier.call('settings.update', { language, theme })
      // before it is there, the page hears no shortcut
      await expect(page.getByRole('textbox').first()).toBeVisible()
      await page.keyboard.press('ControlOrMeta+,')
      await page.getByRole('button', { name: wordsOf(language, 'settings.carry'), exact: true }).click()
      const look = async (state: string): Promise<void> => {
        await lookAt(page, state, language, theme)
        expect.soft(await findings(page), state).toEqual([])
      }
      await look('carry')
      const file = page.locator('input[type=file]').first()
      const large = { name: 'large.json', mimeType: 'application/json', buffer: longChatGpt(150_000) }
      await file.setInputFiles(large)
      const begun = page.getByRole('button', { name: wordsOf(language, 'carry.take'), exact: true })
      await begun.click()
      const cancel = page.getByRole('button', { name: wordsOf(language, 'app.cancel'), exact: true })
      await expect(page.getByRole('progressbar')).toBeVisible()
      await look('carry-running')
      await cancel.click()
      await expect(page.getByRole('progressbar')).toBeHidden()
      const { bytes, name } = foreignSamples.chatgpt
      await file.setInputFiles({ name, mimeType: 'application/zip', buffer: Buffer.from(bytes()) })
      const offer = page.getByRole('region', { name: wordsOf(language, 'carry.offerLabel') })
      await expect(offer).toBeVisible()
      await look('carry-offer')
      await offer.getByRole('button', { name: wordsOf(language, 'carry.take'), exact: true }).click()
      await expect(page.getByRole('region', { name: wordsOf(language, 'carry.reportLabel') })).toBeVisible()
      await look('carry-report')
      await file.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') })
      await expect(page.getByRole('alert')).toBeVisible()
      await look('carry-refused')
    })
  }
}
