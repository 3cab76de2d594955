import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DictationTrouble } from '../../../../src/renderer/features/chat/dictation/DictateButton.tsx'
import type { Dictation } from '../../../../src/renderer/platform/feature.ts'
import { showLanguage, startI18n } from '../../../../src/renderer/platform/i18n/i18n.ts'

beforeEach(async () => {
  vi.stubGlobal('document', { documentElement: { lang: '' } })
  await startI18n('en')
  await showLanguage('en')
})
afterEach(() => vi.unstubAllGlobals())

const nothing = () => undefined
const idle: Dictation = {
  useState: () => ({ stage: 'idle' }),
  isRecording: () => false,
  isOn: () => false,
  recorded: () => 0,
  ...{
    start: nothing,
    stop: nothing,
    discard: nothing,
    leave: nothing,
    retry: nothing,
    dismiss: nothing,
    show: nothing,
  },
}

function noteFor(canRetry: boolean): string {
  const dictation: Dictation = {
    ...idle,
    useState: () => ({ stage: 'failed', why: 'No answer came.', isKept: true, canRetry }),
  }
  return renderToStaticMarkup(<DictationTrouble dictation={dictation} />)
}

test('a refused dictation is retried from the composer', () => {
  expect(noteFor(true)).toContain('>Try again<')
})

test('a dictation whose answer was lost is resent only where the price is shown', () => {
  const note = noteFor(false)
  expect(note).not.toContain('>Try again<')
  expect(note).toContain('The recording is kept under Transcribe.')
})
