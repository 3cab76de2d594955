import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { expect, test } from 'vitest'

// Looks at the build: what the page reads before it shows anything.
const folder = join(import.meta.dirname, '../../out/renderer')
const html = readFileSync(join(folder, 'index.html'), 'utf8')
const paths = [...html.matchAll(/(?:src|href)="(\.\/assets\/[^"]+\.js)"/g)].map(([, path = '']) => path)
const scripts = paths.map((path) => readFileSync(join(folder, path), 'utf8'))

test('the first scripts have at most 1.3 MB', () => {
  expect(paths.length).toBeGreaterThan(1)
  expect(scripts.reduce((sum, script) => sum + script.length, 0)).toBeLessThan(1_300_000)
})

test('the first scripts contain no schema library', () => {
  expect(scripts.filter((script) => script.includes('ZodError'))).toEqual([])
})

test('the first scripts are ASCII only, which V8 stores in one byte per character', () => {
  for (const [index, script] of scripts.entries()) expect(/\P{ASCII}/u.exec(script), paths[index]).toBeNull()
})

test('all styles of the start are in one file, without those of formulas', () => {
  const [style = '', ...more] = [...html.matchAll(/rel="stylesheet"[^>]*href="(\.\/assets\/[^"]+)"/g)].map(
    ([, path]) => path,
  )
  expect(more).toEqual([])
  expect(readFileSync(join(folder, style), 'utf8')).not.toContain('katex')
})

test("Mantine's styles come before all others, which override them", () => {
  const [, style = ''] = /rel="stylesheet"[^>]*href="([^"]+)"/.exec(html) ?? []
  const rules = readFileSync(join(folder, style), 'utf8')
  const ours = /\._[A-Za-z]+_[0-9a-z]{5}/.exec(rules)?.index ?? 0
  expect(ours).toBeGreaterThan(0)
  expect(rules.slice(ours)).not.toMatch(/\}\.m_[0-9a-f]{8}/)
  expect(rules.slice(0, ours)).toMatch(/\}\.m_[0-9a-f]{8}/)
})

test('every component of Mantine that the page uses has its styles', () => {
  const files = readdirSync(join(folder, 'assets'))
  const read = (end: string) =>
    files.filter((file) => file.endsWith(end)).map((file) => readFileSync(join(folder, 'assets', file), 'utf8'))
  const classesIn = (text: string) => new Set(text.match(/\bm_[0-9a-f]{6,8}\b/g))
  const used = classesIn(read('.js').join('\n'))
  const styled = classesIn(read('.css').join('\n'))
  const known = classesIn(readFileSync(createRequire(import.meta.url).resolve('@mantine/core/styles.css'), 'utf8'))
  expect(used.size).toBeGreaterThan(50)
  expect([...used].filter((name) => known.has(name) && !styled.has(name))).toEqual([])
  expect([...styled].filter((name) => !used.has(name))).toEqual([])
})
