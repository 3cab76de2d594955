import { noise, showImages, studio } from '../e2e/image-studio.ts'
import { desk, showTranscription } from '../e2e/transcription-desk.ts'
import { expect, test } from './fixtures.ts'

interface Dropped {
  readonly name: string
  readonly type: string
  readonly base64: string
}

/** Drops several files at once. */
async function dropAll(
  page: import('@playwright/test').Page,
  target: string,
  files: readonly Dropped[],
): Promise<void> {
  const transfer = await page.evaluateHandle((dropped) => {
    const made = new DataTransfer()
    for (const { name, type, base64 } of dropped) {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
      made.items.add(new File([bytes], name, { type }))
    }
    return made
  }, files)
  for (const type of ['dragenter', 'dragover', 'drop']) {
    await page.locator(target).dispatchEvent(type, { dataTransfer: transfer, bubbles: true, cancelable: true })
  }
  await transfer.dispose()
}

const text = (name: string): Dropped => ({ name, type: 'text/plain', base64: btoa('words') })
const bad = (name: string): Dropped => ({ name, type: 'image/png', base64: btoa('no picture') })
const picture = async (name: string): Promise<Dropped> => ({
  name,
  type: 'image/png',
  base64: (await noise(8, 8)).toString('base64'),
})

test('every picture that the chat refuses is named', async ({ chat: page }) => {
  await dropAll(page, '[data-scroller], section[aria-label="Messages"]', [
    bad('one.png'),
    await picture('good.png'),
    bad('two.png'),
  ])
  const alert = page.getByRole('alert')
  await expect(alert).toContainText('one.png was not added.')
  await expect(alert).toContainText('two.png was not added.')
  await expect(alert).not.toContainText('good.png')
  await expect(page.getByRole('button', { name: 'Remove good.png' })).toBeVisible()
})

test('every file that Images refuses is named with its reason', async ({ chat: page }) => {
  await showImages(page)
  await dropAll(page, 'main', [text('notes.txt'), await picture('first.png'), await picture('again.png')])
  const alert = studio.form(page).getByRole('alert')
  await expect(alert).toContainText('notes.txt was not added. Only pictures can be edited here.')
  await expect(alert).toContainText('again.png was not added. It is already in the list.')
  await expect(studio.source(page)).toBeVisible()
})

test('every file that Transcribe skips is named', async ({ chat: page }) => {
  await showTranscription(page)
  await dropAll(page, 'main', ['a.txt', 'b.md', 'c.pdf', 'd.doc'].map(text))
  const alert = desk.side(page).getByRole('alert')
  await expect(alert).toContainText('4 files skipped')
  await expect(alert).toContainText('a.txt was not added.')
  await alert.getByRole('button', { name: '1 more' }).click()
  await expect(alert).toContainText('d.doc was not added.')
})
