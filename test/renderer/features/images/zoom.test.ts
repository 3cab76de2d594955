import { describe, expect, it } from 'vitest'
import {
  actualSize,
  fitScale,
  fitted,
  isBeyond,
  movedBy,
  scaleMax,
  scaleOf,
  zoomedBy,
} from '../../../../src/renderer/features/images/zoom.ts'

const picture = { width: 1000, height: 500 }
const stage = { width: 500, height: 500 }
const middle = { x: 0, y: 0 }

describe('zoom', () => {
  it('zoom fits the whole picture and does not enlarge small ones', () => {
    expect(fitScale(picture, stage)).toBe(0.5)
    expect(fitScale({ width: 100, height: 100 }, stage)).toBe(1)
  })

  it('zoom keeps the point under the pointer', () => {
    const view = zoomedBy(fitted, 4, { x: 100, y: 0 }, picture, stage)
    expect(scaleOf(view, picture, stage)).toBe(2)
    // 100 px from the middle at half size is 200 px of the picture; at twice the size that is 400 px
    expect(view.x + 400).toBe(100)
  })

  it('zooming out completely fits the picture again', () => {
    const near = zoomedBy(fitted, 4, middle, picture, stage)
    expect(zoomedBy(near, 0.1, middle, picture, stage)).toEqual(fitted)
    expect(zoomedBy(fitted, 1000, middle, picture, stage).scale).toBe(scaleMax)
  })

  it('a picture moves no further than its edge', () => {
    const actual = actualSize(picture, stage)
    expect(isBeyond(actual, picture, stage)).toBe(true)
    expect(movedBy(actual, 9999, 50, picture, stage)).toEqual({ scale: 1, x: 250, y: 0 })
    expect(movedBy(fitted, 30, 30, picture, stage)).toEqual(fitted)
    expect(isBeyond(fitted, picture, stage)).toBe(false)
  })
})
