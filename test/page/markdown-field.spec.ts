import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { lostInPage } from '../fuzz/markdown/read-texts.ts'
import { serveMarkdown } from '../fuzz/markdown/served-page.ts'
import { markdownExamples } from '../renderer/components/markdown/markdown-examples.ts'
import { answered, expect, say, test } from './fixtures.ts'

const folder = join(import.meta.dirname, '../fixtures/field')
const names = readdirSync(folder).filter((name) => name.endsWith('.md'))

/** Letters and digits of a source without its named characters, its tags and the numbers of its items. */
function lettersOf(source: string): string {
  return source
    .replace(/&#?\w+;/g, '')
    .replace(/<\/?(?:br|sub|sup|kbd|mark|u|details|summary)(?:\s[^<>]*)?\/?>/gi, '')
    .replace(/^[ \t>]*(?:\d+[.)]|[-*+] \[[ xX]\])[ \t]/gm, '')
    .replace(/\]\([^)]*\)/g, ']')
    .replace(/\\(?:begin|end)\{[^}]*\}(?:\{c+\})?|\\[a-zA-Z]+/g, '')
    .replace(/[^\p{L}\p{N}]/gu, '')
}

/** The rest of the letters from the first one that a text does not have. */
function missing(letters: string, text: string): string {
  let at = 0
  for (const [index, letter] of [...letters].entries()) {
    const found = text.indexOf(letter, at)
    if (found < 0) return [...letters].slice(index).join('')
    at = found + letter.length
  }
  return ''
}

test('the built page shows every field input with all its letters and without an error', async ({ chat: page }) => {
  const errors: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
  })
  page.on('pageerror', (error) => errors.push(String(error)))
  for (const name of names) {
    const source = readFileSync(join(folder, name), 'utf8').trim()
    await say(page, `Repeat exactly: ${source}`)
    const answer = await answered(page, 1)
    await expect(answer, name).not.toContainText('could not be shown')
    const text = await answer.evaluate((element) => element.textContent)
    expect(missing(lettersOf(source), text), name).toBe('')
    await page.getByRole('button', { name: 'New chat' }).first().click()
    await expect(page.getByRole('article')).toHaveCount(0)
  }
  expect(errors).toEqual([])
})

test('code in a list is complete once it has streamed', async ({ chat: page }) => {
  const source = '1. Run\n\n   ```bash\n   npm install some packages\n   ```\n\n> ```js\n> const a = 12345\n> ```'
  await say(page, `Repeat exactly: ${source}`)
  const answer = await answered(page, 1)
  await expect(answer.locator('pre').first()).toHaveText(/npm install some packages/)
  await expect(answer.locator('pre').last()).toHaveText(/const a = 12345/)
})

test("the bundle shows all examples of CommonMark and GFM, at once and growing, under the page's policy", async ({
  page,
}) => {
  const served = await serveMarkdown()
  const errors: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
  })
  page.on('pageerror', (error) => errors.push(String(error)))
  try {
    await page.goto(served.address)
    await page.locator('[data-ready]').waitFor({ state: 'attached' })
    for (const steps of [1, 7]) expect(await lostInPage(page, markdownExamples, () => steps)).toEqual([])
  } finally {
    await served.close()
  }
  expect(errors).toEqual([])
})

test('tags, folds and writing directions work in the built page', async ({ chat: page }) => {
  await say(
    page,
    'Repeat exactly: H<sub>2</sub>O, *重要* and $x$\n\n<details><summary>More</summary>\n\nHidden **text**.\n\n</details>\n\nمرحبا بالعالم',
  )
  const answer = await answered(page, 1)
  await expect(answer.locator('sub')).toHaveText('2')
  const fold = answer.locator('details')
  await expect(fold.getByText('Hidden text.')).toBeHidden()
  await fold.locator('summary').click()
  await expect(fold.getByText('Hidden text.')).toBeVisible()
  await expect(answer.locator('em')).toHaveCSS('font-style', 'normal')
  await expect(answer.getByText('مرحبا بالعالم')).toHaveCSS('direction', 'rtl')
})
