import type { Page } from '@playwright/test'
import type { Language } from '../../src/shared/language.ts'
import { findings } from '../e2e/axe.ts'
import { lookInBothThemes } from '../e2e/looks.ts'
import { expect, test, wordsOf } from './fixtures.ts'

async function openUpdates(page: Page, language: Language): Promise<void> {
  await page
    .getByRole('button', { name: new RegExp(`^${wordsOf(language, 'settings.panel')}`) })
    .first()
    .click()
  await page
    .getByRole('navigation', { name: wordsOf(language, 'settings.title') })
    .getByRole('button', { name: wordsOf(language, 'settings.updates'), exact: true })
    .click()
}

/** Answers the calls about updates as a desktop copy would that can go back, and gives the calls that were made. */
async function asUpdatedCopy(
  page: Page,
  refusal: () => string | null,
  changes: Readonly<Record<string, unknown>> = {},
): Promise<readonly string[]> {
  const made: string[] = []
  const offer = { version: '0.2.0', notes: '', bytes: null }
  const state = { how: 'installs', page: null, checkedAt: null, phase: { is: 'ready', offer } }
  await page.routeWebSocket(/\/bridge$/, (socket) => {
    const main = socket.connectToServer()
    socket.onMessage((frame) => {
      const { id, name } = JSON.parse(String(frame))
      if (!String(name).startsWith('updates.')) return main.send(frame)
      made.push(name)
      const code = refusal()
      const value = { ...state, previous: '0.0.9', wentBackFrom: '0.2.0', ...changes }
      const error = { code, detail: '', status: null, gatewayCode: null, requestId: null, retryAfterMs: null }
      const isRefused = name === 'updates.goBack' && code !== null
      const result = isRefused ? { ok: false, error } : { ok: true, value: name === 'updates.goBack' ? null : value }
      socket.send(JSON.stringify({ id, result }))
    })
    main.onMessage((frame) => socket.send(frame))
  })
  await page.reload()
  return made
}

for (const language of ['en', 'zh-CN'] as const)
  test(`a copy that only announces updates says in ${language} that a newer version exists`, async ({ atelier }) => {
    const page = await atelier.start()
    await atelier.call('settings.update', { language })
    const offer = { version: '0.3.0', notes: '', bytes: null }
    const told = {
      how: 'tells',
      page: 'https://updates.example/',
      phase: { is: 'available', offer },
      wentBackFrom: null,
    }
    await asUpdatedCopy(page, () => null, told)
    const words = wordsOf(language, 'updates.news.available')
    // seen without opening the settings
    await page
      .getByRole('button', { name: new RegExp(`^${wordsOf(language, 'settings.panel')}\\s*${words}`) })
      .first()
      .click()
    const entry = page
      .getByRole('navigation', { name: wordsOf(language, 'settings.title') })
      .getByRole('button', { name: wordsOf(language, 'settings.updates'), exact: true })
    await expect(entry).toHaveAttribute('title', words)
    await entry.click()
    await expect(page.getByText(wordsOf(language, 'updates.tells'))).toBeVisible()
    expect(await findings(page)).toEqual([])
    await lookInBothThemes(page, 'updates-tells', language)
  })

const found = {
  version: '0.3.0',
  notes:
    '- Chats open faster.\n- A long line of what is new, which does not fit beside its button in a window of 640 px.',
  bytes: 98_000_000,
}
const failure = { code: 'offline', detail: '', status: null, gatewayCode: null, requestId: null, retryAfterMs: null }
const phases = {
  'check-failed': { is: 'failed', of: 'check', offer: found, error: failure },
  'download-failed': { is: 'failed', of: 'download', offer: found, error: failure },
  downloading: { is: 'downloading', offer: found, share: 0.42 },
} as const

for (const language of ['en', 'zh-CN'] as const)
  for (const [name, phase] of Object.entries(phases))
    test(`a found update stays visible in ${language}: ${name}`, async ({ atelier }) => {
      const w = (key: string) => wordsOf(language, key).replaceAll('{{version}}', found.version)
      const page = await atelier.start()
      await atelier.call('settings.update', { language })
      const made = await asUpdatedCopy(page, () => null, { phase, previous: null, wentBackFrom: null })
      await openUpdates(page, language)
      const offer = page.getByRole('region', { name: w('updates.available'), exact: true })
      await expect(offer).toContainText('Chats open faster.')
      await expect(page.getByText(w('errors.offline.title'))).toHaveCount(phase.is === 'failed' ? 1 : 0)
      await lookInBothThemes(page, `updates-${name}`, language)
      const next = name === 'downloading' ? 'cancel' : name === 'check-failed' ? 'download' : 'retry'
      await offer.getByRole('button', { name: w(`updates.${next}`), exact: true }).press('Enter')
      await expect.poll(() => made.at(-1)).toBe(name === 'downloading' ? 'updates.cancel' : 'updates.download')
    })

for (const language of ['en', 'zh-CN'] as const)
  test(`going back asks first in ${language}, and explains a refusal`, async ({ atelier }) => {
    const w = (key: string, version = '0.0.9') => wordsOf(language, key).replaceAll('{{version}}', version)
    const page = await atelier.start()
    await atelier.call('settings.update', { language })
    let code: string | null = 'busy'
    const made = await asUpdatedCopy(page, () => code)
    await openUpdates(page, language)
    // the version that was left is there, and not installed by itself
    await expect(page.getByText(w('updates.wentBack', '0.2.0'))).toBeVisible()
    await expect(page.getByText(w('updates.wasLeft'))).toBeVisible()
    await expect(page.getByText(w('updates.readyByHand'))).toBeVisible()
    await lookInBothThemes(page, 'updates-back', language)

    const ask = page.getByRole('button', { name: w('updates.goBackAsk'), exact: true })
    const dialog = page.getByRole('dialog', { name: w('updates.goBackTitle') })
    await ask.press('Enter')
    await expect(dialog).toContainText(w('updates.goBackCopy'))
    await expect(dialog.getByRole('button', { name: w('app.cancel'), exact: true })).toBeFocused()
    await lookInBothThemes(page, 'updates-back-question', language)
    expect(await findings(page)).toEqual([])
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(ask).toBeFocused()
    expect(made).not.toContain('updates.goBack')

    await ask.press('Enter')
    await dialog.getByRole('button', { name: w('updates.goBackNow'), exact: true }).click()
    await expect(dialog).toHaveCount(0)
    await expect(page.getByRole('alert')).toContainText(w('errors.busy.title'))
    code = null
    await ask.press('Enter')
    await dialog.getByRole('button', { name: w('updates.goBackNow'), exact: true }).click()
    await expect(page.getByRole('alert')).toHaveCount(0)
    expect(made.filter((name) => name === 'updates.goBack')).toHaveLength(2)
  })
