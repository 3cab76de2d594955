import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../../src/renderer')
const read = (file: string): string => readFileSync(join(root, file), 'utf8')

const sheets = new Map(
  globSync('**/*.module.css', { cwd: root }).map((file) => {
    const rules = read(file)
      .replaceAll(/\/\*[\s\S]*?\*\//g, '')
      .replaceAll(/from "[^"]*"/g, '')
    return [file, new Set([...rules.matchAll(/\.([A-Za-z][\w-]*)/g)].map(([, name = '']) => name))]
  }),
)

interface Use {
  readonly by: string
  readonly sheet: string
  /** Null where the name is computed. */
  readonly name: string | null
}

const uses: readonly Use[] = [
  ...globSync('**/*.{ts,tsx}', { cwd: root }).flatMap((by) => {
    const source = read(by)
    return [...source.matchAll(/^import (\w+) from '([^']*\.module\.css)'/gm)].flatMap(([, local = '', path = '']) => {
      const sheet = normalize(join(dirname(by), path))
      const named = source.replaceAll(/^import .*$/gm, '').matchAll(new RegExp(`(?<![\\w.'])${local}\\.(\\w+)`, 'g'))
      const computed = new RegExp(`\\b${local}\\[`).test(source) ? [{ by, sheet, name: null }] : []
      return [...[...named].map(([, name = '']) => ({ by, sheet, name })), ...computed]
    })
  }),
  ...globSync('**/*.css', { cwd: root }).flatMap((by) =>
    [...read(by).matchAll(/composes: ([\w ]+) from "([^"]*)"/g)].flatMap(([, names = '', path = '']) =>
      names.split(' ').map((name) => ({ by, sheet: normalize(join(dirname(by), path)), name })),
    ),
  ),
]

test('every class that a component names has a rule', () => {
  const missing = uses.filter(({ name, sheet }) => name !== null && !(sheets.get(sheet)?.has(name) ?? false))
  expect(missing.map(({ by, name, sheet }) => `${by}: ${name} of ${sheet}`)).toEqual([])
})

test('every class with a rule is used', () => {
  const unused = [...sheets].flatMap(([sheet, names]) => {
    const here = uses.filter((use) => use.sheet === sheet)
    if (here.some(({ name }) => name === null)) return []
    return [...names].filter((name) => here.every((use) => use.name !== name)).map((name) => `${name} of ${sheet}`)
  })
  expect(unused).toEqual([])
})
