import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { imageKindOf, imageSideMax, parseSize, sizesOf } from '../../src/shared/image-kinds.ts'

describe('the kind of an image model', () => {
  test.each([
    ['dall-e-3', 'wide'],
    ['dall-e-2', 'square'],
    ['gpt-image-1', 'photo'],
    ['gpt-image-1-mini', 'photo'],
    ['gpt-image-1-2025-04-23', 'photo'],
    ['openai/dall-e-3', 'wide'],
    ['DALL-E-3', 'wide'],
    ['demo-image-2+dead-link', 'photo'],
    ['dall-e-30', 'free'],
    ['gpt-image-10', 'free'],
    ['flux-pro', 'free'],
    ['', 'free'],
  ] as const)('the model %s is of the kind %s', (model, kind) => expect(imageKindOf(model, {})).toBe(kind))

  test('the user’s choice of a kind overrides the data', () => {
    expect(imageKindOf('flux-pro', { 'flux-pro': 'wide' })).toBe('wide')
    expect(imageKindOf('dall-e-3', { 'dall-e-3': 'free' })).toBe('free')
    expect(imageKindOf('toString', {})).toBe('free')
  })

  test('a kind has the sizes of the contract', () => {
    expect(sizesOf('wide')).toEqual(['1024x1024', '1792x1024', '1024x1792'])
    expect([...sizesOf('square')].sort()).toEqual(['1024x1024', '256x256', '512x512'])
    expect(sizesOf('photo')).toEqual(['1024x1024', '1536x1024', '1024x1536'])
    expect(sizesOf('free')).toEqual([])
  })
})

describe('a free size', () => {
  test.each(['', '1024', 'x', '1024x', '0x10', '10x0', '-1x5', '1.5x2', '99999x1', '10x10x10', '１０x１０'])(
    '%j is not a size',
    (text) => expect(parseSize(text)).toBe(null),
  )

  test('a size is read in the usual ways of writing', () => {
    for (const text of ['640x480', ' 640 X 480 ', '640×480', '640*480'])
      expect(parseSize(text)).toEqual({ width: 640, height: 480 })
  })

  test('a written size is read back, within the limits', () => {
    const side = fc.integer({ min: 1, max: imageSideMax })
    fc.assert(
      fc.property(side, side, (width, height) => {
        expect(parseSize(`${width}x${height}`)).toEqual({ width, height })
      }),
    )
  })
})
