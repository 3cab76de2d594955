import { afterEach, beforeEach, expect, test } from 'vitest'
import { DraftKeeper } from '../../../../src/main/services/app/draft-keeper.ts'
import { Preferences } from '../../../../src/main/storage/preferences.ts'
import { type TranscriptionDraft, transcriptionDraftSchema } from '../../../../src/shared/transcript.ts'
import { temporaryDatabase } from '../../../fakes/storage.ts'
import { StudioUnderTest } from '../../../fakes/studio.ts'

const draft: TranscriptionDraft = {
  connectionId: null,
  model: 'demo-transcribe',
  language: 'zh',
  prompt: '青瓷、龙泉',
  formats: ['srt', 'csv'],
  rules: { lineWidth: 30, lines: 1, gap: 120 },
}

let studio: StudioUnderTest
beforeEach(async () => {
  studio = await StudioUnderTest.open()
})
afterEach(() => studio.close())

test('stored choices survive a restart', async () => {
  expect(await studio.call('transcription.draft', {})).toBeNull()
  await studio.call('transcription.saveDraft', { draft: { ...draft, prompt: '' } })
  await studio.call('transcription.saveDraft', { draft })
  await studio.reopen()
  expect(await studio.call('transcription.draft', {})).toEqual(draft)
  const wrong = { ...draft, rules: { ...draft.rules, lineWidth: 0 } }
  expect(await studio.refusal('transcription.saveDraft', { draft: wrong })).toBe('invalid_input')
})

test('an unreadable draft counts as empty', () => {
  const run = temporaryDatabase()
  const preferences = new Preferences(run.database)
  const keeper = new DraftKeeper(preferences, 'transcription-draft', transcriptionDraftSchema)
  for (const kept of ['{', '[]', JSON.stringify({ ...draft, formats: ['exe'] })]) {
    preferences.set('transcription-draft', kept)
    expect(keeper.get()).toBeNull()
  }
  run.dispose()
})
