import { filmSeek } from '../../src/main/electron/film-seek.ts'
import { draggedFrom } from './drag-out.ts'
import { environmentOf, expect, parts, test } from './fixtures.ts'
import { desk, jobsOf, openVideos, playing, submitPrompt, submitVideos } from './video-desk.ts'

// a poll comes 5 to 10 s after the submission, so each video here takes about that long

test('a video is submitted, made, downloaded and played', async ({ atelier, gateway, shellKind }) => {
  const page = await atelier.start({ environment: environmentOf(gateway) })
  await openVideos(page)
  await desk.form(page).getByRole('radio', { name: 'Landscape' }).check()
  await submitPrompt(page, 'Mist lifting from tea terraces')
  const card = desk.card(page, 'Mist lifting')
  await expect(card).toContainText(/Submitting|Queued at the gateway|Making/)
  await expect(parts.panels(page).getByRole('button', { name: /^Videos/ })).toContainText('Making 1 video')
  await expect(card).toContainText('Done')

  // the page makes the poster automatically
  await expect.poll(async () => (await jobsOf(atelier))[0]?.file?.poster?.mime).toBe('image/webp')
  await expect(card.locator('canvas[data-drawn]')).toBeAttached()
  if (shellKind === 'browser')
    expect(await draggedFrom(page, card.getByRole('button', { name: /^Open/ }))).toMatch(
      /^video\/mp4:Mist lifting from tea terraces\.mp4:http/,
    )

  await card.getByRole('button', { name: /^Open/ }).click()
  await expect.poll(async () => (await playing(page)).duration).toBeCloseTo(5, 1)
  expect(await playing(page)).toMatchObject({ width: 640, height: 360, paused: true, failed: false })
  await page.getByRole('slider', { name: 'Position in the video' }).fill('2.5')
  await expect.poll(async () => (await playing(page)).time).toBeCloseTo(2.5, 1)
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  await expect.poll(async () => (await playing(page)).time).toBeGreaterThan(2.7)
  await page.getByRole('button', { name: 'Pause', exact: true }).click()
  await expect.poll(async () => (await jobsOf(atelier))[0]?.seen).toBe(true)

  // as in the smoke test of an installed app
  const { mediaBase } = await atelier.call('app.info', {})
  const film = (await jobsOf(atelier))[0]?.file
  expect(await page.evaluate(filmSeek(`${mediaBase}${film?.media.id}`))).toBe('went to 2.5 of 5.0 s')
  await expect(page.evaluate(filmSeek(`${mediaBase}${film?.poster?.id}`))).rejects.toThrow('the film was not loaded')

  // the shown frame is sent to a chat
  const useFor = page.getByRole('group', { name: 'Use for' })
  await expect(useFor.getByRole('button', { name: 'Make again' })).toBeEnabled()
  await useFor.getByRole('button', { name: 'Chat' }).click()
  await expect(page.getByRole('button', { name: 'Remove Picture 1' })).toBeVisible()
})

test('each line of a list makes one video, and the button shows the cost once a price is known', async ({
  atelier,
  gateway,
}) => {
  const page = await atelier.start({ environment: environmentOf(gateway) })
  await openVideos(page)
  await expect(desk.submit(page)).not.toContainText('¥')
  const price = desk.form(page).getByRole('textbox', { name: 'Price per second of demo-video, in yuan' })
  await price.fill('0.8')
  await price.press('Enter')
  await expect(desk.submit(page)).toContainText('≈ ¥4.00')
  await desk.form(page).getByRole('switch', { name: 'One prompt per line' }).press('Space')
  await desk.prompt(page).fill('Harbour at sunset\n\n朱砂在水中散开\nSnow over a lake')
  await expect(desk.submit(page)).toContainText('≈ ¥12.00')
  await desk.form(page).getByRole('button', { name: 'Submit 3 videos' }).click()
  await expect(desk.cards(page)).toHaveCount(3)
  expect((await jobsOf(atelier)).map((job) => job.request.prompt).sort()).toEqual([
    'Harbour at sunset',
    'Snow over a lake',
    '朱砂在水中散开',
  ])
  // after the submission the field is empty, and restores the prompts on request
  await expect(desk.prompt(page)).toHaveValue('')
  await expect(desk.form(page).getByRole('status')).toContainText('3 videos were submitted.')
  await desk.form(page).getByRole('button', { name: 'Use the prompt again' }).click()
  await expect(desk.prompt(page)).toHaveValue('Harbour at sunset\n\n朱砂在水中散开\nSnow over a lake')
  await expect.poll(async () => JSON.stringify(await atelier.call('videos.draft', {}))).toContain('朱砂在水中散开')
  // typed text survives a restart
  const again = await atelier.restart()
  await openVideos(again)
  await expect(desk.prompt(again)).toHaveValue(/朱砂在水中散开/)
})

test('a cancelled video says that the gateway continues to make it', async ({ atelier, gateway }) => {
  gateway.addFaults('video-stuck', '/v1/videos/generations')
  const page = await atelier.start({ environment: environmentOf(gateway) })
  await openVideos(page)
  await submitPrompt(page, 'Clouds over a pass')
  const card = desk.card(page, 'Clouds over a pass')
  await expect(card).toContainText(/Queued at the gateway|Making/)
  await card.getByRole('button', { name: 'Cancel “Clouds over a pass”' }).click()
  await expect(desk.dialog(page)).toContainText('The gateway cannot be told to stop.')
  await desk.dialog(page).getByRole('button', { name: 'Keep it' }).click()
  await expect(card).not.toContainText('Cancelled')
  await card.getByRole('button', { name: 'Cancel “Clouds over a pass”' }).click()
  await desk.dialog(page).getByRole('button', { name: 'Stop watching' }).click()
  await expect(card).toContainText('Cancelled')
  await expect(card).toContainText('It may still be made and charged.')
  // the task can still be polled, which costs nothing
  await card.getByRole('button', { name: 'Verify with the gateway' }).click()
  await expect(card).toContainText('Making')
})

