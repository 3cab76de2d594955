import { unzipSync, zipSync } from 'fflate'
import { afterEach, expect, test } from 'vitest'
import { Database } from '../../../../src/main/storage/database.ts'
import { ItemsUnderWay, underWay } from '../../../../src/main/storage/items-under-way.ts'
import { databasePath } from '../../../../src/main/storage/open.ts'
import { Prompts } from '../../../../src/main/storage/prompts.ts'
import type { Assistant } from '../../../../src/shared/assistants.ts'
import { defaultParameters } from '../../../../src/shared/chat-limits.ts'
import { promptsMax } from '../../../../src/shared/prompt-limits.ts'
import type { Prompt } from '../../../../src/shared/prompts.ts'
import { picturing, recipeOf, writing } from '../../../fakes/recipes.ts'
import { TransferApp } from '../../../fakes/transfer.ts'

const apps: TransferApp[] = []

afterEach(async () => {
  for (const app of apps.splice(0)) {
    await app.close()
    app.remove()
  }
})

async function started(): Promise<TransferApp> {
  const app = await TransferApp.start()
  apps.push(app)
  return app
}

const prompt = (index: number): Prompt => ({
  id: crypto.randomUUID(),
  title: `翻译 ${index}`,
  text: '把 {{文本}} 译成英文',
})
const assistant: Assistant = {
  ...{ id: crypto.randomUUID(), name: 'Editor', sign: '✎', description: 'short', connectionId: 'environment' },
  model: 'demo-chat',
  parameters: {
    ...defaultParameters,
    system: 'Be brief.',
    tools: { enabled: ['builtin:calculator'], roundsMax: 4 },
  },
}

async function filled(): Promise<TransferApp> {
  const app = await started()
  await app.call('prompts.put', { prompts: [prompt(1), prompt(2), { ...prompt(3), id: 'included-summary' }] })
  await app.call('assistants.put', { assistants: [assistant] })
  return app
}

test('prompts and assistants are exported in order, and existing ones are not changed', async () => {
  const from = await filled()
  const { report } = await from.call('transfer.export', { keys: null })
  expect(report.counts).toMatchObject({ prompts: 3, assistants: 1 })
  const files = unzipSync(from.exported())
  expect(new TextDecoder().decode(files['prompts.md'])).toContain('## 翻译 1\n\n把 {{文本}} 译成英文\n')
  expect(new TextDecoder().decode(files['assistants.md'])).toContain('## ✎ Editor\n\nBe brief.\n')
  const to = await started()
  const again = async () => await to.call('transfer.import', { token: to.give(from.exported(), 'Atelier.zip') })
  expect((await again()).added).toMatchObject({ prompts: 3, assistants: 1 })
  expect(await to.call('prompts.list', {})).toEqual(await from.call('prompts.list', {}))
  const { tools: _, ...parameters } = assistant.parameters
  expect((await to.call('assistants.list', {})).assistants).toEqual([{ ...assistant, connectionId: null, parameters }])
  const [first] = (await to.call('prompts.list', {})).prompts
  await to.call('prompts.put', { prompts: [{ ...prompt(9), id: first?.id ?? '' }] })
  expect(await again()).toMatchObject({ added: { prompts: 0, assistants: 0 }, present: 4 })
  expect((await to.call('prompts.list', {})).prompts[0]?.title).toBe('翻译 9')
})

test('facts are exported, and imported as paused ones', async () => {
  const from = await started()
  const fact = { id: crypto.randomUUID(), text: 'I drink oolong', pinned: true, isPaused: false }
  await from.call('memories.put', { memories: [fact] })
  expect((await from.call('transfer.export', { keys: null })).report.counts.memories).toBe(1)
  expect(new TextDecoder().decode(unzipSync(from.exported())['memory.md'])).toBe('# Memory\n\n- I drink oolong\n')
  const to = await started()
  await to.call('settings.update', { memory: true })
  const again = async () => await to.call('transfer.import', { token: to.give(from.exported(), 'Atelier.zip') })
  expect((await again()).added.memories).toBe(1)
  expect(await to.call('memories.list', {})).toEqual([{ ...fact, isPaused: true }])
  await to.call('memories.put', { memories: [{ ...fact, text: 'I drink sencha' }] })
  expect(await again()).toMatchObject({ added: { memories: 0 }, present: 1 })
  expect(await to.call('memories.list', {})).toEqual([{ ...fact, text: 'I drink sencha' }])
})

