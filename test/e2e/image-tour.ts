import type { Page } from '@playwright/test'
import type { DemoGateway } from '../../src/demo-gateway/server.ts'
import { type Atelier, expect, type Language, wordsOf } from './fixtures.ts'
import { gallery, imageRequests, makeImages, newestImage, plain } from './image-studio.ts'

const prompts = {
  en: [
    'a lighthouse at dusk',
    'terraced fields in the first snow, seen from the other side of the valley',
    'one fish',
    'a small boat instead',
    'a night market under paper lanterns, watercolour, wet paper',
    'portrait of a potter at the wheel',
  ],
  'zh-CN': [
    '黄昏的灯塔',
    '初雪中的梯田，从山谷对面望去，远处有炊烟',
    '一条鱼',
    '换成一只小船',
    '纸灯笼下的夜市，水彩，湿画法',
    '转轮前的陶工肖像',
  ],
} as const
const later = { en: 'a bridge in the fog', 'zh-CN': '雾中的桥' } as const

/** Visits the states of the studio in a language, and calls back at each. The page is new and connected. */
export async function tourOfStudio(
  { atelier, gateway, page, language }: { atelier: Atelier; gateway: DemoGateway; page: Page; language: Language },
  visit: (state: string) => Promise<void>,
): Promise<void> {
  const w = (key: string) => wordsOf(language, key)
  const button = (key: string) => page.getByRole('button', { name: w(key), exact: true })
  const prompt = page.getByRole('textbox', { name: w('images.prompt'), exact: true })
  const tiles = page.getByRole('list', { name: w('images.gallery') }).locator('[data-image]')
  // after a submission, the button offers to repeat it
  const generate = page.getByRole('button', {
    name: new RegExp(`^(${w('images.generate')}|${w('images.generateAgain')})`),
  })

  await page
    .getByRole('navigation', { name: w('app.panels') })
    .getByRole('button', { name: w('images.panel') })
    .click()
  await expect(page.getByRole('heading', { name: w('images.nothing') })).toBeVisible()
  await visit('images-empty')

  await makeImages(atelier, ...prompts[language].map((words) => ({ prompt: words, size: '512x384' })))
  const { summary } = await newestImage(atelier)
  await makeImages(atelier, {
    prompt: later[language],
    size: null,
    n: 2,
    edit: { sourceId: summary.media.id, sourceImageId: summary.id, maskId: null, keepOutside: false },
  })
  await expect(tiles.locator('canvas[data-drawn]')).toHaveCount(8)

  // notes of each kind, and running jobs
  await atelier.call('settings.update', { imagesAtOnce: 1 })
  await page.getByRole('button', { name: new RegExp(`^${w('images.model')}`) }).click()
  await page.getByRole('combobox', { name: w('models.search') }).fill('demo-image-free')
  await visit('images-model-picker')
  await page.getByRole('option', { name: 'demo-image-free', exact: true }).click()
  for (const fault of ['fail;status=500', 'reset', 'not-image', 'delay;ms=600000']) {
    const heal = gateway.addFaults(fault, '/v1/images/')
    const before = imageRequests(gateway).length
    await prompt.fill(later[language])
    await page.getByRole('textbox', { name: w('images.size'), exact: true }).fill('640x480')
    await generate.click()
    await expect.poll(() => imageRequests(gateway).length).toBe(before + 1)
    await atelier.call('app.info', {})
    if (fault.startsWith('delay')) await generate.click()
    else {
      await expect
        .poll(async () => (await atelier.call('images.jobs', { offset: 0, limit: 50 })).jobs[0]?.status)
        .toMatch(/^(failed|unknown)$/)
    }
    heal()
  }
  await expect(page.getByText(w('images.queued'), { exact: true })).toHaveCount(1)
  await expect(page.getByRole('list', { name: w('images.notes') }).getByRole('alert')).toHaveCount(3)
  await visit('images-grid')
  for (const { id, status } of (await atelier.call('images.jobs', { offset: 0, limit: 50 })).jobs) {
    if (status === 'queued') await atelier.call('images.cancel', { jobId: id })
  }
  for (const { id, status } of (await atelier.call('images.jobs', { offset: 0, limit: 50 })).jobs) {
    if (status === 'sending') await atelier.call('images.cancel', { jobId: id })
    else await atelier.call('images.dismiss', { jobId: id })
  }
  await visit('images-stopped')
  for (const { id } of (await atelier.call('images.jobs', { offset: 0, limit: 50 })).jobs)
    await atelier.call('images.dismiss', { jobId: id })
  await expect(page.getByRole('list', { name: w('images.notes') })).toHaveCount(0)

  await button('images.filter').click()
  await expect(page.getByRole('checkbox', { name: /^demo-image-free/ })).toBeVisible()
  await page.getByRole('combobox', { name: w('dates.label') }).selectOption({ label: w('dates.between') })
  await visit('images-filter')
  await page.getByRole('combobox', { name: w('dates.label') }).press('Escape')
  await button('images.search').click()
  await page.getByRole('searchbox').fill('qwertz')
  await expect(page.getByRole('heading', { name: w('images.nothingFits') })).toBeVisible()
  await visit('images-nothing-fits')
  await button('images.filterClear').click()

  await tiles.nth(1).click({ modifiers: ['Control'] })
  await tiles.nth(3).click({ modifiers: ['Control'] })
  await visit('images-selection')
  await button('images.collectionAdd').click()
  await page.getByRole('menuitem', { name: w('images.collectionNew') }).click()
  await page.getByRole('textbox', { name: w('images.collectionName') }).fill(later[language])
  await visit('images-collection')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await button('images.selectEnd').click()
  // its toast would cover the next state
  await button('app.close').click()

  await tiles.first().click()
  await expect(page.getByRole('complementary', { name: w('images.recipe') })).toBeVisible()
  await visit('images-detail')
  await button('app.more').click()
  await expect(page.getByRole('menuitem', { name: w('images.delete') })).toBeVisible()
  await visit('images-detail-menu')
  await page.keyboard.press('Escape')
  await button('images.compare').click()
  await expect(page.getByRole('slider')).toBeVisible()
  await visit('images-compare')

  await button('images.edit').click()
  const canvas = page.getByLabel(w('mask.canvas'))
  await expect(canvas).toBeFocused()
  const box = await canvas.boundingBox()
  if (box === null) throw new Error('the mask editor is not open')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x - 120, y - 40)
  await page.mouse.down()
  await page.mouse.move(x + 100, y + 20, { steps: 10 })
  await page.mouse.up()
  await visit('images-mask')
  await page.keyboard.press('n')
  await expect(page.getByRole('textbox', { name: w('mask.side.left') })).toBeFocused()
  await visit('images-mask-numbers')
  await page.keyboard.press('Escape')
  await canvas.press('p')
  await visit('images-mask-preview')
  await canvas.press('Escape')
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await visit('images-mask-leave')
  await page.keyboard.press('Enter')
  await button('mask.done').click()
  await expect(page.getByRole('img', { name: w('images.maskAlt') })).toBeVisible()
  await page.keyboard.press('Escape')
  await visit('images-edit-form')

  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'a-picture-with-a-rather-long-name.png', mimeType: 'image/png', buffer: Buffer.from('no') })
  await expect(page.getByRole('alert')).toBeVisible()
  await visit('images-source-refused')
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'wide.png', mimeType: 'image/png', buffer: await plain(300, 40) })
  await expect(page.getByText('300×40')).toBeVisible()
  expect((await gallery(atelier)).length).toBe(8)
}
