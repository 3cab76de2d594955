import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildKit } from '../../scripts/kit-page.ts'
import { securityHeaders } from '../../src/main/security/csp.ts'
import { lookAt, looks } from '../e2e/looks.ts'
import { expect, test } from './fixtures.ts'

/** An address without a server: the files come from the built folder. */
const origin = 'http://kit.localhost'
/** Higher than the gallery, so that all of it is looked at. */
const sizes = [
  { width: 1280, height: 4600 },
  { width: 640, height: 7800 },
]

let folder = ''
const faults: string[] = []

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atelier-kit-'))
  await buildKit(folder)
})

test.afterAll(() => rm(folder, { recursive: true, force: true }))

test.beforeEach(async ({ context, page }) => {
  await context.route(`${origin}/**`, (route) =>
    route.fulfill({
      path: join(folder, new URL(route.request().url()).pathname),
      headers: securityHeaders('browser'),
    }),
  )
  faults.length = 0
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') faults.push(message.text())
  })
  page.on('pageerror', ({ message }) => faults.push(message))
  await page.goto(`${origin}/kit/index.html`)
  await expect(page.getByRole('heading', { name: 'The kit' })).toBeVisible()
})

test.afterEach(() => expect(faults).toEqual([]))

for (const [language, theme] of looks) {
  test(`${language}, ${theme}: every part of the kit fits, and axe finds nothing in it`, async ({ page }) => {
    await page.getByRole('radio', { name: language === 'en' ? 'English' : '简体中文' }).check({ force: true })
    await expect(page.locator('html')).toHaveAttribute('lang', language)
    await page.getByRole('radio', { name: theme }).check({ force: true })
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', theme)
    const look = (state: string) => lookAt(page, state, language, theme, { axe: true, sizes })
    await look('kit')
    await page.getByRole('region', { name: 'Menu' }).getByRole('button').first().click()
    await expect(page.getByRole('menuitem').last()).toBeVisible()
    await look('kit-menu')
    await page.keyboard.press('Escape')
    const toasts = page.getByRole('region', { name: 'Toast', exact: true }).getByRole('button')
    await toasts.first().dblclick()
    await toasts.last().click()
    await expect(page.getByRole('listitem').filter({ hasText: /× \d/ })).toBeVisible()
    await look('kit-toasts')
    for (const name of ['Dialog', 'DangerDialog']) {
      await page.getByRole('button', { name, exact: true }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await look(`kit-${name.toLowerCase()}`)
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
    }
  })
}

test('a row of steps fades at an edge where it continues', async ({ page }) => {
  const steps = page.getByRole('group', { name: 'Use for' }).locator('[data-scroll-row]')
  await expect(steps).toHaveCSS('mask-image', 'none')
  await page.setViewportSize({ width: 320, height: 800 })
  await expect(steps).toHaveCSS('mask-image', /gradient/)
  await expect(steps).toHaveCSS('mask-position', '-48px -48px')
  await steps.getByRole('button').last().scrollIntoViewIfNeeded()
  await steps.evaluate((row) => row.scrollTo({ left: row.scrollWidth }))
  await expect(steps).toHaveCSS('mask-position', '0px 0px')
})

test('the options of a choice stay whole in a narrow window', async ({ page }) => {
  const options = page.getByRole('region', { name: 'Segments, Choice' }).locator('fieldset span')
  const height = async () => (await options.first().boundingBox())?.height
  const before = await height()
  await page.setViewportSize({ width: 320, height: 800 })
  expect(await height()).toBe(before)
})