test('recipes are exported without their runs, and imported ones wait for a connection', async () => {
  const from = await started()
  const recipe = recipeOf(writing('Write minutes.'), picturing('A title picture'))
  await from.call('recipes.put', { recipe })
  expect((await from.call('transfer.export', { keys: null })).report.counts.recipes).toBe(1)
  const to = await started()
  const again = async () => await to.call('transfer.import', { token: to.give(from.exported(), 'Atelier.zip') })
  expect((await again()).added.recipes).toBe(1)
  const steps = recipe.steps.map((step) => ({ ...step, connectionId: 'imported' }))
  expect(await to.call('recipes.list', {})).toEqual([{ ...recipe, steps }])
  await to.call('recipes.put', { recipe: { ...recipe, name: 'Mine' } })
  expect(await again()).toMatchObject({ added: { recipes: 0 }, present: 1 })
  expect((await to.call('recipes.list', {}))[0]?.name).toBe('Mine')
  expect(await to.call('recipes.runs', {})).toEqual([])
})

test('an export of chosen items has no prompts, assistants and facts', async () => {
  const from = await filled()
  const { report } = await from.call('transfer.export', { keys: [{ kind: 'chat', id: 'unknown' }] })
  expect(report.counts).toMatchObject({ prompts: 0, assistants: 0, memories: 0 })
})

test('an imported file cannot enable a tool, and an invalid one is refused completely', async () => {
  const archive = (value: object) =>
    zipSync({ 'atelier.json': Buffer.from(JSON.stringify({ format: 'atelier', version: 1, ...value })) })
  const to = await started()
  await to.call('transfer.import', { token: to.give(archive({ assistants: [assistant] }), 'Atelier.zip') })
  const [read] = (await to.call('assistants.list', {})).assistants
  expect([read?.parameters.tools, read?.connectionId]).toEqual([undefined, null])
  const wrong = archive({ prompts: [prompt(1), { ...prompt(2), text: 7 }] })
  expect(await to.refusal('transfer.import', { token: to.give(wrong, 'Atelier.zip') })).toBe('import_damaged')
  expect((await to.call('prompts.list', {})).prompts).toEqual([])
})

test('items beyond the library’s limit are reported', async () => {
  const from = await filled()
  await from.call('transfer.export', { keys: null })
  const to = await started()
  const many = Array.from({ length: promptsMax - 1 }, (_, index) => prompt(index))
  for (let at = 0; at < many.length; at += 100) await to.call('prompts.put', { prompts: many.slice(at, at + 100) })
  const report = await to.call('transfer.import', { token: to.give(from.exported(), 'Atelier.zip') })
  expect(report.added.prompts).toBe(1)
  expect(report.skipped).toEqual([{ reason: 'no_room', count: 2 }])
})

test('rows of a killed import are hidden, and removed at the next start', async () => {
  const app = await filled()
  await app.close()
  apps.splice(apps.indexOf(app), 1)
  const database = new Database(databasePath(app.folder))
  new Prompts(database).putPrompts([prompt(4)], underWay)
  expect(new ItemsUnderWay(database).any()).toBe(true)
  expect(new Prompts(database).library().prompts).toHaveLength(3)
  database.close()
  const next = await TransferApp.start(undefined, app.folder)
  apps.push(next)
  await expect.poll(() => next.platform.logged.some((line) => line.includes('taken back'))).toBe(true)
  const after = new Database(databasePath(app.folder), { readonly: true })
  expect(after.prepare('SELECT count(*) AS n FROM prompts').get()).toEqual({ n: 3 })
  after.close()
})
