import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Locator, type Page } from '@playwright/test'
import type { CallInput, CallName, CallOutput } from '../../src/shared/ipc/contract.ts'

// The page as its users see it, whatever answers its calls: shared by the end-to-end tests and those of the page alone.

/** Calls main as the page does. */
export interface Caller {
  /** Throws the error of a refusal. */
  call<N extends CallName>(name: N, input: CallInput<N>): Promise<CallOutput<N>>
}

const localesFolder = join(import.meta.dirname, '../../src/renderer/platform/i18n/locales')

/**
 * Collects a page's faults in `trouble`: console errors, exceptions, requests that leave the computer, and whatever the
 * policy refuses. `isDoubled` makes its bridge behave as Electron's.
 */
export async function watchPage(
  page: Page,
  trouble: string[],
  { isDoubled }: { readonly isDoubled: boolean },
): Promise<void> {
  page.on('console', (message) => {
    if (message.type() === 'error') trouble.push(`console: ${message.text()} ${message.location().url}`)
  })
  page.on('pageerror', (error) => trouble.push(`page error: ${error.stack ?? error.message}`))
  page.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url())
    const own = protocol !== 'http:' && protocol !== 'https:' ? true : hostname === '127.0.0.1'
    if (!own) trouble.push(`left the computer: ${request.url()}`)
  })
  if (isDoubled) await page.addInitScript({ path: join(import.meta.dirname, 'bridge-double.js') })
  await page.addInitScript(`document.addEventListener('securitypolicyviolation', (event) =>
    console.error('policy: ' + event.effectiveDirective + ' ' + event.blockedURI + ' ' + event.sourceFile))`)
}

/**
 * Waits until each panel opens at once, as it does for a user, who needs longer to press anything. A page that does not
 * start, which some tests want, is waited for 2 s.
 */
export async function panelsAreRead(page: Page): Promise<void> {
  // the mark of platform/lazy-component.tsx, which cannot be imported here as it is JSX
  await page.evaluate(`new Promise((done) => {
    setTimeout(done, 2_000)
    const watch = new PerformanceObserver((list) => list.getEntriesByName('panels-read').length > 0 && done())
    watch.observe({ type: 'mark', buffered: true })
  })`)
}

/** Calls main by the bridge of a page. Throws the error of a refusal. */
export async function callOf<N extends CallName>(page: Page, name: N, input: CallInput<N>): Promise<CallOutput<N>> {
  const words = `window.bridge.call(${JSON.stringify(name)}, ${JSON.stringify(input)})`
  // typed by the contract; a unit test checks its handlers against the schemas
  const result = await page.evaluate<{ ok: true; value: CallOutput<N> } | { ok: false; error: unknown }>(words)
  if (!result.ok) throw new Error(`${name} was refused: ${JSON.stringify(result.error)}`)
  return result.value
}

const paletteName = /^(Command palette|命令面板)$/

/** Elements of the page by role and name, in English. */
export const parts = {
  /** The command that Enter runs; a list that is still closing elsewhere is none of the palette's. */
  chosenCommand: (page: Page): Locator =>
    page.getByRole('dialog', { name: paletteName }).getByRole('option', { selected: true }),
  composer: (page: Page): Locator => page.getByRole('textbox', { name: 'Message', exact: true }),
  conversation: (page: Page): Locator => page.getByRole('region', { name: 'Messages', exact: true }),
  list: (page: Page): Locator => page.getByRole('list', { name: 'Chats', exact: true }),
  rows: (page: Page): Locator => parts.list(page).getByRole('listitem'),
  row: (page: Page, title: string | RegExp): Locator => parts.rows(page).filter({ hasText: title }),
  panels: (page: Page): Locator => page.getByRole('navigation', { name: 'Panels' }),
  send: (page: Page): Locator => page.getByRole('button', { name: 'Send', exact: true }),
  stop: (page: Page): Locator => page.getByRole('button', { name: 'Stop', exact: true }),
  newChat: (page: Page): Locator => page.getByRole('button', { name: 'New chat', exact: true }),
  own: (page: Page): Locator => parts.conversation(page).getByRole('article', { name: 'You', exact: true }),
  /** Works in any language, because answers are named after their model. */
  answers: (page: Page): Locator => page.getByRole('article', { name: /^demo-/ }),
} as const

/** Begins something other than a chat, by the menu beside *New chat*; `words` is the key of its name. */
export async function beginOther(
  page: Page,
  words: 'temporary.new' | 'text.new' | 'folders.new',
  language: Language = 'en',
): Promise<void> {
  await page.getByRole('button', { name: wordsOf(language, 'chat.newOther'), exact: true }).click()
  await page.getByRole('menuitem', { name: wordsOf(language, words) }).click()
}

/** Types into the composer and sends with Enter. */
export async function say(page: Page, text: string): Promise<void> {
  await expect(page.getByRole('button', { name: /: demo-/ })).toBeVisible()
  await parts.composer(page).fill(text)
  await parts.composer(page).press('Enter')
}

