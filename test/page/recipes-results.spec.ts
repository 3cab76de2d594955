import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { Price } from '../../src/shared/prices.ts'
import type { Recipe } from '../../src/shared/recipe.ts'
import { findings } from '../e2e/axe.ts'
import { plain, readyToGenerate, studio } from '../e2e/image-studio.ts'
import { lookInBothLanguages, lookInBothThemes } from '../e2e/looks.ts'
import { desk, openVideos } from '../e2e/video-desk.ts'
import { expect, type OpenedPage, test, wordsOf } from './fixtures.ts'

const connectionId = 'environment'
const demo = join(import.meta.dirname, '../../resources/demo-gateway/landscape-5.mp4')
const yuan = 1e9
const prices: readonly Price[] = [
  {
    ...{ model: 'demo-image-free', connectionId: '', currency: 'CNY', input: null, cached: null, output: null },
    ...{ image: yuan / 10, second: null, minute: null },
  },
]
const night: Recipe = {
  id: '11111111-1111-4111-8111-111111111111',
  name: 'Night',
  steps: [
    { kind: 'image', connectionId, model: 'demo-image-free', prompt: 'Make it night', size: null },
    { kind: 'write', connectionId, model: 'demo-chat', prompt: 'Describe it.' },
  ],
}
const [atNight] = night.steps
if (atNight === undefined) throw new Error('there is no step')
const minutes: Recipe = {
  id: '22222222-2222-4222-8222-222222222222',
  name: 'Minutes',
  steps: [{ kind: 'transcribe', connectionId, model: 'demo-transcribe', language: null, prompt: '' }],
}
const runsOf = ({ app }: OpenedPage) =>
  app.bridge.made.filter(({ name }) => name === 'recipes.run').map(({ input }) => input)

/** Makes an image, and shows it. */
async function openImage(page: Page, prompt: string): Promise<void> {
  await readyToGenerate(page, { prompt })
  await page
    .getByRole('button', { name: /^Generate/ })
    .first()
    .click()
  await studio.tiles(page).first().click()
}

for (const language of ['en', 'zh-CN'] as const)
  test(`${language}: an image is offered to the recipes, and one runs on it by keyboard`, async ({
    atelier,
    chat: page,
  }) => {
    const w = (key: string, named: Readonly<Record<string, string>> = {}) =>
      wordsOf(language, key).replace(/\{\{(\w+)\}\}/g, (_, name: string) => named[name] ?? '')
    const { bridge } = atelier.app
    bridge.emit('prices.changed', prices)
    for (const recipe of [minutes, night]) await atelier.call('recipes.put', { recipe })
    await openImage(page, 'a pier')
    await atelier.call('settings.update', { language })
    await page
      .getByRole('group', { name: w('app.useFor') })
      .getByRole('button', { name: w('recipes.use') })
      .focus()
    await page.keyboard.press('Enter')
    const note = page.getByRole('region', { name: w('recipes.offer.picture') })
    await expect(note).toContainText('a pier')
    await page.getByRole('button', { name: w('recipes.runOf', { name: 'Night' }) }).focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: w('recipes.runTitle', { name: 'Night' }) })
    await expect(dialog.getByRole('region', { name: w('recipes.offer.picture') })).toContainText('a pier')
    await expect(dialog.getByRole('listitem').first()).toContainText('¥0.10')
    await expect(dialog.getByRole('status')).toContainText('demo-chat')
    expect(await findings(page)).toEqual([])
    await lookInBothThemes(page, 'recipe-picture', language)
    await dialog.getByRole('button', { name: w('recipes.start'), exact: true }).focus()
    await page.keyboard.press('Enter')
    await expect(dialog).toHaveCount(0)
    await expect(note).toHaveCount(0)
    expect(runsOf(atelier)).toMatchObject([{ input: { kind: 'picture', name: 'a pier' } }])
  })

