import type { Page } from '@playwright/test'
import type { DemoGateway } from '../../src/demo-gateway/server.ts'
import { type Atelier, expect, type Language, wordsOf } from './fixtures.ts'
import { silence, speech } from './recordings.ts'
import { transcripts, wavFile } from './transcription-desk.ts'

const names = {
  en: ['Weekly meeting', 'Interview with the potter about glazes, kilns and the winter of 1987', 'Voice note 12'],
  'zh-CN': ['周会录音', '与陶艺师谈釉料、窑炉和一九八七年的冬天，第一部分（未剪辑）', '语音备忘 12'],
} as const
/** Chinese names make the demo's transcript Chinese. */
const prompts = { en: 'Okonkwo, celadon', 'zh-CN': '青瓷、龙泉' } as const
const speakers = { en: 'Ada Okonkwo', 'zh-CN': '林师傅' } as const

interface Tour {
  readonly atelier: Atelier
  readonly gateway: DemoGateway
  readonly page: Page
  readonly language: Language
}

/**
 * Visits the states of the transcription panel in a language, and calls back at each. The page is new and connected.
 */
export async function tourOfTranscription(tour: Tour, visit: (state: string) => Promise<void>): Promise<void> {
  const { atelier, page, language } = tour
  const w = (key: string) => wordsOf(language, key)
  const button = (key: string) => page.getByRole('button', { name: w(key), exact: true })
  const files = page.locator('input[type=file]').first()
  const library = page.getByRole('list', { name: w('transcription.transcripts') }).locator('[data-transcript]')
  const [first, second, third] = names[language]

  await page
    .getByRole('navigation', { name: w('app.panels') })
    .getByRole('button', { name: w('transcription.panel') })
    .click()
  await expect(page.getByRole('heading', { name: w('transcription.nothing') })).toBeVisible()
  await visit('transcription-empty')
  await page.getByRole('button', { name: new RegExp(`^${w('transcription.model')}`) }).click()
  await page.getByRole('combobox', { name: w('models.search') }).fill('demo-trans')
  await visit('transcription-model-picker')
  await page.keyboard.press('Escape')
  await page.getByRole('textbox', { name: w('transcription.prompt') }).fill(prompts[language])

  for (const [index, name] of [first, second, third].entries()) {
    await files.setInputFiles(wavFile(`${name}.wav`, speech(20 + index * 15, index + 1).wav))
    await expect(library).toHaveCount(index + 1)
  }
  await visit('transcription-library')
  // before the long queue pushes the library out of view
  await openSecond(tour, second)
  await queueOfTrouble(tour)
  await visit('transcription-queue')
  await clearQueue(tour)
  await visit('transcription-text')

  const texts = page.locator('[data-segment]')
  await texts.nth(1).focus()
  await page.keyboard.press('Enter')
  await visit('transcription-editing')
  await page.keyboard.press('Escape')
  await page.locator('[data-segment] ~ button, [data-segment] + * button').first().click()
  await page.getByRole('menuitem', { name: w('transcription.speakerSet') }).click()
  await page
    .getByRole('dialog')
    .getByRole('combobox')
    .or(page.getByRole('dialog').getByRole('textbox'))
    .first()
    .fill(speakers[language])
  await visit('transcription-speaker')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await texts.nth(1).focus()
  await page.keyboard.press('x')
  await page.keyboard.press('Shift+ArrowDown')
  await expect(page.getByRole('region', { name: w('transcription.marked') })).toBeVisible()
  await visit('transcription-marked')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+f')
  await page.getByRole('textbox', { name: w('transcription.find') }).fill(language === 'en' ? 'the' : '的')
  await visit('transcription-find')
  await page.keyboard.press('Escape')

  await button('transcription.export').first().click()
  await page.getByRole('dialog').getByRole('checkbox').nth(3).check()
  await expect(page.getByRole('region', { name: w('transcription.preview') })).toContainText('-->')
  await visit('transcription-export')
  await page
    .getByRole('dialog')
    .getByRole('checkbox', { name: w('transcription.format.docx') })
    .check()
  await expect(page.getByRole('dialog').getByRole('checkbox', { name: w('transcription.untimed') })).toBeVisible()
  await visit('transcription-export-word')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await button('transcription.sendToChat').first().click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await visit('transcription-send')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await button('app.more').click()
  await expect(page.getByRole('menuitem', { name: w('transcription.copyText') })).toBeVisible()
  await visit('transcription-menu')
  await page.getByRole('menuitem', { name: w('transcription.again') }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await visit('transcription-again')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('button', { name: w('transcription.notes.kinds.summary'), exact: true }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await visit('transcription-note')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await button('transcription.search').click()
  await page.getByRole('searchbox').fill('qwertz')
  await expect(page.getByText(w('transcription.nothingFits'))).toBeVisible()
  await visit('transcription-nothing-fits')
  await page.getByRole('searchbox').fill(third)
  await expect(library).toHaveCount(1)
  await visit('transcription-search')
  await button('transcription.search').click()
  await button('transcription.select').click()
  await library.first().click()
  await visit('transcription-selection')
  await button('transcription.selectEnd').click()
  expect(await transcripts(atelier)).toHaveLength(3)
}

/** Everything a queue can contain: running, waiting, and every kind of failure. */
async function queueOfTrouble({ atelier, gateway, page, language }: Tour): Promise<void> {
  const w = (key: string) => wordsOf(language, key)
  const files = page.locator('input[type=file]').first()
  const [name] = names[language]
  const statuses = async () =>
    (await atelier.call('transcription.jobs', { offset: 0, limit: 50 })).jobs.map(({ status }) => status)
  const add = async (part: number, fault: string, status: string) => {
    const heal = gateway.addFaults(fault, '/v1/audio/')
    await files.setInputFiles(wavFile(`${name} ${part}.wav`, speech(5, 10 + part).wav))
    await expect.poll(async () => (await statuses()).at(-1)).toBe(status)
    heal()
  }
  await atelier.call('settings.update', { transcriptionsAtOnce: 1 })
  await add(2, 'quota', 'failed')
  await add(3, 'reset', 'unknown')
  await files.setInputFiles(wavFile(`${name} 4.wav`, silence(3)))
  await expect.poll(async () => (await statuses()).at(-1)).toBe('failed')
  await add(5, 'delay;ms=600000', 'sending')
  await add(6, 'delay;ms=600000', 'queued')
  await files.setInputFiles({ name: `${name} 7.mp3`, mimeType: 'audio/mpeg', buffer: Buffer.alloc(0) })
  await expect(page.getByText(w('transcription.errors.fileRefused'))).toBeVisible()
}

async function clearQueue({ atelier, page, language }: Tour): Promise<void> {
  const jobs = async () => (await atelier.call('transcription.jobs', { offset: 0, limit: 50 })).jobs
  for (const { id, status } of await jobs())
    if (status === 'queued') await atelier.call('transcription.cancel', { jobId: id })
  for (const { id, status } of await jobs())
    if (status === 'sending') await atelier.call('transcription.cancel', { jobId: id })
  await expect
    .poll(async () => (await jobs()).every(({ status }) => ['cancelled', 'failed', 'unknown'].includes(status)))
    .toBe(true)
  for (const { id } of await jobs()) await atelier.call('transcription.dismiss', { jobId: id })
  await page
    .getByRole('alert')
    .getByRole('button', { name: wordsOf(language, 'app.dismiss'), exact: true })
    .click()
  await expect(page.getByRole('region', { name: wordsOf(language, 'transcription.queue') })).toHaveCount(0)
}

async function openSecond({ page, language }: Tour, title: string): Promise<void> {
  await page
    .getByRole('list', { name: wordsOf(language, 'transcription.transcripts') })
    .locator('[data-transcript]')
    .filter({ hasText: title })
    .click()
  await expect(page.locator('[data-segment]').first()).toBeVisible()
}
