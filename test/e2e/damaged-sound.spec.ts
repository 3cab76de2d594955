import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { browserShellOnly, expect, test } from './fixtures.ts'
import { lookAt } from './looks.ts'
import { smallRecording } from './recordings.ts'
import { chooseFiles, desk, onlyJob, showTranscription } from './transcription-desk.ts'

const endless = {
  name: 'Endless.webm',
  mimeType: 'video/webm',
  buffer: readFileSync(join(import.meta.dirname, '../fixtures/hostile-media/endless.webm')),
}

test('a recording that takes too long to read is set aside, and the next one is read', async ({
  chat: page,
  atelier,
  shellKind,
}) => {
  browserShellOnly(shellKind, 'the worker is the same in both shells')
  await page.clock.install()
  await showTranscription(page)
  await chooseFiles(page, endless)
  await expect.poll(() => page.workers().length).toBe(1)
  // the worker is silent, so the watchdog must run out
  await page.clock.fastForward(46_000)
  const job = desk.job(page, endless.name)
  await expect(job).toContainText('Reading this recording took too long or too much memory. The file is kept.')
  await expect(job.getByRole('button', { name: 'Try again' })).toBeVisible()
  await expect.poll(() => page.workers().length).toBe(0)
  expect((await onlyJob(atelier))?.error?.code).toBe('sound_not_read')
  await lookAt(page, 'sound-not-read', 'en', 'light')

  await chooseFiles(page, { name: 'talk.mp3', mimeType: 'audio/mpeg', buffer: smallRecording('talk.mp3') })
  await expect(desk.row(page, 'talk')).toBeVisible()

  // it is not retried automatically, neither now nor at the next start
  const again = await atelier.restart()
  await showTranscription(again)
  await expect(desk.job(again, endless.name).getByRole('button', { name: 'Try again' })).toBeVisible()
  expect(again.workers()).toHaveLength(0)
})

test('shows in Chinese that a recording could not be read', async ({ chat: page, atelier, shellKind }) => {
  browserShellOnly(shellKind, 'it is the same page')
  const fragment = readFileSync(join(import.meta.dirname, '../fixtures/hostile-media/fragment.mp4'))
  await showTranscription(page)
  await chooseFiles(page, { name: 'fragment.mp4', mimeType: 'video/mp4', buffer: fragment })
  await expect.poll(async () => (await onlyJob(atelier))?.error?.code).toBe('sound_not_read')
  await atelier.call('settings.update', { language: 'zh-CN', theme: 'dark' })
  await expect(page.getByText('读取这段录音耗时过长或占用内存过多，文件已保留。')).toBeVisible()
  await lookAt(page, 'sound-not-read', 'zh-CN', 'dark')
})
