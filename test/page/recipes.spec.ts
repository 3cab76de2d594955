import type { Page } from '@playwright/test'
import { appError } from '../../src/shared/errors.ts'
import type { Price } from '../../src/shared/prices.ts'
import type { Recipe } from '../../src/shared/recipe.ts'
import { findings } from '../e2e/axe.ts'
import { lookInBothLanguages, lookInBothThemes } from '../e2e/looks.ts'
import { rest } from '../e2e/press-twice.ts'
import { expect, test, wordsOf } from './fixtures.ts'

const yuan = 1e9
const none = { input: null, cached: null, output: null, image: null, second: null, minute: null }
const prices: readonly Price[] = [
  { ...none, model: 'demo-transcribe', connectionId: '', currency: 'CNY', minute: yuan / 10 },
  { ...none, model: 'demo-chat', connectionId: '', currency: 'CNY', input: 2 * yuan, output: 8 * yuan },
]
const connectionId = 'environment'
const minutes: Recipe = {
  id: '11111111-1111-4111-8111-111111111111',
  name: 'Minutes in Chinese',
  steps: [
    { kind: 'transcribe', connectionId, model: 'demo-transcribe', language: null, prompt: '' },
    { kind: 'write', connectionId, model: 'demo-chat', prompt: 'Write minutes in Chinese.' },
    { kind: 'image', connectionId, model: 'demo-image-free', prompt: 'A title picture', size: null },
  ],
}
const shorten: Recipe = {
  id: '22222222-2222-4222-8222-222222222222',
  name: 'Shorten',
  steps: [{ kind: 'write', connectionId, model: 'demo-chat', prompt: 'Shorten it.' }],
}
const talk = (name: string) => ({ name, mimeType: 'audio/wav', buffer: Buffer.from('sound') })

async function openRecipes(page: Page, words: (key: string) => string): Promise<void> {
  await page
    .getByRole('navigation', { name: words('app.panels') })
    .getByRole('button', { name: words('library.panel') })
    .click()
  await page.getByRole('button', { name: words('library.recipes'), exact: true }).click()
}

for (const language of ['en', 'zh-CN'] as const)
  test(`${language}: a recipe is written by keyboard, and kept with its steps`, async ({ atelier }) => {
    const w = (key: string) => wordsOf(language, key)
    const { bridge } = atelier.app
    const page = await atelier.start()
    await atelier.call('settings.update', { language })
    await openRecipes(page, w)
    await expect(page.getByText(w('recipes.none'))).toBeVisible()
    await page.getByRole('button', { name: w('recipes.new') }).focus()
    await page.keyboard.press('Enter')
    const form = page.getByRole('form', { name: w('recipes.new') })
    await expect(form.getByRole('textbox').first()).toBeFocused()
    await page.keyboard.type('Minutes')
    const save = form.getByRole('button', { name: w('recipes.save') })
    // a writing step needs a prompt
    await expect(save).toBeDisabled()
    const first = form.getByRole('group', { name: w('recipes.step').replace('{{number}}', '1') })
    await first.getByRole('combobox', { name: w('recipes.language') }).selectOption('de')
    const second = form.getByRole('group', { name: w('recipes.step').replace('{{number}}', '2') })
    await second.getByRole('textbox', { name: w('recipes.prompt') }).focus()
    await page.keyboard.type('Write minutes.')
    await form.getByRole('button', { name: w('recipes.addStep') }).focus()
    await page.keyboard.press('Enter')
    const fields = [second.getByRole('combobox'), second.getByRole('button', { name: /: demo-chat/ })]
    const heights = fields.map(async (field) => (await field.boundingBox())?.height)
    expect(await Promise.all(heights), 'fields of one form').toEqual([34, 34])
    const third = form.getByRole('group', { name: w('recipes.step').replace('{{number}}', '3') })
    await third.getByRole('combobox', { name: w('recipes.kind') }).selectOption('image')
    await third.getByRole('textbox', { name: w('recipes.size') }).fill('wide')
    await expect(save).toBeDisabled()
    await third.getByRole('textbox', { name: w('recipes.size') }).fill('1024x1024')
    await lookInBothThemes(page, 'recipe-form', language)
    await third.getByRole('textbox', { name: w('recipes.size') }).press('Enter')
    await expect(form).toHaveCount(0)
    const put = bridge.made.filter(({ name }) => name === 'recipes.put').map(({ input }) => input)
    expect(put).toMatchObject([
      {
        recipe: {
          name: 'Minutes',
          steps: [
            { kind: 'transcribe', connectionId, model: 'demo-transcribe', language: 'de' },
            { kind: 'write', connectionId, prompt: 'Write minutes.' },
            { kind: 'image', connectionId, size: '1024x1024' },
          ],
        },
      },
    ])
    expect(await findings(page)).toEqual([])
  })

