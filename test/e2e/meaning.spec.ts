import type { Page } from '@playwright/test'
import { answered, environmentOf, expect, parts, test, wordsOf } from './fixtures.ts'
import { desk, indexed, markInView, start } from './history-desk.ts'
import { HistorySeed } from './history-seed.ts'
import { lookInBothThemes } from './looks.ts'

const lease = 'The tenant may terminate the lease with three months of notice.'
const filler = Array.from({ length: 60 }, (_, line) => `Paragraph ${line} is about the football match.`).join('\n\n')

function seed(data: string): void {
  const history = new HistorySeed(data)
  const now = Date.now()
  history.chat('Kitchen', ['How long does bread take?', `Knead the dough and bake it for forty minutes.`], now - 3000)
  history.chat('Flat', ['Please summarise the contract.', `${filler}\n\n${lease}\n\n${filler}`], now - 2000)
  history.transcript(
    'Walk at the harbour',
    ['We met at the pier.', 'The tide comes in at noon.', 'Then it rained.'],
    now,
  )
  history.close()
}

/** Chooses the demo's model on the settings page and waits until everything has a vector. */
async function setUp(page: Page, w: (key: string) => string): Promise<void> {
  await page.keyboard.press('Control+,')
  await page.getByRole('button', { name: w('settings.meaning'), exact: true }).click()
  await page.getByRole('button', { name: new RegExp(`^${w('meaning.model')}`) }).click()
  await page.getByRole('option', { name: /demo-embedding/ }).click()
  await expect(page.getByRole('region', { name: w('meaning.cost') })).toBeVisible()
}

test('the cost is shown, then a Chinese question finds English texts and opens them at the place', async ({
  atelier,
  data,
  gateway,
}) => {
  seed(data)
  const page = await start(atelier, gateway)
  await indexed(atelier)
  const vectors = () => gateway.requests().filter(({ path }) => path === '/v1/embeddings')
  // before it is set up, the switch of the history leads to its page
  await page.keyboard.press('Control+Shift+F')
  await page.getByRole('button', { name: 'Semantic', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Semantic search' })).toBeVisible()
  await setUp(page, (key) => wordsOf('en', key))
  const cost = page.getByRole('region', { name: 'What it will cost' })
  await expect(cost).toContainText(/1\d texts · about [\d,]+ tokens · about 2 requests/)
  await page.getByRole('textbox', { name: 'Price of a million tokens' }).fill('0.5')
  await expect(cost).toContainText(/about \$0\.000\d+/)
  expect(vectors()).toEqual([])
  await cost.getByRole('button', { name: 'Start' }).press('Enter')
  const progress = page.getByRole('region', { name: 'Progress' })
  await expect(progress).toContainText('Every text has a vector.')
  const sent = vectors().length

  await page.keyboard.press('Control+Shift+F')
  const toggle = page.getByRole('button', { name: 'Semantic', exact: true })
  await toggle.press('Enter')
  await expect(toggle).toHaveAttribute('aria-pressed', 'true')
  await desk.field(page).fill('租约怎么解约')
  const first = desk.results(page).first()
  await expect(first).toContainText('semantic match')
  await expect(first).toContainText('Flat')
  await expect(page.getByText(/keyword or semantic match/)).toBeVisible()
  // one request for a question, however often it is asked
  expect(vectors()).toHaveLength(sent + 1)
  await desk.field(page).press('Enter')
  await expect(parts.answers(page).first()).toBeVisible()
  await expect.poll(() => markInView(page)).toMatchObject({ visible: true })

  // a transcript opens at its segment
  await page.keyboard.press('Control+Shift+F')
  await desk.field(page).fill('什么时候涨潮')
  await expect(desk.results(page).first()).toContainText('Walk at the harbour')
  await expect(desk.results(page).first()).toContainText('semantic match')
  await desk.field(page).press('Enter')
  await expect(page.locator('mark[data-current]')).toContainText('The tide comes in at noon.')

  // without the gateway, words go on with a quiet line
  gateway.addFaults('reset', '/v1/embeddings')
  await page.keyboard.press('Control+Shift+F')
  await desk.field(page).fill('dough')
  await expect(page.getByText('Keyword matches only: The connection to the gateway was lost.')).toBeVisible()
  await expect(desk.results(page).first()).toContainText('Kitchen')
})

test('vectors are paused, resumed, made for new messages, and deleted', async ({ atelier, data, gateway }) => {
  seed(data)
  const page = await start(atelier, gateway)
  await indexed(atelier)
  await setUp(page, (key) => wordsOf('en', key))
  await page.getByRole('button', { name: 'Start' }).click()
  const progress = page.getByRole('region', { name: 'Progress' })
  await expect(progress).toContainText('Every text has a vector.')
  await progress.getByRole('button', { name: 'Pause' }).click()
  await page.keyboard.press('Control+1')
  await page.keyboard.press('Control+n')
  await parts.composer(page).fill('A new question about the moon')
  await parts.composer(page).press('Enter')
  await answered(page, 1)
  await page.keyboard.press('Control+,')
  await expect(progress).toContainText('Paused')
  await progress.getByRole('button', { name: 'Continue' }).click()
  await expect(progress).toContainText('Every text has a vector.')
  const sent = gateway.requests().flatMap(({ body, path }) => (path === '/v1/embeddings' ? [JSON.stringify(body)] : []))
  expect(sent.join('\n')).toContain('A new question about the moon')

  await page.getByRole('button', { name: 'Delete all vectors…' }).click()
  await page.getByRole('button', { name: 'Delete all', exact: true }).click()
  await expect(progress).toBeHidden()
  expect(await atelier.call('embeddings.state', {})).toMatchObject({ phase: 'off', sets: [] })
})

for (const language of ['en', 'zh-CN'] as const) {
  const w = (key: string) => wordsOf(language, key)

  test(`semantic search fits the window, in ${language}`, async ({ atelier, data, gateway }) => {
    test.slow()
    seed(data)
    const page = await atelier.start({ environment: environmentOf(gateway) })
    await atelier.call('settings.update', { language })
    await expect(page.getByRole('button', { name: /: demo-/ })).toBeVisible()
    await indexed(atelier)
    await setUp(page, w)
    await page.getByRole('textbox', { name: w('meaning.price') }).fill('500')
    await expect(page.getByRole('region', { name: w('meaning.cost') })).toContainText('0.7')
    await lookInBothThemes(page, 'meaning-cost', language)
    const faults = gateway.addFaults('vectors;shape=nan', '/v1/embeddings')
    await page.getByRole('button', { name: w('meaning.start'), exact: true }).click()
    await expect(page.getByRole('alert')).toBeVisible()
    await lookInBothThemes(page, 'meaning-refused', language)
    faults()
    await page.getByRole('button', { name: w('meaning.goOn'), exact: true }).click()
    await expect(page.getByText(w('meaning.complete'))).toBeVisible()
    await lookInBothThemes(page, 'meaning-done', language)
    await page.keyboard.press('Control+Shift+F')
    await page.getByRole('button', { name: w('history.meaning.name'), exact: true }).click()
    await page.getByRole('combobox', { name: w('history.searchField') }).fill('tide 潮汐')
    await expect(page.getByRole('option').first()).toContainText(w('history.meaning.why.meaning'))
    await lookInBothThemes(page, 'meaning-results', language)
  })
}
