import { expect, type Page } from '@playwright/test'
import axe, { type AxeResults } from 'axe-core'
import { type Language, settled } from './page-parts.ts'

/**
 * Axe's serious and critical findings, in few words, once nothing fades any more. Every rule runs, in the page itself; of
 * what passes nothing is collected, which takes most of the time otherwise.
 */
export async function findings(page: Page): Promise<readonly string[]> {
  await settled(page)
  // What a model wrote for a preview is not ours to mend. The attribute is there from the start; the frame's own address
  // is empty until its first page has come.
  const others = `iframe:not([src*="/preview/"], [src^="preview:"]), frame, object, embed`
  expect(await page.locator(others).count(), 'a frame would not be looked into').toBe(0)
  if (!(await page.evaluate<boolean>(`'axe' in window`))) await page.evaluate(axe.source)
  const violations = await page.evaluate<AxeResults['violations']>(
    `axe.run(document, { resultTypes: ['violations'], iframes: false }).then((results) => results.violations)`,
  )
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(
        (node) =>
          `${id}: ${node.target.join(' ')}: ${node.any[0]?.message ?? node.all[0]?.message ?? node.none[0]?.message ?? ''}`,
      ),
    )
}

/** Two of four language and theme pairs, because colours do not depend on words. */
export const looksForAxe: readonly (readonly [Language, 'light' | 'dark'])[] = [
  ['en', 'light'],
  ['zh-CN', 'dark'],
]

/** Returns true if axe looks at a language in this theme. */
export function isLookForAxe(language: Language, theme: 'light' | 'dark'): boolean {
  return looksForAxe.some(([spoken, shown]) => spoken === language && shown === theme)
}
