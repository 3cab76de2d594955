import type { Page } from '@playwright/test'
import { answered, expect, parts, say, test } from './fixtures.ts'

const times = (text: string, count: number) => text.repeat(count)

/** Makes the model say a text word for word. */
async function modelSays(page: Page, markdown: string, count = 1) {
  await say(page, `Repeat exactly: ${markdown}`)
  return await answered(page, count)
}

/** Makes something that rendering needs throw, as a defect would. The returned function repairs it. */
async function broken(page: Page, what: string): Promise<() => Promise<void>> {
  await page.evaluate(`window.__whole = ${what}; ${what} = () => { throw new Error('broken for a test') }`)
  return () => page.evaluate(`${what} = window.__whole`)
}

const panel = (page: Page, name: string) => parts.panels(page).getByRole('button', { name, exact: true })

const errorsAreShown = [/broken for a test/, /error boundary/i]

test.describe('an answer that is nested too deeply', () => {
  for (const [name, source] of [
    ['quotes', `${times('>', 4_000)} bottom`],
    ['list levels', Array.from({ length: 150 }, (_, level) => `${times('  ', level)}- level`).join('\n')],
    ['brackets', `${times('[', 4_000)} bottom`],
    ['emphasis', `${times('*', 4_000)}bottom${times('*', 4_000)}`],
  ] as const) {
    test(`an answer nested too deeply by ${name} is shown as its source, also after a reload`, async ({
      chat: page,
    }) => {
      const answer = await modelSays(page, `Before it.\n\n${source}\n\nAfter it.`)
      await expect(answer.getByText(/^Shown as written/)).toHaveCount(1)
      await expect(answer.getByText('Before it.')).toBeVisible()
      await expect(answer.getByText('After it.')).toBeVisible()
      await page.reload()
      await expect(answer.getByText('After it.')).toBeVisible()
      await expect(answer.getByText(/^Shown as written/)).toHaveCount(1)
    })
  }
})

test('a block that cannot be rendered leaves the rest of its message, and can be retried', async ({
  chat: page,
  atelier,
}) => {
  atelier.allow(...errorsAreShown)
  const mend = await broken(page, 'URL.canParse')
  const answer = await modelSays(page, 'Before it.\n\n![a bridge](https://example.com/a.png)\n\nAfter it.')
  await expect(answer.getByText('This part could not be shown.')).toBeVisible()
  await expect(answer.getByText('Before it.')).toBeVisible()
  await expect(answer.getByText('After it.')).toBeVisible()
  await expect(answer.getByRole('button', { name: 'Copy its text' })).toBeVisible()
  await mend()
  await answer.getByRole('button', { name: 'Try again', exact: true }).first().click()
  await expect(answer.getByText('a bridge')).toBeVisible()
  await expect(answer.getByText('This part could not be shown.')).toHaveCount(0)
})

test('a message that cannot be rendered leaves the conversation usable', async ({ chat: page, atelier }) => {
  atelier.allow(...errorsAreShown)
  await modelSays(page, 'First.')
  const mend = await broken(page, 'Date.prototype.toISOString')
  await panel(page, 'Images').click()
  await panel(page, 'Chat').click()
  const note = page.getByText('This message could not be shown.')
  await expect(note).toHaveCount(1)
  await expect(parts.own(page)).toContainText('Repeat exactly: First.')
  await mend()
  await page.getByRole('note').getByRole('button', { name: 'Try again' }).click()
  await expect(parts.answers(page)).toContainText('First.')
  await expect(note).toHaveCount(0)
})

test('a panel that cannot be rendered leaves the rail and the other panels, and a reload does not stay blank', async ({
  chat: page,
  atelier,
}) => {
  atelier.allow(...errorsAreShown)
  await modelSays(page, 'First.')
  const mend = await broken(page, 'window.ResizeObserver.prototype.observe')
  await panel(page, 'Images').click()
  const alert = page.getByRole('alert').filter({ hasText: 'This panel could not be shown.' })
  await expect(alert).toBeVisible()
  await panel(page, 'Settings').click()
  await expect(page.getByRole('heading', { name: 'Connections' })).toBeVisible()
  await panel(page, 'Images').click()
  await expect(alert).toBeVisible()
  await mend()
  await alert.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('button', { name: 'Generate', exact: true })).toBeVisible()

  await page.reload()
  await expect(parts.composer(page)).toBeVisible()
  // the state that failed is not restored
  await expect(parts.answers(page)).toHaveCount(0)
  await parts.rows(page).first().getByRole('button').first().click()
  await expect(parts.answers(page)).toContainText('First.')
})

test('a window that cannot be rendered says so in its language, and restarts', async ({ chat: page, atelier }) => {
  atelier.allow(...errorsAreShown)
  await modelSays(page, 'First.')
  // every start fails: the theme's media query throws once the page's code runs
  const flag = '__broken'
  await page.addInitScript(`if (localStorage.getItem('${flag}') !== null) {
    const whole = window.matchMedia.bind(window)
    window.matchMedia = (query) => {
      if (document.readyState !== 'loading') throw new Error('broken for a test')
      return whole(query)
    }
  }`)
  await page.evaluate(`localStorage.setItem('${flag}', 'yes')`)
  await page.reload()
  const alert = page.getByRole('alert')
  await expect(alert).toContainText('This window could not be shown')
  await page.evaluate(`localStorage.removeItem('${flag}')`)
  await alert.getByRole('button', { name: 'Start afresh' }).click()
  await expect(parts.composer(page)).toBeVisible()
})

test('a panel whose code cannot be loaded can be retried', async ({ atelier, context }) => {
  atelier.allow(...errorsAreShown, /net::ERR_FAILED/, /the code of a component cannot be read/)
  await context.route(/\/SettingsPanel-[^/]+\.js$/, (route) => route.abort())
  const page = await atelier.start()
  await panel(page, 'Settings').click()
  await expect(page.getByText('This panel could not be shown.')).toBeVisible()
  await panel(page, 'Images').click()
  await expect(page.getByRole('textbox', { name: 'Prompt', exact: true })).toBeVisible()
  await context.unroute(/\/SettingsPanel-[^/]+\.js$/)
  await panel(page, 'Settings').click()
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible()
})