for (const language of ['en', 'zh-CN'] as const)
  test(`${language}: recordings run once per press, with the price of each step shown before`, async ({ atelier }) => {
    const w = (key: string) => wordsOf(language, key)
    const { bridge } = atelier.app
    const page = await atelier.start()
    bridge.emit('prices.changed', prices)
    await atelier.call('settings.update', { language })
    await atelier.call('recipes.put', { recipe: minutes })
    await openRecipes(page, w)
    await page.getByRole('button', { name: w('recipes.runOf').replace('{{name}}', minutes.name) }).click()
    const dialog = page.getByRole('dialog', { name: w('recipes.runTitle').replace('{{name}}', minutes.name) })
    await expect(dialog.getByRole('button', { name: w('recipes.start'), exact: true })).toBeDisabled()
    await dialog.locator('input[type=file]').setInputFiles([talk('Monday.wav'), talk('Tuesday.wav')])
    const steps = dialog.getByRole('list', { name: w('recipes.prices') }).getByRole('listitem')
    await expect(steps).toHaveCount(3)
    await expect(steps.nth(0)).toContainText('¥0.10')
    await expect(steps.nth(1)).toContainText('¥8.00')
    await expect(steps.nth(2)).toContainText(w('recipes.price.unknown'))
    await expect(dialog).toContainText(w('recipes.unknownWait'))
    await lookInBothThemes(page, 'recipe-run', language)

    await dialog.getByRole('button', { name: w('recipes.startMany').replace('{{count}}', '2') }).dblclick()
    await expect(dialog).toHaveCount(0)
    const runs = page.getByRole('list', { name: w('recipes.runs') }).getByRole('region')
    await expect(runs).toHaveCount(2)
    const sent = bridge.made.filter(({ name }) => name === 'recipes.run').map(({ input }) => input)
    expect(sent).toMatchObject([{ input: { name: 'Monday.wav' } }, { input: { name: 'Tuesday.wav' } }])
  })

test('a run is stopped, continued and sent again by one press each', async ({ atelier }) => {
  const { bridge, recipes } = atelier.app
  const w = (key: string) => wordsOf('en', key)
  const page = await atelier.start()
  bridge.emit('prices.changed', prices)
  await atelier.call('recipes.put', { recipe: minutes })
  await openRecipes(page, w)
  const runId = '33333333-3333-4333-8333-333333333333'
  const input = { kind: 'recording', token: 'token', name: 'Monday.wav' } as const
  await atelier.call('recipes.run', { runId, recipe: minutes, input })
  const run = page.getByRole('region', { name: 'Monday.wav · Minutes in Chinese' })
  await run.getByRole('button', { name: 'Stop after this step' }).click()
  await expect(run).toContainText('Stopped')
  const transcript = { kind: 'transcript', id: 't' } as const
  recipes.changeNewest({ status: 'price' }, [{ state: 'done', place: transcript }, { state: 'done' }])
  await expect(run).toContainText('Waits for you: the price of the next step is unknown.')
  await expect(run.getByRole('listitem').nth(2)).toContainText('price unknown')
  await expect(run.getByRole('button', { name: 'Open the result of step 1' })).toBeVisible()
  const panels = page.getByRole('navigation', { name: w('app.panels') })
  await expect(panels.getByRole('button', { name: /1 run needs you/ })).toBeVisible()
  await lookInBothLanguages(page, 'recipe-runs')
  const made = (name: string) => bridge.made.filter((call) => call.name === name).map((call) => call.input)
  await run.getByRole('button', { name: 'Continue with step 3' }).dblclick()
  await expect(run).toContainText('Running')
  await expect.poll(() => made('recipes.resume')).toEqual([{ runId, position: 2 }])

  recipes.changeNewest({ status: 'attention' }, [{}, {}, { state: 'unknown', error: appError('connection_lost') }])
  await expect(run.getByRole('alert')).toContainText('It may have been charged.')
  await rest(page)
  await run.getByRole('button', { name: 'Send step 3 again' }).dblclick()
  await expect.poll(() => made('recipes.retry')).toEqual([{ runId, position: 2, attempts: 1, target: null }])

  recipes.changeNewest({ status: 'attention' }, [{}, {}, { state: 'failed', error: appError('model_not_found') }])
  await run.getByRole('button', { name: /^Model: demo-image-free/ }).click()
  await page.getByRole('option', { name: /demo-image-hd/ }).click()
  await rest(page)
  await run.getByRole('button', { name: 'Send step 3 again' }).click()
  const target = { connectionId, model: 'demo-image-hd' }
  await expect.poll(() => made('recipes.retry')[1]).toEqual({ runId, position: 2, attempts: 1, target })
  recipes.changeNewest({ status: 'done' }, [{}, {}, { state: 'done' }])
  await run.getByRole('button', { name: /^Delete the run/ }).click()
  await expect(run).toHaveCount(0)
})

