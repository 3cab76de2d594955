import { browserShellOnly, expect, noteTexts, parts, test, wordsOf } from './fixtures.ts'
import {
  fillForm,
  gallery,
  generate,
  imageRequests,
  linkRequests,
  onlyJob,
  readyToGenerate,
  showImages,
  studio,
  submitImage,
} from './image-studio.ts'

/** A request that the gateway accepts but does not answer during a test. */
const forEver = 'delay;ms=600000'
const endpoint = '/v1/images/'

test('a double click on Generate sends one request', async ({ chat: page, atelier, gateway }) => {
  await readyToGenerate(page)
  await studio.generate(page).dblclick()
  await expect(studio.tiles(page)).toHaveCount(1)
  await atelier.call('app.info', {})
  expect(imageRequests(gateway)).toHaveLength(1)
  // a second press after the delay is a second request
  await studio.generate(page).click()
  await expect(studio.tiles(page)).toHaveCount(2)
  expect(imageRequests(gateway)).toHaveLength(2)
})

test('a 500 is not resent: the prompt has to be changed', async ({ chat: page, atelier, gateway }) => {
  const heal = gateway.addFaults('fail;status=500', endpoint)
  await readyToGenerate(page)
  await studio.generate(page).click()
  const note = studio.note(page, '“a quiet harbour” was refused')
  await expect(note).toContainText(wordsOf('en', 'errors.image_failed.title'))
  // restored content replaces text typed meanwhile
  await studio.prompt(page).fill('something else')
  await note.getByRole('button', { name: 'Change the prompt' }).click()
  await expect(studio.prompt(page)).toBeFocused()
  await expect(studio.prompt(page)).toHaveValue('a quiet harbour')
  await atelier.call('app.info', {})
  expect(imageRequests(gateway)).toHaveLength(1)

  heal()
  await studio.prompt(page).fill('a quiet bay')
  await page.keyboard.press('Control+Enter')
  await expect(studio.tiles(page)).toHaveCount(1)
  expect(imageRequests(gateway)).toHaveLength(2)
  await note.getByRole('button', { name: 'Dismiss' }).click()
  await expect(studio.notes(page)).toHaveCount(0)
})

test('a lost connection may have cost: only the user sends it again, and only once', async ({
  chat: page,
  atelier,
  gateway,
}) => {
  const heal = gateway.addFaults('reset', endpoint)
  await readyToGenerate(page)
  await studio.generate(page).click()
  const note = studio.note(page, '“a quiet harbour”: no answer')
  await expect(note).toContainText('It may have been made and charged.')
  heal()
  await atelier.restart()
  await showImages(page)
  await expect(note).toContainText(wordsOf('en', 'errors.connection_lost.title'))
  expect(imageRequests(gateway)).toHaveLength(1)

  await note.getByRole('button', { name: 'Send again…' }).dblclick()
  const question = page.getByRole('dialog', { name: 'Request 1 picture again?' })
  await expect(question).toContainText('Sending it again may cost twice.')
  await expect(question).toContainText('No price is known for')
  expect(imageRequests(gateway)).toHaveLength(1)
  await question.getByRole('button', { name: 'Send again' }).dblclick()
  await expect(studio.tiles(page)).toHaveCount(1)
  await expect(studio.notes(page)).toHaveCount(0)
  await atelier.call('app.info', {})
  expect(imageRequests(gateway)).toHaveLength(2)
})

test('a job resent in one window cannot be resent in another', async ({ chat: page, atelier, gateway, shellKind }) => {
  browserShellOnly(shellKind, 'Electron has one window')
  const heal = gateway.addFaults('reset', endpoint)
  await readyToGenerate(page)
  await studio.generate(page).click()
  const other = await atelier.openAnother()
  await showImages(other)
  await expect(studio.note(other, 'no answer')).toBeVisible()
  heal()
  await studio.note(page, 'no answer').getByRole('button', { name: 'Send again…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Send again' }).click()
  await expect(studio.tiles(other)).toHaveCount(1)
  await expect(studio.notes(other)).toHaveCount(0)
  expect(imageRequests(gateway)).toHaveLength(2)
})