test('a recipe that lacks a prompt or a field for a picture says so, and runs nothing', async ({
  atelier,
  chat: page,
}) => {
  const film = { kind: 'video', connectionId, model: 'demo-video', prompt: 'It moves', duration: 5 } as const
  await atelier.call('recipes.put', { recipe: { ...night, steps: [{ ...atNight, prompt: '' }] } })
  await atelier.call('recipes.put', { recipe: { ...minutes, name: 'Film', steps: [film] } })
  await openImage(page, 'a pier')
  await page.getByRole('button', { name: 'Recipes…' }).click()
  for (const [name, why] of [
    ['Night', 'Step 1 gets a picture and needs a prompt.'],
    ['Film', 'The connection of step 1 takes no first picture.'],
  ] as const) {
    await page.getByRole('button', { name: `Run “${name}”…` }).click()
    const dialog = page.getByRole('dialog', { name: `Run “${name}”` })
    await expect(dialog.getByRole('alert')).toContainText(why)
    await expect(dialog.getByRole('button', { name: 'Run', exact: true })).toBeDisabled()
    // without the picture it runs on a text
    await dialog.getByRole('button', { name: 'Leave a pier out' }).click()
    await dialog.getByRole('textbox', { name: 'Text' }).fill('a pier at night')
    await expect(dialog.getByRole('button', { name: 'Run', exact: true })).toBeEnabled()
    await page.keyboard.press('Escape')
  }
})

test('a picture is the beginning of a new recipe, and dropped pictures run through it', async ({
  atelier,
  chat: page,
}) => {
  await openImage(page, 'a pier')
  await page.getByRole('button', { name: 'Recipes…' }).click()
  await expect(page.getByRole('region', { name: 'Picture for a recipe' })).toContainText(
    'No recipe can run on “a pier”',
  )
  await page.getByRole('button', { name: 'Keep as a recipe…' }).click()
  const form = page.getByRole('form', { name: 'New recipe' })
  await page.keyboard.type('Night')
  await expect(form.getByRole('group')).toHaveCount(1)
  await expect(form).toContainText('If the recipe runs on a picture, the prompt says what to change.')
  await form.getByRole('textbox', { name: 'Prompt' }).fill('Make it night')
  await form.getByRole('button', { name: 'Save recipe' }).click()
  await page.getByRole('button', { name: 'Run “Night”…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Run “Night”' })
  await dialog.getByRole('button', { name: 'Leave a pier out' }).click()
  const picture = await plain(24, 16)
  await dialog.locator('input[type=file]').setInputFiles([{ name: 'sea.png', mimeType: 'image/png', buffer: picture }])
  await dialog.getByRole('button', { name: 'Run', exact: true }).click()
  await expect(dialog).toHaveCount(0)
  expect(runsOf(atelier)).toMatchObject([{ input: { kind: 'picture', name: 'sea.png', imageId: null } }])
})

test('a video is offered to the recipes, and one transcribes it', async ({ atelier, chat: page }) => {
  await atelier.call('recipes.put', { recipe: night })
  await atelier.call('recipes.put', { recipe: minutes })
  const jobId = randomUUID()
  const request = { connectionId, model: 'demo-video', duration: 5, prompt: 'Ink in water' } as const
  await atelier.call('videos.submit', { jobs: [{ jobId, request }] })
  const media = atelier.app.files.addVideo(demo, 640, 360)
  atelier.app.videos.finish(jobId, media)
  await openVideos(page)
  await desk.card(page, 'Ink in water').getByRole('button').first().click()
  await page.getByRole('group', { name: 'Use for' }).getByRole('button', { name: 'Recipes…' }).click()
  await expect(page.getByRole('region', { name: 'Video for a recipe' })).toContainText('Ink in water')
  await lookInBothLanguages(page, 'recipe-video')
  await page.getByRole('button', { name: 'Run “Minutes”…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Run “Minutes”' })
  await dialog.getByRole('button', { name: 'Run', exact: true }).click()
  await expect(dialog).toHaveCount(0)
  expect(runsOf(atelier)).toMatchObject([{ input: { kind: 'stored', mediaId: media.id, name: 'Ink in water' } }])
})
