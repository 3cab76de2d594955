import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const theme = join(import.meta.dirname, '../../../../src/renderer/platform/theme')
const read = (file: string): string => readFileSync(join(theme, file), 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, '')

/** Returns the colours that the first rule with this selector sets. */
function colours(selector: string): ReadonlyMap<string, string> {
  const css = read('tokens.css')
  const start = css.indexOf(`${selector} {`)
  const rule = css.slice(start, css.indexOf('}', start))
  return new Map(
    [...rule.matchAll(/--([\w-]+): (#[\da-f]{3}|#[\da-f]{6});/g)].map(([, name = '', hex = '']) => [name, hex]),
  )
}

const light = colours(':root')
const themes = { light, dark: new Map([...light, ...colours(':root[data-mantine-color-scheme="dark"]')]) }

/** Relative luminance as WCAG 2.2 defines it. */
function luminance(hex: string): number {
  const digits = hex.length === 4 ? hex.replaceAll(/[\da-f]/g, '$&$&') : hex
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(digits.slice(at, at + 2), 16) / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [dark = 0, bright = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (bright + 0.05) / (dark + 0.05)
}

const surfaces = ['page', 'paper', 'surface', 'raised', 'bubble', 'sunken', 'lit']

/** Lists each surface on which a colour has less contrast than it needs. */
function faint(scheme: keyof typeof themes, colour: string, least: number, on: readonly string[]): readonly string[] {
  const of = (name: string): string => themes[scheme].get(name) ?? `no --${name}`
  return on
    .map((surface) => ({ surface, ratio: contrast(of(colour), of(surface)) }))
    .filter(({ ratio }) => !(ratio >= least))
    .map(({ surface, ratio }) => `--${colour} on --${surface}: ${ratio.toFixed(2)}`)
}

describe.each(['light', 'dark'] as const)('the contrast in the %s theme', (scheme) => {
  test.each(['ink', 'ink-2', 'ink-3'])('text in --%s has 4.5:1 on every surface', (ink) => {
    expect(faint(scheme, ink, 4.5, surfaces)).toEqual([])
  })

  test.each(['control-line', 'seal'])('edges of controls in --%s have 3:1 on every surface', (line) => {
    expect(faint(scheme, line, 3, surfaces)).toEqual([])
  })

  test('the thumb of a turned-off switch has 3:1 on its track', () => {
    expect(faint(scheme, scheme === 'light' ? 'surface' : 'ink', 3, ['control-line'])).toEqual([])
  })
})

test.each([
  ['a field', /:where\(input:not\([^{]*select\) \{\s*border: 1px solid var\(--control-line\)/],
  ["Mantine's field", /Input-wrapper[^{]*\{\s*--input-bd: var\(--control-line\)/],
  ['a checkbox', /:where\(\[type="checkbox"\][^{]*\{[^}]*border: 1px solid var\(--control-line\)/],
  ["Mantine's checkbox", /Checkbox-input:not\([^{]*\{\s*border-color: var\(--control-line\)/],
  ['a switch that is off', /Switch-track \{\s*--switch-bg: var\(--control-line\)/],
])('%s has an edge of that contrast', (_control, rule) => {
  expect(read('theme.css')).toMatch(rule)
})

test('black on white has the highest contrast', () => {
  expect(contrast('#000', '#ffffff')).toBeCloseTo(21)
})
