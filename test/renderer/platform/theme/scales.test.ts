import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '../../../../src/renderer')

interface Rule {
  readonly name: string
  readonly properties: RegExp
  readonly breaks: (value: string) => boolean
}

const length = /\d(?:px|r?em|ch)\b/

/** What each kind of value may not hold beside tokens. Animations that repeat keep their own pace. */
const rules: readonly Rule[] = [
  {
    name: 'size of text',
    properties: /^font(-size)?$/,
    // behind the slash is the height of a line
    breaks: (value) => length.test(value.split('/')[0] ?? ''),
  },
  { name: 'weight', properties: /^font(-weight)?$/, breaks: (value) => /\b[1-9]00\b|\bbold|lighter/.test(value) },
  { name: 'radius', properties: /^border(-[a-z]+){0,2}-radius$/, breaks: (value) => length.test(value) },
  {
    name: 'space',
    properties: /^(padding|margin)(-.*)?$|^((row|column)-)?gap$/,
    // a pixel makes up for the width of a line
    breaks: (value) => length.test(value.replaceAll(/(?<![\d.])1px\b/g, '')),
  },
  { name: 'duration', properties: /^transition$/, breaks: (value) => /\d(?:ms|s)\b/.test(value) },
  { name: 'colour', properties: /./, breaks: (value) => /#[\da-f]{3,8}\b|\b(?:rgb|hsl|oklch)a?\(/i.test(value) },
]

/** Values of a style sheet that are no tokens, each with the rule that it breaks. */
function strays(css: string): readonly string[] {
  const text = css.replace(/\/\*[\s\S]*?\*\//g, '')
  return [...text.matchAll(/(?<=[{;])\s*([a-z-]+):\s*([^;{}]+)(?=[;}])/g)].flatMap(([, property = '', value = '']) => {
    const own = value.replaceAll(/var\(--[\w-]+(?:, [^()]*)?\)/g, 'token')
    return rules
      .filter((rule) => !property.startsWith('--') && rule.properties.test(property) && rule.breaks(own))
      .map(({ name }) => `${name}: ${property}: ${value}`)
  })
}

describe('the scales of the page', () => {
  const sheets = globSync('**/*.css', { cwd: root }).filter((file) => !file.endsWith('theme/tokens.css'))

  test.each(sheets)('%s takes its values from the tokens', (file) => {
    expect(strays(readFileSync(join(root, file), 'utf8'))).toEqual([])
  })

  test.each([
    ['font-size: 12.5px', 'size of text'],
    ['font: 13px / 1.5 var(--mono)', 'size of text'],
    ['font-weight: 500', 'weight'],
    ['border-radius: var(--radius-card) 9px', 'radius'],
    ['margin: 0 calc(-1 * var(--space-4) - 3px)', 'space'],
    ['column-gap: 6px', 'space'],
    ['transition: opacity 0.2s', 'duration'],
    ['background: #fff', 'colour'],
    ['box-shadow: 0 0 0 1px rgba(0, 0, 0, 0.4)', 'colour'],
  ])('a sheet with %s is found', (declaration, rule) => {
    expect(strays(`/* 1px */ .a { color: var(--ink); ${declaration}; }`)).toEqual([`${rule}: ${declaration}`])
  })
})
