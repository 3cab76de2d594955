import { expect, it } from 'vitest'
import { largerCanvas } from '../../../../src/renderer/features/images/extend/larger-canvas.ts'

const size = { width: 1000, height: 600 }

it('puts the picture in the middle of a canvas that is larger on the chosen sides', () => {
  expect(largerCanvas(size, 'all', 50)).toEqual({ width: 1500, height: 900, left: 250, top: 150 })
  expect(largerCanvas(size, 'wider', 100)).toEqual({ width: 2000, height: 600, left: 500, top: 0 })
  expect(largerCanvas(size, 'taller', 25)).toEqual({ width: 1000, height: 750, left: 0, top: 75 })
})

it('refuses a canvas whose side would be too long', () => {
  expect(largerCanvas({ width: 6000, height: 10 }, 'all', 50)).toBeNull()
  expect(largerCanvas({ width: 6000, height: 10 }, 'taller', 100)).not.toBeNull()
})
