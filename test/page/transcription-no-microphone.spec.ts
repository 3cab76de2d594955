import { chromiumLaunchOptions } from '../../scripts/chromium.mjs'
import { recorder } from '../e2e/recorder-parts.ts'
import { desk, showTranscription } from '../e2e/transcription-desk.ts'
import { expect, test } from './fixtures.ts'

const { args, ...launch } = chromiumLaunchOptions()
// the browser finds no microphone, whatever this machine has
test.use({ launchOptions: { ...launch, args: [...args, '--disable-audio-input'] } })

test('a missing microphone is reported, and nothing begins', async ({ chat: page }) => {
  await page.context().grantPermissions(['microphone'])
  await showTranscription(page)
  await recorder.start(page).click()
  const note = desk.side(page).getByRole('alert')
  await expect(note).toContainText('No microphone was found. Connect one and try again.')
  await note.getByRole('button', { name: 'Dismiss' }).click()
  await expect(note).toHaveCount(0)
})