/** Returns the ids of the answers on the shown branch of the chat that was last active; none if main tells none. */
async function storedAnswers(page: Page): Promise<readonly string[]> {
  try {
    const { conversations } = await callOf(page, 'chat.list', { query: '', offset: 0, limit: 1 })
    const [newest] = conversations
    if (newest === undefined) return []
    const opened = await callOf(page, 'chat.open', { conversationId: newest.id, limit: 100 })
    return opened.page.messages.filter(({ role }) => role === 'assistant').map(({ id }) => id)
  } catch {
    return []
  }
}

/**
 * Waits until the chat has `count` answers and the last has ended, and returns it. A long answer that comes at once
 * moves the earlier ones out of view, where the list does not mount them: main knows of those.
 */
export async function answered(page: Page, count: number): Promise<Locator> {
  const answers = parts.answers(page)
  await expect
    .poll(async () => {
      const mounted = await answers.count()
      if (mounted === count) return count
      const stored = await storedAnswers(page)
      const isShown = stored.length === count && (await page.locator(`[data-message="${stored.at(-1)}"]`).count()) === 1
      return isShown ? count : mounted
    })
    .toBe(count)
  const answer = answers.last()
  await expect(answer).toHaveAttribute('aria-busy', 'false')
  return answer
}

/** Sends a message and waits for its answer, the `count`th of the conversation. */
export async function exchange(page: Page, text: string, count: number): Promise<Locator> {
  await say(page, text)
  return await answered(page, count)
}

/** Chooses a model by its name. */
export async function pickModel(page: Page, model: string): Promise<void> {
  await page.getByRole('button', { name: /Choose a model/ }).click()
  await page.getByRole('combobox', { name: 'Search models or type a name' }).fill(model)
  await page.getByRole('option', { name: model, exact: true }).click()
  await expect(page.getByRole('button', { name: new RegExp(`: ${model} `) })).toBeVisible()
}

/** Runs a command in the palette by its words, in either language. Typing waits for the field, Enter for the command. */
export async function runCommand(page: Page, words: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k')
  const search = page.getByRole('dialog', { name: paletteName }).getByRole('combobox')
  await expect(search).toBeFocused()
  await search.fill(words)
  await expect(parts.chosenCommand(page)).toContainText(words)
  await page.keyboard.press('Enter')
}

/** Notes each text of the page that matches from now on: a busy machine may miss one that is shown for a second. */
export async function noteTexts(page: Page, pattern: RegExp): Promise<() => Promise<readonly string[]>> {
  await page.evaluate((source) => {
    const noted = new Set<string>()
    Object.assign(window, { noted })
    const note = (): void => {
      for (const [text] of (document.body.textContent ?? '').matchAll(new RegExp(source, 'g'))) noted.add(text)
    }
    new MutationObserver(note).observe(document.body, { childList: true, subtree: true, characterData: true })
  }, pattern.source)
  return async () => await page.evaluate<string[]>('[...window.noted]')
}

/** Waits until fonts are loaded and animations have ended, because colours and positions are wrong during a fade. */
export async function settled(page: Page): Promise<void> {
  // a fade begins some frames after its request, and Mantine hides the element before its first frame
  const still = `(async () => {
    for (let frame = 0; frame < 4; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve))
    return document.fonts.status === 'loaded' && document.getAnimations().every((animation) =>
      // one that follows scrolling has another timeline, and never ends
      animation.timeline !== document.timeline || animation.playState !== 'running' || animation.effect?.getComputedTiming().endTime === Infinity) &&
      [...document.querySelectorAll('[style*="transition-property"]')].every((element) =>
        getComputedStyle(element).opacity === '1' || !element.checkVisibility())
  })()`
  await expect.poll(() => page.evaluate<boolean>(still)).toBe(true)
}

/** Numbered words, which the demo repeats exactly and which are easy to compare. */
export function numberedWords(count: number): string {
  return Array.from({ length: count }, (_, index) => `word${index + 1}`).join(' ')
}

/**
 * Grants clipboard access; returns a function to read it. Needed wherever the page copies: Chromium's headless shell
 * refuses what a press allows in Chromium.
 */
export async function clipboardOf(page: Page): Promise<() => Promise<string>> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  return async () => await page.evaluate<string>('navigator.clipboard.readText()')
}

/** The interface texts of every language. */
export const words = {
  en: readWords('en'),
  'zh-CN': readWords('zh-CN'),
} as const

export type Language = keyof typeof words

/** The text of a key such as `errors.quota.title`. */
export function wordsOf(language: Language, key: string): string {
  let value: unknown = words[language]
  for (const name of key.split('.')) value = isRecord(value) ? value[name] : undefined
  if (typeof value !== 'string') throw new Error(`there are no words for ${key}`)
  return value
}

function readWords(language: string): unknown {
  const read = (name: string): unknown => JSON.parse(readFileSync(join(localesFolder, `${name}.json`), 'utf8'))
  const base = read(language)
  // one file a panel: `en-videos.json` holds the words of `videos`
  const panels = readdirSync(localesFolder)
    .filter((file) => file.startsWith(`${language}-`) && file.endsWith('.json'))
    .map((file) => file.replace('.json', ''))
  return {
    ...(isRecord(base) ? base : {}),
    ...Object.fromEntries(panels.map((name) => [name.slice(language.length + 1), read(name)])),
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
