import { describe, expect, it } from 'vitest'
import { moveTarget } from '../../../../src/renderer/components/jobs/queue-move.ts'

describe('moving within the line', () => {
  const line = ['a', 'b', 'c']

  it('goes before the one above, behind the one below, or to the top', () => {
    expect(moveTarget(line, 'b', 'up')).toBe('a')
    expect(moveTarget(line, 'a', 'down')).toBe('c')
    expect(moveTarget(line, 'b', 'down')).toBeNull()
    expect(moveTarget(line, 'c', 'top')).toBe('a')
  })

  it('goes nowhere past the ends, nor for who is not in the line', () => {
    expect(moveTarget(line, 'a', 'up')).toBeUndefined()
    expect(moveTarget(line, 'a', 'top')).toBeUndefined()
    expect(moveTarget(line, 'c', 'down')).toBeUndefined()
    expect(moveTarget(line, 'x', 'top')).toBeUndefined()
  })
})
