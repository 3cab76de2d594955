import type { Page } from '@playwright/test'
import { MessageDocument } from '../../../src/renderer/components/markdown/message-document.ts'
import { missingFrom, plainText, textsOf } from '../../renderer/components/markdown/lost-text.ts'

/** Texts that are shown below each other; what is far from the window would not be rendered. */
const atOnce = 20
/** Frames until a text is read; formulas are set and code is coloured a little later, so that a loss is looked at again. */
const frames = [1, 60]

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
    const steps = stepsOf(from / atOnce)
    let lost: typeof found = []
    for (const waited of frames) {
      const shown = await page.evaluate(([some, count, wait]) => window.read(some, count, wait), [
        part,
        steps,
        waited,
      ] as const)
      lost = part.flatMap((text, index) => {
        const rest = missingFrom(shown[index] ?? '', textsOf(new MessageDocument(), text, plainText))
        return rest === '' ? [] : [{ text, lost: rest }]
      })
      if (lost.length === 0) break
    }
    found.push(...lost)
  }
  return found
}
