import { describe, expect, test } from 'vitest'
import { offerOf } from '../../../../src/main/services/updates/found-update.ts'
import {
  mayCheck,
  mayDownload,
  phaseAfter,
  type UpdateEvent,
} from '../../../../src/main/services/updates/update-machine.ts'
import { appError } from '../../../../src/shared/errors.ts'
import { notesFor } from '../../../../src/shared/release-notes.ts'
import type { UpdatePhase } from '../../../../src/shared/updates.ts'
import { isNewer, isVersion } from '../../../../src/shared/versions.ts'
import { randomFrom } from '../../../fakes/seeded-random.ts'

const offer = (version: string) => ({ version, notes: '', bytes: null })

test('versions are ordered as Semantic Versioning defines', () => {
  const ordered = [
    '0.9.9',
    '1.0.0-alpha',
    '1.0.0-alpha.1',
    '1.0.0-alpha.beta',
    '1.0.0-beta.2',
    '1.0.0-beta.11',
    '1.0.0',
    '1.0.1',
    '1.10.0',
    '2.0.0',
  ]
  for (const [low, a] of ordered.entries())
    for (const [high, b] of ordered.entries()) expect([a, b, isNewer(b, a)]).toEqual([a, b, high > low])
  for (const text of [
    '',
    '1',
    '1.2',
    'v1.2.3',
    '1.2.3 ',
    '1.2.3; rm',
    '1.2.3-',
    `1.2.3-${'a'.repeat(80)}`,
    '9999999999.0.0',
  ]) {
    expect([text, isVersion(text), isNewer(text, '0.0.1')]).toEqual([text, false, false])
  }
})

test('10,000 random events never lead to an older version, nor to one that was not downloaded', () => {
  const random = randomFrom(17)
  const current = '1.0.0'
  const versions = ['0.9.0', '1.0.0', '1.0.1', '1.1.0-beta.1', 'nonsense']
  const events: readonly (() => UpdateEvent)[] = [
    () => ({ event: 'check' }),
    () => ({ event: 'found', offer: offer(versions[Math.floor(random() * versions.length)] ?? '') }),
    () => ({ event: 'download' }),
    () => ({ event: 'progress', share: random() * 3 - 1 }),
    () => ({ event: 'downloaded' }),
    () => ({ event: 'cancelled' }),
    () => ({ event: 'failed', error: appError('offline') }),
  ]
  let phase: UpdatePhase = { is: 'idle' }
  const seen = new Set<string>()
  for (let step = 0; step < 10_000; step += 1) {
    const happened = events[Math.floor(random() * events.length)]?.() ?? { event: 'check' }
    const before: UpdatePhase = phase
    phase = phaseAfter(before, happened, current)
    seen.add(phase.is)
    if ('offer' in phase && phase.offer !== null) expect(isNewer(phase.offer.version, current)).toBe(true)
    if (phase.is === 'ready' && before.is !== 'ready') expect(before.is).toBe('downloading')
    if (phase.is === 'downloading' && before.is === 'downloading')
      expect(phase.share).toBeGreaterThanOrEqual(before.share)
    if (phase.is === 'downloading')
      expect([mayCheck(phase), mayDownload(phase), phase.share <= 1]).toEqual([false, null, true])
    // what is ready stays for this run; a new run begins
    if (phase.is === 'ready') phase = random() < 0.5 ? phase : { is: 'idle' }
  }
  expect(seen).toEqual(new Set(['idle', 'checking', 'newest', 'available', 'downloading', 'ready', 'failed']))
})

test('an update found earlier can be downloaded after a failed check', () => {
  const happen = (...events: readonly UpdateEvent[]): UpdatePhase =>
    events.reduce<UpdatePhase>((phase, event) => phaseAfter(phase, event, '1.0.0'), { is: 'idle' })
  const error = appError('offline')
  const found = { event: 'found', offer: offer('1.1.0') } as const
  const failed = { event: 'failed', error } as const
  expect(happen({ event: 'check' }, failed)).toEqual({ is: 'failed', of: 'check', offer: null, error })
  const later = happen({ event: 'check' }, found, { event: 'check' }, failed)
  expect(later).toEqual({ is: 'failed', of: 'check', offer: found.offer, error })
  expect(mayDownload(later)).toEqual(found.offer)
  // a feed that names no newer version any more takes it back
  expect(happen({ event: 'check' }, found, { event: 'check' }, { event: 'found', offer: offer('1.0.0') })).toEqual({
    is: 'newest',
  })
})

describe('the content of an update feed', () => {
  test("a feed's texts are bounded and plain", () => {
    const read = offerOf({
      version: '1.2.3',
      releaseNotes: `a\r\nb\u202e\u0007c${'x'.repeat(30_000)}`,
      files: [{ size: -4 }],
    })
    expect(read.notes.startsWith('a\nbcxxx')).toBe(true)
    expect([read.notes.length <= 20_000, read.bytes]).toEqual([true, null])
    expect(
      offerOf({ version: '1.2.3', releaseNotes: [{ version: '1.2.3', note: 'one' }, { note: null }], files: 'no' }),
    ).toEqual({
      ...{ version: '1.2.3', notes: 'one\n\n', bytes: null },
    })
  })

  test.each([undefined, null, 'text', [], {}, { version: 7 }, { version: '<b>1</b>' }])(
    '%j is not a version',
    (info) => {
      expect(() => offerOf(info)).toThrow('names no version')
    },
  )

  test('a feed has notes in the language of the user', () => {
    const notes = 'For all\n[en]\nBetter\n[zh-CN]\n更好\n'
    expect([notesFor(notes, 'en'), notesFor(notes, 'zh-CN')]).toEqual(['For all\n\nBetter', 'For all\n\n更好'])
    expect(notesFor('[en]\nBetter', 'zh-CN')).toBe('Better')
    expect(notesFor('Plain', 'zh-CN')).toBe('Plain')
  })
})
