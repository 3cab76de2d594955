import type { FrameLocator, Locator, Page } from '@playwright/test'
import { answered, say } from './fixtures.ts'

/** The pane beside the chat that shows a preview. */
export const pane = (page: Page): Locator => page.getByRole('complementary', { name: 'Preview', exact: true })

/** Makes the model write a code block as its answer of this number, and opens its preview. */
export async function preview(page: Page, language: string, code: string, number = 1): Promise<FrameLocator> {
  await say(page, `Repeat exactly: \`\`\`${language}\n${code}\n\`\`\``)
  const answer = await answered(page, number)
  await answer.getByRole('button', { name: 'Preview', exact: true }).press('Enter')
  return page.frameLocator('iframe')
}

/** Waits until the page has painted 60 frames. */
export async function paintedFrames(page: Page): Promise<void> {
  await page.evaluate(`new Promise((resolve) => {
    let frames = 0
    requestAnimationFrame(function frame() {
      frames += 1
      frames < 60 ? requestAnimationFrame(frame) : resolve()
    })
  })`)
}
