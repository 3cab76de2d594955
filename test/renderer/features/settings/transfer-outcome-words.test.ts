import { createInstance } from 'i18next'
import { expect, test } from 'vitest'
import {
  offerWords,
  outcomeTitle,
  reportText,
} from '../../../../src/renderer/features/settings/transfer/outcome-words.ts'
import { en } from '../../../../src/renderer/platform/i18n/locales/en.ts'
import { appError } from '../../../../src/shared/errors.ts'
import { noCounts } from '../../../../src/shared/transfer.ts'

const i18n = createInstance()
await i18n.init({ lng: 'en', resources: { en: { translation: en } }, interpolation: { escapeValue: false } })
const report = {
  format: 'chatgpt',
  added: noCounts,
  present: 0,
  skipped: [],
  byChat: { named: [], further: 0 },
} as const

test('the text report of an import lists added, existing and left-out items', () => {
  const added = { ...noCounts, conversations: 1, messages: 4 }
  const skipped = [{ reason: 'tool', count: 2 }] as const
  expect(
    reportText(i18n.t, { kind: 'imported', name: 'a.zip', report: { ...report, added, present: 3, skipped } }),
  ).toBe(
    [
      'a.zip was imported.',
      '- 1 chat',
      '- 4 messages',
      '3 items were here already and stayed unchanged.',
      'Not imported:',
      '- Tool calls: 2',
    ].join('\n'),
  )
})

test('the report names each chat that was left out or lacks something', () => {
  const byChat = {
    named: [
      {
        title: 'Tea',
        skipped: [
          { reason: 'attachment', count: 2 },
          { reason: 'tool', count: 1 },
        ],
      },
      { title: '', skipped: [{ reason: 'damaged', count: 1 }] },
    ],
    further: 3,
  } as const
  const added = { ...noCounts, conversations: 1, folders: 2 }
  expect(reportText(i18n.t, { kind: 'imported', name: 'a.zip', report: { ...report, added, byChat } })).toBe(
    [
      'a.zip was imported.',
      '- 1 chat',
      '- 2 projects',
      'Details',
      '- Tea: Files that are not pictures: 2; Tool calls: 1',
      '- Untitled: Damaged, left out',
      '3 more entries.',
    ].join('\n'),
  )
})

test('a file with missing items is offered', () => {
  const words = (conversations: number, present: number) =>
    offerWords(i18n.t, { counts: { ...noCounts, conversations }, present })
  expect(words(0, 0)).toEqual({ hasNew: false, words: 'Nothing in this file can be imported.' })
  expect(words(2, 2)).toEqual({ hasNew: false, words: 'Everything in it is here already.' })
  expect(words(2, 1)).toEqual({ hasNew: true, words: '1 item is here already and stays unchanged.' })
  expect(words(2, 0)).toEqual({ hasNew: true, words: '' })
})

test('an import that adds nothing does not say that something was imported', () => {
  expect(outcomeTitle(i18n.t, { kind: 'imported', name: 'a.zip', report })).toBe(
    'a.zip contained nothing new. Nothing was added.',
  )
})

test('the report of an export names lost and unfinished items', () => {
  const about = { counts: { ...noCounts, videos: 2 }, missing: 1, unfinished: 2 }
  expect(reportText(i18n.t, { kind: 'exported', report: about }).split('\n')).toEqual([
    'Everything was exported.',
    '- 2 videos',
    '1 file is missing and not included; report.txt in the ZIP lists it.',
    '2 videos were left out, as they are still being made.',
  ])
})

test('an import that is not visible yet is not reported as failed', () => {
  const title = (code: 'import_unshown' | 'storage_full'): string =>
    outcomeTitle(i18n.t, { kind: 'failed', of: 'import', error: appError(code) })
  expect(title('storage_full')).toBe('Nothing was imported.')
  expect(title('import_unshown')).toBe('Everything was imported, but part of it is not visible yet.')
})
