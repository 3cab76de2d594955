import { describe, expect, test } from 'vitest'
import { estimateTokens } from '../../../src/shared/passages/token-estimate.ts'

describe('the token estimate', () => {
  test('the estimate counts Chinese by characters and English by fours', () => {
    expect(estimateTokens('潮汐何时到来')).toEqual({ tokens: 6, wide: 6 })
    expect(estimateTokens('The tide comes in')).toEqual({ tokens: 5, wide: 0 })
    expect(estimateTokens('潮汐 tide')).toEqual({ tokens: 4, wide: 2 })
    expect(estimateTokens('𠀀')).toEqual({ tokens: 1, wide: 1 })
  })
})
