import { expect, test } from 'vitest'
import { isPictureFile } from '../../src/shared/picture-kinds.ts'

test.each([
  ['photo.jpg', 'image/jpeg', true],
  ['image.tiff', '', true],
  ['IMG_0001.HEIC', '', true],
  ['a.heif', 'image/heif', true],
  ['a.svg', 'image/svg+xml', false],
  ['notes.txt', 'text/plain', false],
  ['notes.heic', 'text/plain', false],
  ['README', '', false],
])('%s of type %j is a picture: %j', (name, type, expected) => {
  expect(isPictureFile({ name, type })).toBe(expected)
})
