import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { findings, isLookForAxe, looksForAxe } from './axe.ts'
import { type Language, settled } from './page-parts.ts'

const folder = join(import.meta.dirname, '../../test-results/look')

/** Layout faults: a scrolling document, and button texts cut without an ellipsis. */
async function misfits(page: Page): Promise<readonly string[]> {
  return await page.evaluate<string[]>(`(() => {
    const found = []
    const root = document.documentElement
    if (root.scrollWidth > root.clientWidth) found.push('the page is wider than the window by ' + (root.scrollWidth - root.clientWidth))
    if (root.scrollHeight > root.clientHeight) found.push('the page is higher than the window by ' + (root.scrollHeight - root.clientHeight))
    for (const button of document.querySelectorAll('button, [role=option], [role=menuitem]')) {
      for (const element of [button, ...button.querySelectorAll('*')]) {
        const style = getComputedStyle(element)
        if (element.children.length > 0 || element.textContent.trim() === '' || element.closest('svg')) continue
        // text for screen readers
        if (element.clientWidth <= 1 && style.position === 'absolute') continue
        if (style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none' || style.display === 'inline') continue
        if (element.scrollWidth > element.clientWidth + 1 && style.overflowX !== 'visible')
          found.push('cut: ' + element.textContent.slice(0, 40))
      }
      const box = button.getBoundingClientRect()
      const hidden = box.width === 0 || getComputedStyle(button).visibility === 'hidden'
      // content of a scrolling bar can be reached
      const bar = button.closest('fieldset, [data-scroll-row]')
      const scrolled = bar !== null && bar.scrollWidth > bar.clientWidth
      if (!hidden && !scrolled && button.checkVisibility() && (box.left < -1 || box.right > innerWidth + 1))
        found.push('outside the window: ' + (button.getAttribute('aria-label') ?? button.textContent).slice(0, 40))
    }
    return found
  })()`)
}

/** Pictures are for people: no test reads them, and they cost a fifth of a tour. */
const takesPictures = process.env.ATELIER_PICTURES === '1'

const allLooks = (['en', 'zh-CN'] as const).flatMap((language) =>
  (['light', 'dark'] as const).map((theme) => [language, theme] as const),
)

/**
 * Pairs of language and theme to look at: for pictures all four, otherwise those of axe. Themes differ only in colours
 * (`test/renderer/platform/theme/themes.test.ts`), so what fits in one fits in the other.
 */
export const looks = takesPictures ? allLooks : looksForAxe

/** A screenshot without Playwright's own waits, as nothing moves any more, and compressed for speed. */
async function takePicture(page: Page, path: string): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const { data } = await session.send('Page.captureScreenshot', { format: 'png', optimizeForSpeed: true })
  await session.detach()
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, data, 'base64')
}

interface WindowSize {
  readonly width: number
  readonly height: number
}

const firstSize: WindowSize = { width: 1280, height: 800 }
const usualSizes = [firstSize, { width: 880, height: 560 }]
/** The smallest window at a zoom of 200 %: where axe looks, and in every picture. */
const zoomed = { width: 640, height: 400 }

/**
 * Looks in each size of the window for what does not fit. In the first size axe looks as well, by default in the pairs
 * of language and theme that are its own. Takes a picture of each size when `ATELIER_PICTURES=1`.
 */
export async function lookAt(
  page: Page,
  state: string,
  language: Language,
  theme: 'light' | 'dark',
  {
    axe = isLookForAxe(language, theme),
    sizes = takesPictures || isLookForAxe(language, theme) ? [...usualSizes, zoomed] : usualSizes,
  }: { readonly axe?: boolean; readonly sizes?: readonly WindowSize[] } = {},
): Promise<void> {
  for (const size of sizes) {
    await page.setViewportSize(size)
    await settled(page)
    if (takesPictures) await takePicture(page, join(folder, `${state}-${language}-${theme}-${size.width}.png`))
    expect.soft(await misfits(page), `${state}, ${size.width}`).toEqual([])
    if (axe && size === sizes[0]) expect.soft(await findings(page), `axe in ${state}`).toEqual([])
  }
  await page.setViewportSize(firstSize)
  // a list measures its rows again, and what is pressed meanwhile may be rendered anew
  await settled(page)
}

/** `lookAt` in the themes of `looks`, switching the theme in place; starts with the present one. */
export async function lookInBothThemes(page: Page, state: string, language: Language): Promise<void> {
  const root = page.locator('html')
  const shown = await root.getAttribute('data-mantine-color-scheme')
  const themes = looks.flatMap(([spoken, theme]) => (spoken === language ? [theme] : []))
  for (const theme of shown === 'dark' ? themes.toReversed() : themes) {
    if (theme !== shown || themes.length > 1)
      await page.evaluate(`window.bridge.call('settings.update', ${JSON.stringify({ theme })})`)
    await expect(root).toHaveAttribute('data-mantine-color-scheme', theme)
    await lookAt(page, state, language, theme)
  }
}

/** `lookInBothThemes` in both languages, switching the language in place; ends in English. */
export async function lookInBothLanguages(page: Page, state: string): Promise<void> {
  for (const language of ['zh-CN', 'en'] as const) {
    await page.evaluate(`window.bridge.call('settings.update', ${JSON.stringify({ language })})`)
    await expect(page.locator('html')).toHaveAttribute('lang', language)
    await lookInBothThemes(page, state, language)
  }
}
