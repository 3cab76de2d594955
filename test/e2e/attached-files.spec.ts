import type { Locator, Page } from '@playwright/test'
import { docxOf, pdfOf } from '../fakes/documents.ts'
import { answered, chatRequests, environmentOf, expect, parts, pickModel, test, wordsOf } from './fixtures.ts'
import { lookInBothThemes } from './looks.ts'

const tides = pdfOf(['High tide comes at noon.', 'Low tide comes at six.'])

interface Dropped {
  readonly name: string
  readonly bytes: Buffer
}

/** Drops files on the chat, as a person does from a folder. */
async function drop(target: Locator, ...files: readonly Dropped[]): Promise<void> {
  const given = files.map(({ bytes, name }) => ({ name, base64: bytes.toString('base64') }))
  const data = await target.page().evaluateHandle((list) => {
    const made = new DataTransfer()
    for (const { base64, name } of list)
      made.items.add(new File([Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))], name))
    return made
  }, given)
  await target.dispatchEvent('dragenter', { dataTransfer: data })
  await target.dispatchEvent('drop', { dataTransfer: data })
}

const chip = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })

test('a dropped file is read, shown, opened, kept over a restart and sent as text', async ({
  chat,
  atelier,
  gateway,
}) => {
  await pickModel(chat, 'demo-chat')
  await drop(parts.composer(chat), { name: 'tides.pdf', bytes: tides })
  await expect(chip(chat, 'tides.pdf')).toContainText(/2 pages · about \d+ tokens/)
  await expect(parts.send(chat)).toBeEnabled()

  // it opens with the keyboard, and Esc returns the focus
  const open = chat.getByRole('button', { name: 'Read tides.pdf' })
  await open.press('Enter')
  const viewer = chat.getByRole('dialog', { name: 'tides.pdf' })
  await expect(viewer.getByRole('region', { name: 'Text of the file' })).toContainText(
    '[Page 2]\nLow tide comes at six.',
  )
  await chat.keyboard.press('Escape')
  await expect(viewer).toHaveCount(0)
  await expect(open).toBeFocused()

  const page = await atelier.restart()
  await expect(chip(page, 'tides.pdf')).toContainText('2 pages')
  await expect(page.getByRole('button', { name: /demo-chat/ }).first()).toBeVisible()
  await parts.composer(page).fill('When is high tide?')
  await parts.composer(page).press('Enter')
  await answered(page, 1)
  const body = JSON.stringify(chatRequests(gateway)[0]?.body)
  expect(body).toContain('[Page 1]\\nHigh tide comes at noon.')
  expect(body).toMatch(/When is high tide\?"/)
  await expect(page.getByRole('button', { name: 'Remove tides.pdf' })).toHaveCount(0)
  await parts.own(page).getByRole('button', { name: 'Read tides.pdf' }).click()
  await expect(page.getByRole('dialog', { name: 'tides.pdf' })).toContainText('High tide comes at noon.')
})

test('a refused file says why, and the rest of the message stays', async ({ chat: page, gateway }) => {
  await parts.composer(page).fill('What is in these?')
  await drop(
    parts.composer(page),
    { name: 'scan.pdf', bytes: pdfOf(['']) },
    { name: 'cut.pdf', bytes: tides.subarray(0, 80) },
  )
  await expect(chip(page, 'scan.pdf')).toContainText('The pages hold no text, as in a scan.')
  await expect(chip(page, 'cut.pdf')).toContainText('The file is damaged')
  await expect(parts.composer(page)).toHaveValue('What is in these?')
  await page.getByRole('button', { name: 'Remove cut.pdf' }).click()
  await expect(chip(page, 'cut.pdf')).toHaveCount(0)
  expect(chatRequests(gateway)).toHaveLength(0)
})

test('a file that is too long waits for the decision to send its beginning', async ({ chat: page, gateway }) => {
  await pickModel(page, 'demo-chat')
  await drop(parts.composer(page), { name: 'log.txt', bytes: Buffer.from(`${'tide '.repeat(20)}\n`.repeat(5_000)) })
  await expect(chip(page, 'log.txt')).toContainText('Longer than 400,000 characters.')
  await expect(parts.send(page)).toBeDisabled()
  await page.getByRole('button', { name: 'Send the first 400,000' }).click()
  await expect(chip(page, 'log.txt')).toContainText('first 400K of 510K characters')
  await expect(parts.send(page)).toBeEnabled()
  await parts.send(page).click()
  await answered(page, 1)
  expect(JSON.stringify(chatRequests(gateway)[0]?.body)).toContain('of 505000 characters are here')
})

for (const language of ['en', 'zh-CN'] as const) {
  const w = (key: string) => wordsOf(language, key)

  test(`${language}: files in the composer, in a message and opened`, async ({ atelier, gateway }) => {
    test.slow()
    const page = await atelier.start({ environment: environmentOf(gateway) })
    await atelier.call('settings.update', { language })
    await expect(page.getByRole('button', { name: /demo-chat/ }).first()).toBeVisible()
    const message = page.getByRole('textbox', { name: w('composer.message'), exact: true })
    const pdf = { name: 'tides.pdf', bytes: tides }
    const long = `${'潮汐表与一个很长很长的文件名称'.repeat(4)}.docx`
    const word = { name: long, bytes: docxOf('<w:p><w:r><w:t>潮汐</w:t></w:r></w:p>') }
    await drop(message, pdf, word)
    await expect(page.getByRole('button', { name: /tides\.pdf/ })).toHaveCount(2)
    await message.fill('?')
    await message.press('Enter')
    await answered(page, 1)
    await drop(
      message,
      pdf,
      word,
      { name: 'scan.pdf', bytes: pdfOf(['']) },
      {
        name: 'log.txt',
        bytes: Buffer.from('tide '.repeat(100_000)),
      },
    )
    await expect(chip(page, 'scan.pdf')).toContainText(w('files.problem.no_text'))
    await expect(chip(page, 'log.txt').getByRole('button')).toHaveCount(3)
    await lookInBothThemes(page, 'files-composer', language)
    await page
      .getByRole('button', { name: /tides\.pdf/ })
      .first()
      .click()
    await expect(page.getByRole('dialog')).toContainText('[Page 2]')
    await lookInBothThemes(page, 'files-open', language)
  })
}
