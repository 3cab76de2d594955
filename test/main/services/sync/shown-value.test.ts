import { describe, expect, test } from 'vitest'
import { HistoryState } from '../../../../src/main/services/sync/history-state.ts'
import { isInBin, shownValue } from '../../../../src/main/services/sync/shown-value.ts'
import { makeVersion, type Register, type Version } from '../../../../src/main/services/sync/version.ts'

const [desk, laptop] = ['11111111-2222-4333-8444-555555555555', '66666666-7777-4888-8999-aaaaaaaaaaaa']
const title: Register = { item: 'c', entity: 'chat', row: 'c', field: 'title' }
const bin: Register = { item: 'c', entity: 'bin', row: 'c', field: '' }

/** A computer's versions, in order. */
class Writing {
  readonly state = new HistoryState()
  private readonly writer: string
  private stamp: number

  constructor(writer: string, stamp: number) {
    this.writer = writer
    this.stamp = stamp
  }

  write(register: Register, value: string | boolean, isDeletion = false): Version {
    const tip = this.state.tipOf(this.writer)
    this.stamp += 1
    const version = makeVersion(
      { writer: this.writer, number: (tip?.number ?? 0) + 1, previous: tip?.hash ?? '', stamp: this.stamp },
      {
        kind: 'value',
        register,
        value,
        over: this.state.versionsOf(register).map(({ dot }) => dot),
        seen: isDeletion ? this.state.seen() : null,
      },
    )
    this.state.apply(version)
    return version
  }
}

describe('a register with versions of two computers', () => {
  const written = (first: string | boolean, second: string | boolean) => {
    const [a, b] = [new Writing(desk, 10), new Writing(laptop, 20)]
    const version = b.write(title, second)
    a.write(title, first)
    a.state.apply(version)
    return a.state.versionsOf(title)
  }

  test('shows the latest, and the others that differ beside it', () => {
    expect(shownValue(written('Harbour', 'Ferry'), 'each version')).toEqual({ value: 'Ferry', others: ['Harbour'] })
    expect(shownValue(written('Ferry', 'Ferry'), 'each version')).toEqual({ value: 'Ferry', others: [] })
    expect(shownValue(written('Harbour', 'Ferry'), 'last version')).toEqual({ value: 'Ferry', others: [] })
  })

  test('has a tag if one of them added it', () => {
    expect(shownValue(written(true, false), 'added')?.value).toBe(true)
    expect(shownValue(written(false, false), 'added')?.value).toBe(false)
  })

  test('shows nothing without a version', () => {
    expect(shownValue([], 'each version')).toBeNull()
  })
})

describe('an item in the bin', () => {
  test('stays there when the deletion knew of everything', () => {
    const a = new Writing(desk, 10)
    a.write(title, 'Harbour')
    a.write(bin, true, true)
    expect(isInBin(a.state, 'c')).toBe(true)
  })

  test('comes back when another computer wrote without knowing of the deletion', () => {
    const [a, b] = [new Writing(desk, 10), new Writing(laptop, 5)]
    const first = a.write(title, 'Harbour')
    b.state.apply(first)
    const unseen = b.write({ ...title, entity: 'message', row: 'm', field: '' }, 'One more question')
    a.write(bin, true, true)
    a.state.apply(unseen)
    expect(isInBin(a.state, 'c')).toBe(false)
  })

  test('comes back when it is restored', () => {
    const a = new Writing(desk, 10)
    a.write(title, 'Harbour')
    a.write(bin, true, true)
    a.write(bin, false)
    expect(isInBin(a.state, 'c')).toBe(false)
  })
})
