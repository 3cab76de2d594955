import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { withoutPalettes } from '../../scripts/unused-palettes.ts'

const root = join(import.meta.dirname, '../..')
const variables = readFileSync(join(root, 'node_modules/@mantine/core/styles/default-css-variables.css'), 'utf8')

const defined = (styles: string) => new Set([...styles.matchAll(/^\s*(--[\w-]+):/gm)].map(([, name = '']) => name))

test('nothing that the page loads refers to a variable that was dropped', () => {
  const kept = withoutPalettes(variables)
  const left = defined(kept)
  const dropped = [...defined(variables)].filter((name) => !left.has(name))
  expect(dropped.length).toBeGreaterThan(150)
  const list = readFileSync(join(root, 'src/renderer/platform/theme/mantine-styles.ts'), 'utf8')
  const imported = [...list.matchAll(/import '(@mantine\/core\/styles\/.*)'/g)].map(([, path = '']) => path)
  expect(imported.length).toBeGreaterThan(20)
  const own = globSync('src/renderer/**/*.{ts,tsx,css}', { cwd: root })
  const others = [...imported.map((path) => join('node_modules', path)), ...own].filter(
    (path) => !path.endsWith('/default-css-variables.css'),
  )
  const read = [kept, ...others.map((path) => readFileSync(join(root, path), 'utf8'))].join('\n')
  expect(dropped.filter((name) => new RegExp(`${name}(?![\\w-])`).test(read))).toEqual([])
})

test('variables in another form end the build', () => {
  expect(() => withoutPalettes(variables.replaceAll('--mantine-color-', '--color-'))).toThrow('another way')
})
