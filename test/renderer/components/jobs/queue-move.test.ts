import { describe, expect, it } from 'vitest'
import { moveTarget } from '../../../../src/renderer/components/jobs/queue-move.ts'

describe('moving within the line', () => {
  const line = ['a', 'b', 'c']

  it('a queued job moves before the one above, after the one below, or to the top', () => {
    expect(moveTarget(line, 'b', 'up')).toBe('a')
    expect(moveTarget(line, 'a', 'down')).toBe('c')
    expect(moveTarget(line, 'b', 'down')).toBeNull()
    expect(moveTarget(line, 'c', 'top')).toBe('a')
  })

  it('a queued job does not move past the ends, and other jobs do not move', () => {
    expect(moveTarget(line, 'a', 'up')).toBeUndefined()
    expect(moveTarget(line, 'a', 'top')).toBeUndefined()
    expect(moveTarget(line, 'c', 'down')).toBeUndefined()
    expect(moveTarget(line, 'x', 'top')).toBeUndefined()
  })
})
