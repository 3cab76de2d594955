import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from './fixtures.ts'

const script = readFileSync(join(import.meta.dirname, '../../out/renderer/early-calls.js'), 'utf8')

test('the start asks for each of its data once, and takes every early answer', async ({ atelier }) => {
  const early = [...script.matchAll(/^ {4}\['([A-Za-z]+\.[A-Za-z]+)', /gm)].map(([, name = '']) => name)
  expect(early.length).toBeGreaterThan(20)
  const page = await atelier.start()
  const made = atelier.app.bridge.made.map(({ name }) => name)
  expect(early.filter((name) => made.filter((other) => other === name).length !== 1)).toEqual([])
  // they come before everything else
  expect(made.slice(0, early.length)).toEqual(early)
  await expect(page.getByRole('textbox', { name: 'Message', exact: true })).toBeEditable()
})

test('the texts are preloaded in the language that will be shown', async ({ atelier, browser }) => {
  for (const [locale, file] of [
    ['en-GB', /\/en-[^/]+\.js$/],
    ['zh-CN', /\/zh-cn-[^/]+\.js$/],
  ] as const) {
    const context = await browser.newContext({ locale })
    const page = await context.newPage()
    await page.goto(atelier.app.link())
    const preload = page.locator('link[rel="modulepreload"]')
    const paths = await preload.evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
    expect(paths.filter((path) => /\/(?:en|zh-cn)-[^/]+\.js$/.test(path))).toEqual([expect.stringMatching(file)])
    await context.close()
  }
})
