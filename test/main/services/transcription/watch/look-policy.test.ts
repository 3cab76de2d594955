import { describe, expect, test } from 'vitest'
import type { ListedFile } from '../../../../../src/main/services/transcription/watch/folder-view.ts'
import { afterLook, arrived, type Sighting } from '../../../../../src/main/services/transcription/watch/look-policy.ts'
import { fileContent, listedFile, watchedFile } from '../../../../fakes/watched-files.ts'

const second = 1_000

describe('a look', () => {
  /** Looks every five seconds, once for each listing; `clock` shifts the time that a look reads. */
  function looks(listings: readonly (readonly ListedFile[])[], clock: (index: number) => number = () => 0) {
    let before: ReadonlyMap<string, Sighting> = new Map()
    return listings.map((listed, index) => {
      const now = 1_000_000 + index * 5 * second + clock(index)
      const look = afterLook({ listed, known: [], before, now, isFirst: index === 0 })
      before = look.sightings
      return look.complete.map(({ path }) => path)
    })
  }
  const file = listedFile('a.wav')

  test('a file is complete once two more looks find it unchanged', () => {
    expect(looks([[file], [file], [file]])).toEqual([[], [], ['a.wav']])
  })

  test('a file that grows is not complete', () => {
    const grows = [0, 1, 2, 3].map((more) => [{ ...file, bytes: file.bytes + more }])
    expect(looks(grows)).toEqual([[], [], [], []])
  })

  test('a file without bytes is not complete', () => {
    expect(looks([0, 1, 2, 3].map(() => [{ ...file, bytes: 0 }])).flat()).toEqual([])
  })

  test('a clock that jumps forward completes no file earlier', () => {
    expect(looks([[file], [file], [file]], (index) => (index > 0 ? 9_000 * second : 0))[1]).toEqual([])
  })

  test('a clock that jumps back begins the wait anew', () => {
    expect(looks([[file], [file], [file], [file], [file]], (index) => (index > 1 ? -9_000 * second : 0))).toEqual([
      [],
      [],
      [],
      [],
      ['a.wav'],
    ])
  })

  test('a file that is remembered as it is needs nothing', () => {
    const look = afterLook({
      ...{ listed: [file], known: [watchedFile('a.wav')], before: new Map() },
      ...{ now: 1, isFirst: true },
    })
    expect(look.sightings.size).toBe(0)
  })
})

describe('a complete file', () => {
  const file = listedFile('new.wav')
  const content = fileContent('new.wav')
  const base = { file, content, listed: [file], known: [], alike: [], isTranscribed: false, isAutomatic: true }

  test('is a new recording that may be sent automatically', () => {
    expect(arrived(base)).toEqual({ type: 'new', hold: null, replaces: null })
  })

  test('waits for a press if automatic sending is off', () => {
    expect(arrived({ ...base, isAutomatic: false })).toMatchObject({ type: 'new', hold: 'press' })
  })

  test('waits for a press if Atelier has transcribed it before', () => {
    expect(arrived({ ...base, isTranscribed: true })).toMatchObject({ type: 'new', hold: 'transcribed' })
  })

  test('is the remembered file if that was renamed', () => {
    const sent = watchedFile('old.wav', { hash: content.hash, state: 'sent' })
    expect(arrived({ ...base, known: [sent], alike: [sent] })).toEqual({ type: 'known', file: sent })
  })

  test('is a copy if the remembered file is still there', () => {
    const sent = watchedFile('old.wav', { hash: content.hash, state: 'sent' })
    const listed = [file, listedFile('old.wav')]
    expect(arrived({ ...base, known: [sent], alike: [sent], listed })).toEqual({ type: 'same' })
  })

  test('is compared with files of its size that were there before, which are read first', () => {
    const earlier = watchedFile('old.wav', { hash: null, state: 'earlier', bytes: file.bytes })
    const listed = [file, { ...listedFile('old.wav'), bytes: file.bytes }]
    expect(arrived({ ...base, known: [earlier], listed })).toEqual({ type: 'compare', files: [earlier] })
  })

  test('is the file that was there before if that is gone and has the same size and time', () => {
    const earlier = watchedFile('old.wav', { hash: null, state: 'earlier', bytes: file.bytes })
    const moved = { ...earlier, modifiedAt: file.modifiedAt }
    expect(arrived({ ...base, known: [moved] })).toEqual({ type: 'known', file: moved })
    const other = { ...earlier, modifiedAt: file.modifiedAt + 1 }
    expect(arrived({ ...base, known: [other] })).toMatchObject({ type: 'new', hold: 'perhaps_earlier' })
  })

  test.each(['sent', 'earlier', 'left', 'same'] as const)(
    'waits for a press if its path was of a file that is %s',
    (state) => {
      const own = watchedFile('new.wav', { hash: 'b'.repeat(64), state })
      expect(arrived({ ...base, known: [own] })).toEqual({ type: 'new', hold: 'changed', replaces: own })
    },
  )

  test('is the waiting recording with more in it', () => {
    const own = watchedFile('new.wav', { hash: 'b'.repeat(64), state: 'waiting' })
    expect(arrived({ ...base, known: [own] })).toEqual({ type: 'grown', file: own, hold: null })
  })

  test('is left alone while its earlier content is being queued', () => {
    const own = watchedFile('new.wav', { hash: 'b'.repeat(64), state: 'taking' })
    expect(arrived({ ...base, known: [own] })).toEqual({ type: 'busy' })
  })

  test('is not offered if it is neither sound nor film', () => {
    expect(arrived({ ...base, content: { ...content, isSound: false } }).type).toBe('unread')
  })
})
