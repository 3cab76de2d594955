import type { Page } from '@playwright/test'

/** Something that moved: its words, and by how much in CSS px. */
export interface Move {
  readonly what: string
  readonly by: readonly [number, number]
}

/**
 * Remembers the position of every visible text, picture and control. Returns a function that lists those that have
 * moved by more than 1 px. Removed elements are left out, and so are those inside of `except`, a selector.
 */
export async function standing(page: Page, except = ':not(*)'): Promise<() => Promise<readonly Move[]>> {
  const before = await page.evaluateHandle((mayMove) => {
    const isSeen = (element: Element): boolean =>
      element.closest(mayMove) === null &&
      element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true }) &&
      (element.matches('button, input, textarea, img, svg, video, canvas, a') ||
        [...element.childNodes].some((node) => node.nodeType === 3 && (node.textContent ?? '').trim() !== ''))
    return [...document.body.querySelectorAll('*')].filter(isSeen).map((element) => {
      const { left, top } = element.getBoundingClientRect()
      return { element, left, top }
    })
  }, except)
  return async () =>
    await before.evaluate((all) =>
      all.flatMap(({ element, left, top }): Move[] => {
        if (!element.isConnected || !element.checkVisibility()) return []
        const now = element.getBoundingClientRect()
        const [across, down] = [Math.round(now.left - left), Math.round(now.top - top)]
        if (Math.max(Math.abs(across), Math.abs(down)) <= 1) return []
        const words = element.getAttribute('aria-label') ?? element.textContent ?? ''
        return [{ what: `${element.localName} ${words.trim().slice(0, 60)}`, by: [across, down] }]
      }),
    )
}
