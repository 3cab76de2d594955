import { expect, it } from 'vitest'
import { doubtAbout } from '../../../../../src/renderer/features/chat/state/model-doubt.ts'
import type { Model } from '../../../../../src/shared/model.ts'

const listed: readonly Model[] = [
  { id: 'writer', family: '', kind: 'chat' },
  { id: 'film-one', family: '', kind: 'video' },
]

it('warns about models for another purpose, by the catalogue or by their name', () => {
  expect(doubtAbout('film-one', listed, false, {})).toBe('video')
  expect(doubtAbout('text-embedding-3-small', listed, false, {})).toBe('embedding')
  expect(doubtAbout('whisper-1', [], false, {})).toBe('audio')
})

it('warns about models without vision only if there are pictures', () => {
  expect(doubtAbout('gpt-3.5-turbo', listed, true, {})).toBe('blind')
  expect(doubtAbout('gpt-3.5-turbo', listed, false, {})).toBeNull()
})

it('does not warn about an unknown model', () => {
  expect(doubtAbout('writer', listed, true, {})).toBeNull()
  expect(doubtAbout('my-own-model', [], true, {})).toBeNull()
})

it("the user's setting about pictures overrides the name", () => {
  expect(doubtAbout('gpt-3.5-turbo', listed, true, { 'sees gpt-3.5-turbo': 'yes' })).toBeNull()
  expect(doubtAbout('Writer', listed, true, { 'sees writer': 'no' })).toBe('blind')
  expect(doubtAbout('Writer', listed, false, { 'sees writer': 'no' })).toBeNull()
})
