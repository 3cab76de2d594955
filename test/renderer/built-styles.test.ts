import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const folder = join(import.meta.dirname, '../../out/renderer')
const html = readFileSync(join(folder, 'index.html'), 'utf8')
const [, path = ''] = /rel="stylesheet"[^>]*href="([^"]+)"/.exec(html) ?? []
const rules = readFileSync(join(folder, path), 'utf8').match(/[^{}]+\{[^{}]*\}/g) ?? []

/** Splits at characters outside brackets, and returns what was between them, each with the character after it. */
function splitOutside(text: string, ends: string): readonly (readonly [string, string])[] {
  const parts: (readonly [string, string])[] = []
  let depth = 0
  let from = 0
  for (const [index, character] of [...text].entries()) {
    if ('(['.includes(character)) depth += 1
    else if (')]'.includes(character)) depth -= 1
    else if (depth === 0 && ends.includes(character)) {
      parts.push([text.slice(from, index).trim(), character])
      from = index + 1
    }
  }
  return [...parts, [text.slice(from).trim(), '']]
}

const changing = /:(?:hover|focus|active|has|checked)|[+~]/

/** True if a change of state, or a new element, makes the browser look at every element after it or within it. */
function isUnbounded(selector: string): boolean {
  const compounds = splitOutside(selector, ' >+~')
  const [subject = ''] = compounds.at(-1) ?? []
  const named = subject.replaceAll(/::?(?:not|nth-[a-z-]+)\((?:[^()]|\([^()]*\))*\)|::?[a-z-]+(?!\()/g, '')
  const before = selector.slice(0, selector.length - subject.length)
  return !/[.#[a-z]/i.test(named) && changing.test(before)
}

test('rules that depend on a state name the elements that they change', () => {
  expect(['.row:hover > *', '.row > :not(p) + *', '.row:has(p) :not(.a, .b)'].filter(isUnbounded)).toHaveLength(3)
  expect(
    ['.row:hover b', '.row > *', '.row:has(p) > :is(.a, .b)', '.row:hover .a:not(.b)'].filter(isUnbounded),
  ).toEqual([])
  const selectors = rules.flatMap((rule) => splitOutside(rule.split('{')[0] ?? '', ',').map(([selector]) => selector))
  expect(selectors.length).toBeGreaterThan(2_000)
  expect(selectors.filter(isUnbounded)).toEqual([])
})

test('no rule is repeated for each style sheet that composes from its own', () => {
  const counts = new Map<string, number>()
  for (const rule of rules) counts.set(rule, (counts.get(rule) ?? 0) + 1)
  expect([...counts].filter(([, count]) => count > 10)).toEqual([])
})
