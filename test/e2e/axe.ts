import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import type { Language } from './fixtures.ts'

/** Axe's serious and critical findings, in few words. */
export async function findings(page: Page): Promise<readonly string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(
        (node) =>
          `${id}: ${node.target.join(' ')}: ${node.any[0]?.message ?? node.all[0]?.message ?? node.none[0]?.message ?? ''}`,
      ),
    )
}

/** Every state in both themes and in both languages; colours do not depend on words, so two of the four pairs tell all. */
export const looksForAxe: readonly (readonly [Language, 'light' | 'dark'])[] = [
  ['en', 'light'],
  ['zh-CN', 'dark'],
]
