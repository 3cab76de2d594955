import { findings } from '../e2e/axe.ts'
import { lookInBothThemes } from '../e2e/looks.ts'
import { expect, parts, test, wordsOf } from './fixtures.ts'

for (const language of ['en', 'zh-CN'] as const)
  test(`${language}: @ lets another model answer one message, by keyboard`, async ({ atelier }) => {
    const w = (key: string) => wordsOf(language, key)
    const { bridge, chats } = atelier.app
    chats.seed('Tides', ['What moves the sea?', 'The moon does.'])
    const page = await atelier.start()
    await page.locator('[data-row]', { hasText: 'Tides' }).click()
    await atelier.call('settings.update', { language })
    const field = page.getByRole('textbox', { name: w('composer.message') })
    await field.fill('@large')
    const option = page.getByRole('option', { name: /^demo-chat-large/ })
    await expect(option).toContainText(w('offers.once'))
    await lookInBothThemes(page, 'message-model-menu', language)
    await field.press('Enter')
    await expect(field).toHaveValue('')
    await expect(field).toBeFocused()
    const off = page.getByRole('button', { name: w('offers.onceOff') })
    await expect(off).toBeVisible()
    expect(await findings(page)).toEqual([])
    await lookInBothThemes(page, 'message-model', language)

    const sent = () => bridge.made.filter(({ name }) => name === 'chat.send').map(({ input }) => input)
    await field.fill('And the wind?')
    await field.press('Enter')
    await expect.poll(sent).toMatchObject([{ model: 'demo-chat', by: { model: 'demo-chat-large' } }])
    // the next message is for the chat's own model again
    await expect(off).toHaveCount(0)
    await expect(field).toHaveAttribute('placeholder', /demo-chat(?!-large)/)
  })

test('a chosen model is left again, and stays with its own chat', async ({ atelier }) => {
  const { chats } = atelier.app
  for (const title of ['Tides', 'Lamps']) chats.seed(title, ['What is it?', 'It is this.'])
  const page = await atelier.start()
  const off = page.getByRole('button', { name: "Use the chat's own model" })
  await page.locator('[data-row]', { hasText: 'Tides' }).click()
  await parts.composer(page).fill('@large')
  await page.getByRole('option', { name: /^demo-chat-large/ }).click()
  await expect(off).toBeVisible()
  await page.locator('[data-row]', { hasText: 'Lamps' }).click()
  await expect(off).toHaveCount(0)
  await page.locator('[data-row]', { hasText: 'Tides' }).click()
  await off.click()
  await expect(off).toHaveCount(0)
  await expect(parts.composer(page)).toBeFocused()
})
