import type { Page } from '@playwright/test'

/**
 * Appends text below the last message for a number of seconds, in every frame, as plain paragraphs of 700 characters,
 * and keeps the end in view. It is the least that a growing answer can cost.
 */
export async function appendPlainText(page: Page, charactersPerSecond: number, seconds: number): Promise<void> {
  await page.evaluate(
    ([pace, ms]) =>
      new Promise<void>((resolve) => {
        const scroller = document.querySelector('[data-scroller]')
        const message = [...document.querySelectorAll('[data-message]')].at(-1)?.firstElementChild
        if (!scroller || !message) throw new Error('no conversation is open')
        const words = 'The bridge carries the road and 桥 spans the river, '.repeat(100)
        const began = performance.now()
        let written = 0
        let paragraph = new Text()
        const append = (): void => {
          const due = Math.floor(((performance.now() - began) / 1000) * pace)
          if (written === 0 || paragraph.length > 700) {
            paragraph = new Text()
            const element = document.createElement('p')
            element.append(paragraph)
            message.append(element)
          }
          const from = written % words.length
          paragraph.appendData(words.slice(from, from + due - written))
          written = due
          scroller.scrollTop = scroller.scrollHeight
          if (performance.now() - began < ms) requestAnimationFrame(append)
          else resolve()
        }
        append()
      }),
    [charactersPerSecond, seconds * 1000] as const,
  )
}
