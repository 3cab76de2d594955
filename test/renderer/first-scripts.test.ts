import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

// Looks at the build: what the page reads before it shows anything.
const folder = join(import.meta.dirname, '../../out/renderer')
const html = readFileSync(join(folder, 'index.html'), 'utf8')
const paths = [...html.matchAll(/(?:src|href)="(\.\/assets\/[^"]+\.js)"/g)].map(([, path = '']) => path)
const scripts = paths.map((path) => readFileSync(join(folder, path), 'utf8'))

test('the first scripts hold no more than 1.3 MB', () => {
  expect(paths.length).toBeGreaterThan(1)
  expect(scripts.reduce((sum, script) => sum + script.length, 0)).toBeLessThan(1_300_000)
})

test('the first scripts hold no schema library', () => {
  expect(scripts.filter((script) => script.includes('ZodError'))).toEqual([])
})

test('the first scripts hold ASCII only, which V8 keeps in one byte a character', () => {
  for (const [index, script] of scripts.entries()) expect(/\P{ASCII}/u.exec(script), paths[index]).toBeNull()
})

test('all styles are in one file', () => {
  expect(html.match(/rel="stylesheet"/g)).toHaveLength(1)
})
