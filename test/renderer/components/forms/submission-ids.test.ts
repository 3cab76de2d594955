import { describe, expect, it } from 'vitest'
import { SubmissionIds } from '../../../../src/renderer/components/forms/submission-ids.ts'

describe('the ids of a submission', () => {
  it('submission ids stay the same for the same content until main has accepted it', () => {
    const ids = new SubmissionIds()
    const first = ids.for('a list', 3)
    expect(new Set(first).size).toBe(3)
    expect(ids.for('a list', 3)).toEqual(first)
    ids.dropAccepted('a list')
    expect(ids.for('a list', 3)).not.toEqual(first)
  })

  it('submission ids differ for different content, and both are remembered', () => {
    const ids = new SubmissionIds()
    const one = ids.one('one')
    const other = ids.one('other')
    expect(other).not.toBe(one)
    expect(ids.one('one')).toBe(one)
  })
})
