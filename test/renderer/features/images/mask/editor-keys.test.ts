import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  brushRadius,
  brushSizeMax,
  brushSizeMin,
  steppedBrushSize,
} from '../../../../../src/renderer/features/images/mask/brush-size.ts'
import {
  type KeyPress,
  keyCommand,
  wheelMeaning,
} from '../../../../../src/renderer/features/images/mask/editor-keys.ts'

const plain: KeyPress = { key: '', ctrlKey: false, metaKey: false, shiftKey: false, altKey: false, onCanvas: true }

describe('the keys of the mask editor', () => {
  it("keys choose tools, and leave the app's shortcuts alone", () => {
    expect(keyCommand({ ...plain, key: 'b' }, false)).toEqual({ do: 'tool', tool: 'brush' })
    expect(keyCommand({ ...plain, key: 'E', shiftKey: true }, false)).toEqual({ do: 'tool', tool: 'eraser' })
    for (const key of ['n', 'k', ',', '0', '+', 'a', 'p', 'l'])
      expect(keyCommand({ ...plain, key, ctrlKey: true }, false)).toBeNull()
  })

  it('undo and redo have the keys of each system', () => {
    expect(keyCommand({ ...plain, key: 'z', ctrlKey: true }, false)).toEqual({ do: 'undo' })
    expect(keyCommand({ ...plain, key: 'Z', ctrlKey: true, shiftKey: true }, false)).toEqual({ do: 'redo' })
    expect(keyCommand({ ...plain, key: 'y', ctrlKey: true }, false)).toEqual({ do: 'redo' })
    expect(keyCommand({ ...plain, key: 'z', metaKey: true }, true)).toEqual({ do: 'undo' })
    expect(keyCommand({ ...plain, key: 'z', ctrlKey: true }, true)).toBeNull()
  })

  it('arrows move the picture only if no slider has the focus', () => {
    expect(keyCommand({ ...plain, key: 'ArrowLeft' }, false)).toEqual({ do: 'pan', x: 40, y: 0 })
    expect(keyCommand({ ...plain, key: 'ArrowDown', shiftKey: true }, false)).toEqual({ do: 'pan', x: 0, y: -200 })
    expect(keyCommand({ ...plain, key: 'ArrowLeft', onCanvas: false }, false)).toBeNull()
  })
})

it('the wheel sizes the brush, zooms with Ctrl, and moves the view with Shift or sideways', () => {
  const wheel = { ctrlKey: false, metaKey: false, shiftKey: false, deltaX: 0 }
  expect(wheelMeaning(wheel, 'brush')).toBe('brush')
  expect(wheelMeaning(wheel, 'eraser')).toBe('brush')
  expect(wheelMeaning(wheel, 'lasso')).toBe('zoom')
  expect(wheelMeaning({ ...wheel, ctrlKey: true }, 'brush')).toBe('zoom')
  expect(wheelMeaning({ ...wheel, shiftKey: true }, 'brush')).toBe('pan')
  expect(wheelMeaning({ ...wheel, deltaX: 3 }, 'brush')).toBe('pan')
})

it('the brush changes by at least a pixel within its limits, and leaves no gap between two pixels', () => {
  const picture = { width: 2048, height: 1024 }
  fc.assert(
    fc.property(
      fc.integer({ min: brushSizeMin, max: brushSizeMax(picture) }),
      fc.integer({ min: -9, max: 9 }),
      (from, by) => {
        const size = steppedBrushSize(from, by, picture)
        expect(size).toBeGreaterThanOrEqual(brushSizeMin)
        expect(size).toBeLessThanOrEqual(brushSizeMax(picture))
        if (by > 0 && from < brushSizeMax(picture)) expect(size).toBeGreaterThan(from)
        if (by < 0 && from > brushSizeMin) expect(size).toBeLessThan(from)
        expect(brushRadius(size)).toBeGreaterThanOrEqual(Math.SQRT1_2)
      },
    ),
  )
})