test('files dropped on a recipe are offered to it, and a refused one is named', async ({ atelier }) => {
  const w = (key: string) => wordsOf('en', key)
  const { bridge } = atelier.app
  const page = await atelier.start()
  bridge.emit('prices.changed', prices)
  await atelier.call('recipes.put', { recipe: shorten })
  await openRecipes(page, w)
  const data = await page.evaluateHandle<DataTransfer>(
    `(() => { const data = new DataTransfer(); data.items.add(new File(['   '], 'empty.txt')); return data })()`,
  )
  await page.getByRole('region', { name: 'Shorten' }).dispatchEvent('drop', { dataTransfer: data })
  const dialog = page.getByRole('dialog', { name: 'Run “Shorten”' })
  await expect(dialog.getByRole('list', { name: 'Files' })).toContainText('empty.txt')
  await dialog.getByRole('button', { name: 'Run', exact: true }).click()
  await expect(dialog.getByRole('alert')).toContainText('empty.txt was not used.')
  await dialog.getByRole('textbox', { name: 'Text' }).fill('The tide turns at six.')
  await expect(dialog.getByRole('list', { name: 'Steps and prices' })).toContainText('about ¥')
  await rest(page)
  await dialog.getByRole('button', { name: 'Run', exact: true }).click()
  await expect(dialog).toHaveCount(0)
  const sent = bridge.made.filter(({ name }) => name === 'recipes.run').map(({ input }) => input)
  expect(sent).toMatchObject([{ input: { kind: 'text', text: 'The tide turns at six.' } }])
})

test('a recipe whose connection is gone says so, and runs nothing', async ({ atelier }) => {
  const w = (key: string) => wordsOf('en', key)
  const page = await atelier.start()
  const [step] = shorten.steps
  if (step === undefined) throw new Error('there is no step')
  await atelier.call('recipes.put', { recipe: { ...shorten, steps: [{ ...step, connectionId: 'gone' }] } })
  await openRecipes(page, w)
  await page.getByRole('button', { name: 'Run “Shorten”…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Run “Shorten”' })
  await dialog.getByRole('textbox', { name: 'Text' }).fill('words')
  await expect(dialog.getByRole('alert')).toContainText('The connection of step 1 is gone.')
  await expect(dialog.getByRole('button', { name: 'Run', exact: true })).toBeDisabled()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Edit “Shorten”' }).click()
  const form = page.getByRole('form', { name: 'Edit “Shorten”' })
  await expect(form.getByRole('button', { name: 'Save recipe' })).toBeDisabled()
  await form.getByRole('button', { name: /^Model:/ }).click()
  await page.getByRole('option', { name: /demo-chat-large/ }).click()
  await form.getByRole('button', { name: 'Save recipe' }).click()
  await expect(page.getByRole('region', { name: 'Shorten' })).toContainText('demo-chat-large')
})

test('an answer is offered to the recipes, and one runs on its text', async ({ atelier }) => {
  const { bridge, chats } = atelier.app
  chats.seed('Tides', ['What moves the sea?', 'The moon does.'])
  const page = await atelier.start()
  await atelier.call('recipes.put', { recipe: shorten })
  await page.locator('[data-row]', { hasText: 'Tides' }).click()
  await page.locator('article').last().locator('[data-message-menu]').click()
  await page.getByRole('menuitem', { name: 'Use in a recipe…' }).click()
  await expect(page.getByRole('region', { name: 'Text for a recipe' })).toContainText('“The moon does.”')
  await page.getByRole('button', { name: 'Run “Shorten”…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Run “Shorten”' })
  await expect(dialog.getByRole('textbox', { name: 'Text' })).toHaveValue('The moon does.')
  await lookInBothLanguages(page, 'recipe-offered')
  await dialog.getByRole('button', { name: 'Run', exact: true }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Text for a recipe' })).toHaveCount(0)
  const sent = bridge.made.filter(({ name }) => name === 'recipes.run').map(({ input }) => input)
  expect(sent).toMatchObject([{ input: { kind: 'text', text: 'The moon does.', name: 'The moon does.' } }])
})
