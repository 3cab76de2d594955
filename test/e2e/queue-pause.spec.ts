import { expect, parts, runCommand, test, wordsOf } from './fixtures.ts'
import { imageRequests, onlyJob, readyToGenerate, studio } from './image-studio.ts'

test('the queues are paused from the palette, over a restart, and resumed from the banner', async ({
  chat: first,
  atelier,
  gateway,
}) => {
  await expect(parts.composer(first)).toBeVisible()
  await runCommand(first, wordsOf('en', 'paused.pauseQueues'))
  const banner = first.getByRole('region', { name: wordsOf('en', 'paused.label') })
  await expect(banner).toBeVisible()
  await expect.poll(async () => (await atelier.call('settings.get', {})).queuesPaused).toBe(true)

  const page = await atelier.restart()
  const paused = page.getByRole('region', { name: wordsOf('en', 'paused.label') })
  await expect(paused).toBeVisible()
  await readyToGenerate(page, { prompt: 'a lighthouse at dusk', size: '160x120', n: 1 })
  await studio.generate(page).click()
  await expect.poll(async () => (await onlyJob(atelier))?.status).toBe('queued')
  expect(imageRequests(gateway)).toEqual([])

  await paused.getByRole('button', { name: wordsOf('en', 'paused.resume') }).click()
  await expect(paused).toHaveCount(0)
  await expect(studio.tiles(page)).toHaveCount(1)
  expect(imageRequests(gateway)).toHaveLength(1)
})

test('each page shows the pause and ends it, also from the palette', async ({ chat: page, atelier, shellKind }) => {
  test.skip(shellKind !== 'browser', 'only the browser shell has more than one page')
  const other = await atelier.openAnother()
  for (const one of [page, other]) await expect(parts.composer(one)).toBeVisible()
  await atelier.call('settings.update', { queuesPaused: true })
  for (const one of [page, other])
    await expect(one.getByRole('region', { name: wordsOf('en', 'paused.label') })).toBeVisible()
  await runCommand(other, wordsOf('en', 'paused.resumeQueues'))
  for (const one of [page, other])
    await expect(one.getByRole('region', { name: wordsOf('en', 'paused.label') })).toHaveCount(0)
})
