import { fillForm, readyToGenerate, studio } from '../e2e/image-studio.ts'
import { expect, parts, test } from './fixtures.ts'

test('Enter that belongs to an input method never sends, with Ctrl or without', async ({ chat: page, atelier }) => {
  await readyToGenerate(page, { prompt: '' })
  const prompt = studio.prompt(page)
  await prompt.focus()
  const device = await page.context().newCDPSession(page)
  const processKey = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 229, nativeVirtualKeyCode: 229 } as const
  await device.send('Input.imeSetComposition', { text: 'chi tang', selectionStart: 8, selectionEnd: 8 })
  await expect(prompt).toHaveValue('chi tang')
  for (const modifiers of [0, 2]) {
    await device.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', modifiers, ...processKey })
    await device.send('Input.dispatchKeyEvent', { type: 'keyUp', modifiers, ...processKey })
  }
  // as other browsers and input methods report it: composing, or with key code 229
  for (const press of [{ isComposing: true }, { keyCode: 229 }]) {
    await prompt.dispatchEvent('keydown', { key: 'Enter', ctrlKey: true, bubbles: true, cancelable: true, ...press })
  }
  await device.send('Input.insertText', { text: '池塘' })
  await expect(prompt).toHaveValue('池塘')
  // an Enter within 40 ms of a composition's end belongs to it
  const now = async () => await page.evaluate<number>('performance.now()')
  const ended = await now()
  await expect.poll(now).toBeGreaterThan(ended + 40)
  await prompt.press('Enter')
  await prompt.pressSequentially('x')
  // a request sent by mistake would arrive before this answer
  await atelier.call('app.info', {})
  expect(atelier.app.images.requests).toHaveLength(0)
  await expect(prompt).toHaveValue('池塘\nx')

  await prompt.press('Control+Enter')
  await expect(studio.tiles(page)).toHaveCount(1)
  expect(atelier.app.images.requests).toMatchObject([{ prompt: '池塘\nx' }])
})

test('the palette writes a prompt, chooses a model and generates', async ({ chat: page, atelier }) => {
  const palette = async (words: string): Promise<void> => {
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: /Search actions/ }).fill(words)
    await expect(parts.chosenCommand(page)).toContainText(words)
    await page.keyboard.press('Enter')
  }
  await expect(page.getByRole('button', { name: /: demo-/ })).toBeVisible()
  await palette('demo-image-free')
  await expect(studio.prompt(page)).toBeFocused()
  await expect(studio.model(page)).toContainText('demo-image-free')
  await fillForm(page, { size: '64x48', prompt: 'one fish' })
  await palette('Generate images')
  await expect(studio.tiles(page)).toHaveCount(1)
  expect(atelier.app.images.requests).toHaveLength(1)
})

test('options that few models take stay in place when the last choice is taken back', async ({
  atelier,
  chat: page,
}) => {
  await readyToGenerate(page, { prompt: 'A glass bowl' })
  const form = studio.form(page)
  await form.getByText('Background and format', { exact: true }).click()
  const background = form.getByRole('radiogroup', { name: 'Background' })
  await background.getByRole('radio', { name: 'Transparent' }).check()
  await page.getByRole('button', { name: 'Generate', exact: false }).first().click()
  await expect(studio.tiles(page)).toHaveCount(1)
  expect(atelier.app.images.requests[0]).toMatchObject({ background: 'transparent' })
  await background.getByRole('radio', { name: 'Auto' }).check()
  await expect(background.getByRole('radio', { name: 'Transparent' })).toBeVisible()
})
