import type { Page } from '@playwright/test'
import { MessageDocument } from '../../../src/renderer/components/markdown/message-document.ts'
import { missingFrom, plainText, textsOf } from '../../renderer/components/markdown/lost-text.ts'

/** Texts that are shown below each other; what is far from the window would not be rendered. */
const atOnce = 20

/** Text that the page of `served-page.ts` does not show although Node does, for each text that lost some. */
export async function lostInPage(
  page: Page,
  texts: readonly string[],
  stepsOf: (index: number) => number,
): Promise<readonly { readonly text: string; readonly lost: string }[]> {
  const found: { text: string; lost: string }[] = []
  const all = [...new Set(texts)]
  for (let from = 0; from < all.length; from += atOnce) {
    const part = all.slice(from, from + atOnce)
    const shown = await page.evaluate(([some, steps]) => window.read(some, steps), [
      part,
      stepsOf(from / atOnce),
    ] as const)
    for (const [index, text] of part.entries()) {
      const lost = missingFrom(shown[index] ?? '', textsOf(new MessageDocument(), text, plainText))
      if (lost !== '') found.push({ text, lost })
    }
  }
  return found
}
