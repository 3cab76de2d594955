import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAst } from 'vite'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
/** Fields that hold no text of a user. */
const wordless = ['checkbox', 'radio', 'range', 'file', 'date', 'password']

const named = (value: unknown, name: string): boolean =>
  typeof value === 'object' && value !== null && 'name' in value && value.name === name

/** Text of the attribute; null when it is missing or an expression. */
function attributeOf(element: object, name: string): string | null {
  if (!('attributes' in element) || !Array.isArray(element.attributes)) return null
  const found = element.attributes.find(
    (one: unknown) => typeof one === 'object' && one !== null && 'name' in one && named(one.name, name),
  )
  const value: unknown = found?.value
  return typeof value === 'object' && value !== null && 'value' in value && typeof value.value === 'string'
    ? value.value
    : null
}

/** Number of text fields that a browser would remember. */
function rememberedIn(node: unknown): number {
  if (typeof node !== 'object' || node === null) return 0
  let count = 0
  if ('type' in node && node.type === 'JSXOpeningElement' && 'name' in node) {
    const isField = named(node.name, 'textarea') || named(node.name, 'input')
    const type = attributeOf(node, 'type')
    if (isField && !(type !== null && wordless.includes(type)) && attributeOf(node, 'autoComplete') !== 'off')
      count += 1
  }
  for (const child of Object.values(node)) count += rememberedIn(child)
  return count
}

// its files of past sessions contain all other fields
test('no text field lets the browser remember typed text', () => {
  const files = globSync('src/renderer/**/*.tsx', { cwd: root })
  expect(files.length).toBeGreaterThan(100)
  const remembering = files.filter(
    (path) => rememberedIn(parseAst(readFileSync(join(root, path), 'utf8'), { lang: 'tsx' })) > 0,
  )
  expect(remembering).toEqual([])
})
