import type { Page } from '@playwright/test'

type PressedKey = { readonly key: string; readonly ctrlKey?: true; readonly shiftKey?: true }

/** Presses keys one after the other within one frame, each where the focus is then, as on a machine that lags behind. */
export async function pressAtOnce(page: Page, keys: readonly PressedKey[]): Promise<void> {
  await page.evaluate(async (pressed) => {
    for (const key of pressed) {
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { ...key, bubbles: true, cancelable: true }))
      // React renders in a microtask, before the next frame
      for (let turn = 0; turn < 10; turn += 1) await null
    }
  }, keys)
}
