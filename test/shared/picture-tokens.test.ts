import { expect, test } from 'vitest'
import { pictureTokens, tokensOfPictures } from '../../src/shared/picture-tokens.ts'

test.each([
  // the examples of OpenAI's documentation
  [1024, 1024, 765],
  [2048, 4096, 1105],
  [512, 512, 255],
  [16, 16, 255],
  [8192, 256, 765],
])('a picture of %i by %i px takes %i tokens', (width, height, tokens) => {
  expect(pictureTokens({ width, height })).toBe(tokens)
})

test('a picture of unknown size counts as one of 1024 px', () => {
  expect(pictureTokens({ width: null, height: null })).toBe(765)
  expect(tokensOfPictures([])).toBe(0)
  expect(
    tokensOfPictures([
      { width: null, height: null },
      { width: 512, height: 512 },
    ]),
  ).toBe(1020)
})
