import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const lines = readFileSync(join(root, 'CHANGELOG.md'), 'utf8').split('\n')
const headings = (mark: string): readonly string[] =>
  lines.filter((line) => line.startsWith(`${mark} `)).map((line) => line.slice(mark.length + 1))

test('the changelog begins with unreleased changes; its newest version is that of package.json', () => {
  const { version }: { version: string } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const [first, newest, ...older] = headings('##')
  expect(first).toBe('[Unreleased]')
  expect(newest).toMatch(/^\[\d+\.\d+\.\d+\] - \d{4}-\d{2}-\d{2}$/)
  expect(newest).toContain(`[${version}]`)
  for (const heading of older) expect(heading).toMatch(/^\[\d+\.\d+\.\d+\] - \d{4}-\d{2}-\d{2}$/)
})

test('every change is listed under a kind from Keep a Changelog', () => {
  const kinds = ['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security']
  for (const heading of headings('###')) expect(kinds).toContain(heading)
})