test('a crash during a request leaves it unknown, and a queued one unsent', async ({
  chat: page,
  atelier,
  gateway,
}) => {
  await atelier.call('settings.update', { imagesAtOnce: 1 })
  const heal = gateway.addFaults(forEver, endpoint)
  await readyToGenerate(page)
  await generate(atelier, page)
  await expect.poll(() => imageRequests(gateway).length).toBe(1)
  await fillForm(page, { prompt: 'a second wish' })
  await generate(atelier, page)
  await expect(studio.gallery(page).getByText('Queued')).toBeVisible()
  await atelier.kill()
  heal()
  await atelier.restart()
  await showImages(page)
  await expect(studio.note(page, '“a quiet harbour”: no answer')).toContainText('may cost twice')
  const unsent = studio.note(page, '“a second wish” was not made')
  await expect(unsent).toBeVisible()
  expect(await gallery(atelier)).toHaveLength(0)
  expect(imageRequests(gateway)).toHaveLength(1)
  // an unsent request is sent only when the user chooses so
  await unsent.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Send again' }).click()
  await expect(studio.tiles(page)).toHaveCount(1)
  expect(imageRequests(gateway).map(({ body }) => body)).toMatchObject([
    { prompt: 'a quiet harbour' },
    { prompt: 'a second wish' },
  ])
})

test('a gateway that asks for a pause gets it with a countdown, and then makes the image', async ({
  chat: page,
  gateway,
}) => {
  gateway.addFaults('rate-limit;retry-after=2;times=1', endpoint)
  await readyToGenerate(page)
  const counted = await noteTexts(page, /Again in 0:0[12]/)
  await studio.generate(page).click()
  await expect(studio.tiles(page)).toHaveCount(1)
  expect(await counted()).not.toEqual([])
  const [first, second] = imageRequests(gateway)
  expect(imageRequests(gateway)).toHaveLength(2)
  expect((second?.receivedAt ?? 0) - (first?.receivedAt ?? 0)).toBeGreaterThanOrEqual(2000)
  await expect(studio.notes(page)).toHaveCount(0)
})

test('Cancel ends a request, and says whether it may cost', async ({ chat: page, atelier, gateway }) => {
  await atelier.call('settings.update', { imagesAtOnce: 1 })
  gateway.addFaults(forEver, endpoint)
  await readyToGenerate(page)
  await generate(atelier, page)
  await expect.poll(() => imageRequests(gateway).length).toBe(1)
  await fillForm(page, { prompt: 'a second wish' })
  await generate(atelier, page)
  await expect(parts.panels(page).getByText('2 requests in progress')).toBeVisible()

  await studio.gallery(page).getByRole('button', { name: 'Cancel “a second wish”' }).click()
  await expect(studio.note(page, 'a second wish')).toContainText('was cancelled before it was sent.')
  await studio.gallery(page).getByRole('button', { name: 'Cancel “a quiet harbour”' }).click()
  await expect(studio.note(page, 'a quiet harbour')).toContainText('It may still be charged.')
  await expect.poll(() => imageRequests(gateway)[0]?.outcome).toBe('client-gone')
  await expect(studio.cancelButtons(page)).toHaveCount(0)
  expect(imageRequests(gateway)).toHaveLength(1)
})

test('the limit of simultaneous requests is kept', async ({ chat: page, atelier, gateway }) => {
  await atelier.call('settings.update', { imagesAtOnce: 1 })
  const slow = gateway.addFaults('delay;ms=300', endpoint)
  await showImages(page)
  for (const prompt of ['one fish', 'two boats']) await submitImage(atelier, { prompt })
  await expect(studio.tiles(page)).toHaveCount(2)
  const [first, second] = imageRequests(gateway)
  expect(second?.receivedAt).toBeGreaterThanOrEqual(first?.endedAt ?? Number.POSITIVE_INFINITY)

  slow()
  gateway.addFaults(forEver, endpoint)
  for (const prompt of ['three hills', 'four trees']) await submitImage(atelier, { prompt })
  await expect(studio.gallery(page).getByText('Queued')).toHaveCount(1)
  await expect.poll(() => imageRequests(gateway).length).toBe(3)
  // raising the limit starts it at once
  await atelier.call('settings.update', { imagesAtOnce: 2 })
  await expect
    .poll(() => imageRequests(gateway).map(({ outcome }) => outcome))
    .toEqual(['answered', 'answered', 'open', 'open'])
})

