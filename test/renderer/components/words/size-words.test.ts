import { expect, it } from 'vitest'
import { pixelsOf, sizeWords } from '../../../../src/renderer/components/words/size-words.ts'
import { media } from '../../features/images/images-made.ts'

it('writes sizes as people do', () => {
  expect(sizeWords('1024x1024')).toBe('1024×1024')
  expect(sizeWords('1536x1024')).toBe('1536×1024')
  expect(pixelsOf(media('a'))).toBe('1024×768')
  expect(pixelsOf({ width: null, height: 3 })).toBe('')
})