test('a lost answer is never resent without the user', async ({ atelier, gateway }) => {
  const undo = gateway.addFaults('hang-up', '/v1/videos/generations')
  const page = await atelier.start({ environment: environmentOf(gateway) })
  await openVideos(page)
  await submitPrompt(page, 'Paper lanterns')
  const card = desk.card(page, 'Paper lanterns')
  await expect(card).toContainText('Unknown: no answer')
  undo()
  const submissions = () => gateway.requests().filter(({ method }) => method === 'POST').length
  expect(submissions()).toBe(1)
  await card.getByRole('button', { name: 'Submit again…' }).click()
  await expect(desk.dialog(page)).toContainText('two videos are made and charged')
  await desk.dialog(page).getByRole('button', { name: 'Leave it' }).click()
  expect(submissions()).toBe(1)
  await card.getByRole('button', { name: 'Submit again…' }).click()
  await desk.dialog(page).getByRole('button', { name: 'Submit again' }).click()
  await expect(card).toContainText(/Queued at the gateway|Making/)
  expect(submissions()).toBe(2)
})

test('videos are submitted, watched and deleted by keyboard', async ({ atelier, gateway }) => {
  const page = await atelier.start({ environment: environmentOf(gateway) })
  await expect(parts.composer(page)).toBeFocused()
  await page.keyboard.press('Control+4')
  await expect(desk.submit(page)).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: 'Search actions, chats and models' })).toBeFocused()
  await page.keyboard.type('New video prompt')
  await expect(page.getByRole('option', { name: 'New video prompt' })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(desk.prompt(page)).toBeFocused()
  await page.keyboard.type('A kite over dunes')
  await page.keyboard.press('Control+Enter')
  const card = desk.card(page, 'A kite over dunes')
  await expect(card).toContainText('Done')

  const open = card.getByRole('button', { name: /^Open/ })
  for (let presses = 0; presses < 40 && !(await isFocused()); presses += 1) await page.keyboard.press('Tab')
  expect(await isFocused()).toBe(true)
  await page.keyboard.press('f')
  await expect(card.getByRole('button', { name: 'Favourite' })).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await playing(page)).duration).toBeCloseTo(5, 1)
  await page.keyboard.press('End')
  await page.keyboard.press('Home')
  await page.keyboard.press('.')
  await page.keyboard.press('.')
  await expect.poll(async () => (await playing(page)).time).toBeGreaterThan(0.05)
  await page.keyboard.press(' ')
  await expect.poll(async () => (await playing(page)).paused).toBe(false)
  await page.keyboard.press('Escape')
  await expect(open).toBeFocused()
  await page.keyboard.press('Delete')
  await expect(card).toHaveCount(0)
  await page.keyboard.press('Control+z')
  await expect(card).toHaveCount(1)

  async function isFocused(): Promise<boolean> {
    return await open.evaluate((element) => element === document.activeElement)
  }
})

test('queued videos are reordered by keyboard, and keep the focus', async ({ atelier, gateway }) => {
  gateway.addFaults('video-stuck', '/v1/videos/generations')
  const page = await atelier.start({ environment: environmentOf(gateway) })
  await atelier.call('settings.update', { videosAtOnce: 1 })
  await openVideos(page)
  await submitVideos(atelier, ...['first', 'second', 'third', 'fourth'].map((prompt) => ({ prompt })))
  const order = async () => (await jobsOf(atelier)).map((job) => job.request.prompt)
  await expect(desk.cards(page)).toHaveCount(4)
  await expect(desk.card(page, 'first')).toContainText(/Queued at the gateway|Making/)
  const open = desk.card(page, 'fourth').getByRole('button', { name: /^Open/ })
  await open.focus()
  await page.keyboard.press('Alt+ArrowUp')
  await expect.poll(order).toEqual(['first', 'second', 'fourth', 'third'])
  await expect(desk.cards(page).nth(2)).toContainText('fourth')
  await expect(open).toBeFocused()
  await page.keyboard.press('Alt+Home')
  await expect.poll(order).toEqual(['first', 'fourth', 'second', 'third'])
  await expect(desk.cards(page).nth(1)).toContainText('fourth')
  await expect(open).toBeFocused()
})

test('a system notification reports the end while the window is hidden, and opens the video', async ({
  atelier,
  gateway,
}) => {
  const page = await atelier.start({ environment: environmentOf(gateway) })
  // replaces system notifications and window visibility, which are outside the page
  await page.evaluate(() => {
    document.hasFocus = () => false
    class Shown extends EventTarget {
      static readonly permission = 'granted'
      readonly title: string
      constructor(title: string, options: NotificationOptions) {
        super()
        this.title = `${title} | ${options.body}`
        Object.assign(window, { shown: this })
      }
      close(): void {}
    }
    Object.assign(window, { Notification: Shown })
  })
  await submitVideos(atelier, { prompt: 'Wind over dunes' })
  await expect(parts.panels(page).getByRole('button', { name: /^Videos/ })).toContainText('Making 1 video')
  await expect
    .poll(async () => await page.evaluate<string>('window.shown?.title ?? ""'))
    .toBe('Video ready | Wind over dunes')
  await page.evaluate('window.shown.dispatchEvent(new Event("click"))')
  await expect.poll(async () => (await playing(page)).duration).toBeCloseTo(5, 1)
  await expect(desk.view(page)).toContainText('Wind over dunes')
})
