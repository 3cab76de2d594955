import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../../../../src/renderer')

/** A colour, a shadow made of lengths and colours, or a token. */
const isColour = (value: string): boolean =>
  /^(#[\da-f]{3,8}|var\(--[\w-]+\)|(-?\d+(px)? |0 )+#[\da-f]{3,8}(, (-?\d+(px)? |0 )+#[\da-f]{3,8})*)$/.test(value)

/** Lists the properties besides colours that rules for one theme set. They could move content in that theme alone. */
function besideColours(css: string): readonly string[] {
  const text = css.replace(/\/\*[\s\S]*?\*\//g, '')
  return [...text.matchAll(/([^{};]*data-mantine-color-scheme=[^{]*)\{([^}]*)\}/g)].flatMap(
    ([, selector = '', body = '']) =>
      [...body.matchAll(/([\w-]+):\s*([^;]+);/g)].flatMap(([, property = '', value = '']) =>
        property === 'color-scheme' || isColour(value.trim()) ? [] : [`${selector.trim()}: ${property}: ${value}`],
      ),
  )
}

// the tests look at each state in one theme only, as it then fits in the other one too
test('themes differ only in colours', () => {
  const sheets = globSync('**/*.css', { cwd: root })
  expect(sheets.flatMap((file) => besideColours(readFileSync(join(root, file), 'utf8')))).toEqual([])
  const other =
    ':root[data-mantine-color-scheme="dark"] { --page: #000; --gap: 3px; --edge: 0 1px 2px #0006; padding: 0; }'
  expect(besideColours(other)).toHaveLength(2)
})
