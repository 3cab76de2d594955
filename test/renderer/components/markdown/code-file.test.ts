import { expect, it } from 'vitest'
import { codeExtension, pageTitle } from '../../../../src/renderer/components/markdown/code-file.ts'

it.each([
  ['python', '.py'],
  ['TypeScript', '.ts'],
  ['c++', '.cpp'],
  ['svg', '.svg'],
  ['mermaid', '.mmd'],
  ['', '.txt'],
  ['unheard-of', '.txt'],
  ['../../etc', '.txt'],
  ['constructor', '.txt'],
])('saves code in %j as %s', (language, extension) => {
  expect(codeExtension(language)).toBe(extension)
})

it('names a page after its title', () => {
  expect(pageTitle('<html><head><title> Tides </title>')).toBe('Tides')
  expect(pageTitle('<p>no title</p>')).toBeNull()
  expect(pageTitle('<title></title>')).toBeNull()
})
