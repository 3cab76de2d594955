import { describe, expect, test } from 'vitest'
import { cueLayout, roomOf, topOf } from '../../../../../src/renderer/features/videos/subtitles/cue-layout.ts'
import { directionOf } from '../../../../../src/renderer/features/videos/subtitles/cue-picture.ts'

describe('the layout of burnt-in subtitles', () => {
  test('a landscape has room for 18 Chinese characters in every size', () => {
    for (const size of ['small', 'medium', 'large'] as const)
      expect(roomOf(cueLayout({ width: 1920, height: 1080 }, { size }))).toBeGreaterThanOrEqual(36)
  })

  test('a portrait has shorter lines instead of tiny letters', () => {
    const layout = cueLayout({ width: 360, height: 640 }, { size: 'medium' })
    expect(layout.fontSize).toBe(20)
    expect(roomOf(layout)).toBe(32)
  })

  test('letters stay readable in a tiny picture, and lines within the bounds', () => {
    const layout = cueLayout({ width: 32, height: 32 }, { size: 'small' })
    expect(layout.fontSize).toBe(8)
    expect(roomOf(layout)).toBe(10)
  })

  test('lines keep a margin at both edges, and never begin above the picture', () => {
    const layout = cueLayout({ width: 1280, height: 720 }, { size: 'medium' })
    expect(topOf(100, 720, layout, 'top')).toBe(43)
    expect(topOf(100, 720, layout, 'bottom')).toBe(577)
    expect(topOf(900, 720, layout, 'bottom')).toBe(0)
  })

  test.each([
    ['Good morning', 'ltr'],
    ['早上好', 'ltr'],
    ['2026: صباح الخير', 'rtl'],
    ['בוקר טוב, Anna', 'rtl'],
    ['…', 'ltr'],
  ])('"%s" is written %s', (line, direction) => {
    expect(directionOf(line)).toBe(direction)
  })
})
