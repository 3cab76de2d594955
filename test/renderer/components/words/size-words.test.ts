import { expect, it } from 'vitest'
import { pixelsOf, ratioWords, sizeWords } from '../../../../src/renderer/components/words/size-words.ts'
import { media } from '../../features/images/images-made.ts'

it('writes sizes in common units', () => {
  expect(sizeWords('1024x1024')).toBe('1024×1024')
  expect(sizeWords('1536x1024')).toBe('1536×1024')
  expect(pixelsOf(media('a'))).toBe('1024×768')
  expect(pixelsOf({ width: null, height: 3 })).toBe('')
})

it.each([
  ['1024x1024', '1:1'],
  ['1536x1024', '3:2'],
  ['1024x1536', '2:3'],
  ['1792x1024', '7:4'],
  ['1024x1792', '4:7'],
  // within 1 %
  ['1664x928', '16:9'],
  ['928x1664', '9:16'],
  ['1344x576', '21:9'],
  // by no name
  ['1000x100', '10:1'],
  ['640x480', '4:3'],
])('calls the size %s %s', (size, ratio) => {
  expect(ratioWords(size)).toBe(ratio)
})
