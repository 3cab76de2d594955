import { describe, expect, it } from 'vitest'
import { clamped, isOutside, typedNumber } from '../../../../src/renderer/components/forms/bounded-number.ts'

describe('a number between bounds', () => {
  it('a number is read from the text of a field, however long', () => {
    expect(typedNumber(3)).toBe(3)
    expect(typedNumber('')).toBeNull()
    expect(typedNumber('-')).toBeNull()
    expect(typedNumber('.')).toBeNull()
    expect(typedNumber('99999999999999999999')).toBe(1e20)
    expect(typedNumber(Number.NaN)).toBeNull()
  })

  it('a number is clamped to the nearer limit', () => {
    expect([isOutside(3, 0, 2), clamped(3, 0, 2)]).toEqual([true, 2])
    expect([isOutside(-1, 0, 2), clamped(-1, 0, 2)]).toEqual([true, 0])
    expect([isOutside(1, 0, 2), clamped(1, 0, 2)]).toEqual([false, 1])
    expect(isOutside(null, 0, 2)).toBe(false)
  })
})
