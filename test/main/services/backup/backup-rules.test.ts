import { describe, expect, test } from 'vitest'
import { backupName, readName } from '../../../../src/main/services/backup/backup-names.ts'
import { beyondKeep, nextBackup } from '../../../../src/main/services/backup/backup-rules.ts'
import { manifestName } from '../../../../src/main/services/backup/places/placed-names.ts'
import { newestUnsent } from '../../../../src/main/services/backup/places/placed-rules.ts'
import type { Backup } from '../../../../src/shared/backup.ts'

const day = 24 * 60 * 60_000
const backup = (madeAt: number, changes: Partial<Backup> = {}): Backup => ({
  name: `b${madeAt}`,
  bytes: 1,
  madeAt,
  origin: 'automatic',
  sealed: false,
  verifiedAt: madeAt,
  contents: null,
  error: null,
  ...changes,
})

const keep = (count: number, bytes = 1000, now = 1000 * day) => ({ count, bytes, now })

describe('the old backups to remove', () => {
  test('only verified automatic backups beyond the newest are removed', () => {
    const backups = [
      backup(1),
      backup(2),
      backup(3, { verifiedAt: null }),
      backup(4, { origin: 'by-hand' }),
      backup(5, { origin: 'before-restore' }),
      backup(6, { origin: 'elsewhere' }),
      backup(7),
      backup(8),
    ]
    expect(beyondKeep(backups, keep(2))).toEqual(['b2', 'b1'])
    expect(beyondKeep(backups, keep(60))).toEqual([])
  })

  test('the fullest backup is never removed if a lost database began anew', () => {
    const holding = (messages: number): Backup['contents'] => ({
      conversations: 1,
      messages,
      images: 0,
      transcripts: 0,
      videos: 0,
      files: 0,
      fileBytes: 0,
      newest: 1,
    })
    const full = backup(2, { contents: holding(500) })
    const after = [3, 4, 5].map((at) => backup(at, { contents: holding(at) }))
    expect(beyondKeep([backup(1, { contents: holding(400) }), full, ...after], keep(2))).toEqual(['b3', 'b1'])
    expect(beyondKeep([full, backup(3, { contents: holding(501) })], keep(1))).toEqual(['b2'])
  })

  test('backups without space are removed, the oldest first, but never the newest nor the fullest', () => {
    const sized = (madeAt: number, bytes: number, changes: Partial<Backup> = {}) =>
      backup(madeAt, { bytes, ...changes })
    const backups = [sized(1, 10), sized(2, 300), sized(3, 10, { origin: 'by-hand' }), sized(4, 400), sized(5, 500)]
    expect(beyondKeep(backups, keep(7, 1210))).toEqual([])
    expect(beyondKeep(backups, keep(7, 1209))).toEqual(['b1'])
    // an older backup never outlives a newer one, even if it would fit
    expect(beyondKeep(backups, keep(7, 950))).toEqual(['b2', 'b1'])
    expect(beyondKeep(backups, keep(7, 100))).toEqual(['b4', 'b2', 'b1'])
    const full = {
      conversations: 1,
      messages: 9,
      images: 0,
      transcripts: 0,
      videos: 0,
      files: 0,
      fileBytes: 0,
      newest: 1,
    }
    const fullest = sized(1, 600, { contents: full })
    expect(beyondKeep([fullest, sized(2, 100), sized(3, 100)], keep(7, 800))).toEqual([])
    expect(beyondKeep([fullest, sized(2, 100), sized(3, 100)], keep(7, 700))).toEqual(['b2'])
  })

  test('the last good backup is never removed, even if the newer ones are bad', () => {
    const backups = [backup(1), backup(2, { verifiedAt: null }), backup(3, { verifiedAt: null })]
    expect(beyondKeep(backups, keep(1))).toEqual([])
  })
})

describe('the time of the next backup', () => {
  const started = 100 * day
  test('the first backup is due soon after the start, and never if they are off', () => {
    expect([nextBackup([], 'day', started, started), nextBackup([], 'off', started, started)]).toEqual([
      started + 3 * 60_000,
      null,
    ])
  })

  test('a backup is due a day or a week after the last verified one', () => {
    const backups = [backup(started), backup(started + day, { verifiedAt: null })]
    expect([nextBackup(backups, 'day', started, started), nextBackup(backups, 'week', started, started)]).toEqual([
      started + day,
      started + 7 * day,
    ])
  })
})

describe('a clock that was ahead in the past', () => {
  const now = 100 * day
  const ahead = [1, 2, 3].map((days) => backup(now + 365 * day + days))

  test('a clock that was once ahead does not stop the next backup, nor does a start at that time', () => {
    expect(nextBackup(ahead, 'day', now, now)).toBe(now + 3 * 60_000)
    expect(nextBackup([...ahead, backup(now)], 'day', now, now)).toBe(now + day)
    expect(nextBackup([], 'day', now + 365 * day, now)).toBe(now + 3 * 60_000)
    // a few hours are a zone, or a clock that runs fast
    expect(nextBackup([backup(now + day / 2)], 'day', now, now)).toBe(now + day + day / 2)
  })

  test('a clock that was ahead does not remove newer backups: those of that time go first', () => {
    const fresh = backup(now)
    expect(beyondKeep([...ahead, fresh], keep(3, 1000, now))).toEqual([ahead[0]?.name])
    expect(beyondKeep([...ahead, fresh], keep(1, 1000, now))).toEqual(ahead.map(({ name }) => name).toReversed())
  })

  test('a clock that was ahead keeps no later backup from a place, and sends none twice', () => {
    const named = (madeAt: number) => backup(madeAt, { name: backupName(madeAt, 'automatic') })
    const sent = (madeAt: number) => ({
      name: manifestName({ madeAt, origin: 'automatic', bytes: 1, hash: 'a'.repeat(64) }),
      contents: null,
    })
    const last = (madeAt: number) => ({ at: now, madeAt, bytes: 1 })
    const [before, then, since] = [now - day, now + 365 * day, now]
    const backups = [named(then), named(before)]
    // nothing else is there: better than none
    expect(newestUnsent([named(then)], { known: [], last: null }, now)?.madeAt).toBe(then)
    expect(newestUnsent(backups, { known: [], last: null }, now)?.madeAt).toBe(before)
    const known = [sent(before), sent(then)]
    expect(newestUnsent(backups, { known, last: last(then) }, now)).toBeNull()
    expect(newestUnsent([...backups, named(since)], { known, last: last(then) }, now)?.madeAt).toBe(since)
    // the place has removed the one of then
    const after = { known: [sent(before), sent(since)], last: last(since) }
    expect(newestUnsent([...backups, named(since)], after, now)).toBeNull()
  })
})

test('a name contains when and why a backup was made', () => {
  const madeAt = Date.UTC(2026, 10, 21, 19, 7, 57, 42)
  expect(backupName(madeAt, 'before-restore')).toBe('atelier-20261121-190757042-before-restore.atelier-backup')
  expect(readName(backupName(madeAt, 'automatic'))).toEqual({ madeAt, origin: 'automatic' })
  expect(readName('../atelier-20261121-190757042-automatic.atelier-backup')).toBeNull()
})
