import { expect, test } from 'vitest'
import { updateNews } from '../../../../../src/renderer/features/settings/updates/update-news.ts'
import { appError } from '../../../../../src/shared/errors.ts'
import type { UpdatePhase, UpdateState } from '../../../../../src/shared/updates.ts'

const offer = { version: '2.0.0', notes: '', bytes: null }
const stateOf = (phase: UpdatePhase, wentBackFrom: string | null = null): UpdateState => ({
  how: 'tells',
  page: null,
  phase,
  checkedAt: null,
  previous: null,
  wentBackFrom,
})

test('an update is announced as soon as it is found, and until it is installed', () => {
  expect(updateNews(stateOf({ is: 'available', offer }))).toBe('available')
  expect(updateNews(stateOf({ is: 'ready', offer }))).toBe('ready')
})

test('an update stays announced while a later check runs, and after a failure', () => {
  const error = appError('offline')
  expect(updateNews(stateOf({ is: 'checking', offer }))).toBe('available')
  expect(updateNews(stateOf({ is: 'failed', of: 'check', offer, error }))).toBe('available')
  expect(updateNews(stateOf({ is: 'failed', of: 'check', offer: null, error }))).toBeNull()
  expect(updateNews(stateOf({ is: 'downloading', offer, share: 0.5 }))).toBeNull()
})

test('nothing is announced without an update, nor the version that the user went back from', () => {
  expect(updateNews(null)).toBeNull()
  expect(updateNews(stateOf({ is: 'newest' }))).toBeNull()
  expect(updateNews(stateOf({ is: 'available', offer }, '2.0.0'))).toBeNull()
  expect(updateNews(stateOf({ is: 'available', offer }, '1.9.0'))).toBe('available')
})