test('an exhausted balance stops the queue at once, and offers another key', async ({ chat: page, gateway }) => {
  gateway.addFaults('quota', endpoint)
  await readyToGenerate(page)
  await studio.generate(page).click()
  const note = studio.note(page, '“a quiet harbour” was refused')
  await expect(note).toContainText('The balance of this key is used up.')
  // the failed request has a tile, which leads to its note
  await studio
    .gallery(page)
    .getByRole('button', { name: /The balance of this key is used up\./ })
    .click()
  await expect(note).toBeFocused()
  await note.getByRole('button', { name: 'Use another key' }).click()
  await expect(page.getByRole('heading', { name: 'Connections' })).toBeVisible()
  expect(imageRequests(gateway)).toHaveLength(1)
})

test('a note below the form is pointed out in the smallest window', async ({ chat: page, gateway }) => {
  gateway.addFaults('quota', endpoint)
  await page.setViewportSize({ width: 880, height: 560 })
  await readyToGenerate(page)
  await studio.generate(page).click()
  const note = studio.note(page, '“a quiet harbour” was refused')
  await expect(note).not.toBeInViewport()
  await page.getByRole('button', { name: '1 note below' }).click()
  await expect(note.getByText('The balance of this key is used up.')).toBeInViewport()
  await expect(page.getByRole('button', { name: '1 note below' })).toHaveCount(0)
})

test('only the dead links of a batch are fetched again; its other images stay', async ({
  chat: page,
  atelier,
  gateway,
}) => {
  const heal = gateway.addFaults('fail;status=404', '/files/')
  await readyToGenerate(page, { model: 'demo-image-free+mixed', n: 4 })
  await studio.generate(page).click()
  await expect(studio.tiles(page)).toHaveCount(2)
  const note = studio.note(page, '“a quiet harbour”: 2 of 4 saved')
  await expect(note).toContainText('The server no longer has the picture behind this link.')
  const asked = linkRequests(gateway).length
  expect(asked).toBeGreaterThanOrEqual(2)

  await note.getByRole('button', { name: 'Fetch again' }).click()
  await expect.poll(() => linkRequests(gateway).length).toBe(2 * asked)
  await expect.poll(async () => (await onlyJob(atelier))?.status).toBe('failed')
  await atelier.restart()
  await showImages(page)
  await expect(note).toBeVisible()
  heal()
  await note.getByRole('button', { name: 'Fetch again' }).click()
  await expect(studio.tiles(page)).toHaveCount(4)
  await expect(studio.notes(page)).toHaveCount(0)
  expect(imageRequests(gateway)).toHaveLength(1)
})

for (const { fault, words } of [
  { fault: 'not-image', words: 'The gateway did not send a picture.' },
  { fault: 'dead-link', words: 'The server no longer has the picture behind this link.' },
  { fault: 'cut-link', words: 'The connection to the gateway was lost.' },
] as const) {
  test(`a result that is ${fault} is reported, and not stored`, async ({ chat: page, atelier, gateway }) => {
    await readyToGenerate(page, { model: `demo-image-free+${fault}` })
    await studio.generate(page).click()
    await expect(studio.note(page, '“a quiet harbour”: 0 of 1 saved')).toContainText(words)
    await expect(studio.tiles(page)).toHaveCount(0)
    expect(await gallery(atelier)).toHaveLength(0)
    expect(imageRequests(gateway)).toHaveLength(1)
  })
}
