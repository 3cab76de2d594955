import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  emptyHistory,
  type History,
  historyBytes,
  recorded,
  redone,
  undone,
} from '../../../../../src/renderer/features/images/mask/history.ts'
import { MaskEngine, packed, unpacked } from '../../../../../src/renderer/features/images/mask/mask-engine.ts'
import { countMarked } from '../../../../../src/renderer/features/images/mask/raster.ts'
import {
  captureTile,
  restoreTile,
  sameTile,
  tileRect,
  tilesOf,
} from '../../../../../src/renderer/features/images/mask/tiles.ts'

const size = { width: 300, height: 200 }
const place = fc.record({ x: fc.integer({ min: -50, max: 350 }), y: fc.integer({ min: -50, max: 250 }) })
const mark = fc.constantFrom<0 | 1>(0, 1)
const action = fc.oneof(
  fc.record({
    kind: fc.constant('segment' as const),
    a: place,
    b: place,
    radius: fc.integer({ min: 1, max: 60 }),
    mark,
  }),
  fc.record({ kind: fc.constant('rectangle' as const), a: place, b: place, mark }),
  fc.record({ kind: fc.constant('polygon' as const), points: fc.array(place, { maxLength: 6 }), mark }),
  fc.record({ kind: fc.constant('invert' as const) }),
  fc.record({ kind: fc.constant('fill' as const), mark }),
)
type Action = typeof action extends fc.Arbitrary<infer A> ? A : never

function act(engine: MaskEngine, what: Action): boolean {
  if (what.kind === 'invert') return engine.invert()
  if (what.kind === 'fill') return engine.fillAll(what.mark)
  engine.beginStroke()
  if (what.kind === 'segment') engine.segment(what.a, what.b, what.radius, what.mark)
  else if (what.kind === 'rectangle') engine.rectangle(what.a, what.b, what.mark)
  else engine.polygon(what.points, what.mark)
  return engine.commit()
}

/** Faster than `toEqual`, which compares pixel by pixel. */
function samePixels(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((mark, at) => mark === b[at])
}

const made = (budget?: number) => new MaskEngine(size, null, () => {}, budget)

describe('the pixels of a mask', () => {
  it('undo and redo lead through every state of the mask', () => {
    fc.assert(
      fc.property(fc.array(action, { maxLength: 12 }), (actions) => {
        const engine = made()
        const states = [{ data: engine.raster.data.slice(), state: engine.state, marked: engine.marked }]
        for (const what of actions) {
          if (!act(engine, what)) continue
          states.push({ data: engine.raster.data.slice(), state: engine.state, marked: engine.marked })
        }
        const same = (index: number) => {
          expect(samePixels(engine.raster.data, states[index]?.data ?? new Uint8Array())).toBe(true)
          expect(engine.state).toBe(states[index]?.state)
          expect(engine.marked).toBe(countMarked(engine.raster))
        }
        for (let index = states.length - 2; index >= 0; index--) {
          expect(engine.undo()).toBe(true)
          same(index)
        }
        expect(engine.undo()).toBe(false)
        for (let index = 1; index < states.length; index++) {
          expect(engine.redo()).toBe(true)
          same(index)
        }
        expect(engine.redo()).toBe(false)
      }),
      { numRuns: 60 },
    )
  })

  it('every pixel that looks different is reported', () => {
    fc.assert(
      fc.property(fc.array(action, { minLength: 1, maxLength: 5 }), (actions) => {
        const shown = new Uint8Array(size.width * size.height)
        const engine: MaskEngine = new MaskEngine(size, null, (rect) => {
          for (let y = rect.top; y < rect.bottom; y++)
            for (let x = rect.left; x < rect.right; x++)
              shown[y * size.width + x] = engine.raster.data[y * size.width + x] ?? 0
        })
        for (const what of actions) act(engine, what)
        engine.undo()
        expect(samePixels(shown, engine.raster.data)).toBe(true)
      }),
      { numRuns: 60 },
    )
  })

  it('an abandoned stroke leaves the mask unchanged', () => {
    const engine = made()
    engine.beginStroke()
    engine.rectangle({ x: 10, y: 10 }, { x: 200, y: 100 }, 1)
    engine.commit()
    const before = engine.raster.data.slice()
    engine.beginStroke()
    engine.segment({ x: 0, y: 0 }, { x: 300, y: 200 }, 30, 0)
    engine.segment({ x: 300, y: 200 }, { x: 0, y: 200 }, 30, 1)
    engine.abandon()
    expect(engine.raster.data).toEqual(before)
    expect(engine.drawing).toBe(false)
    expect(engine.state).toBe(1)
  })

  it('a stroke without a change adds no step', () => {
    const engine = made()
    expect(engine.fillAll(0)).toBe(false)
    engine.beginStroke()
    engine.segment({ x: 5, y: 5 }, { x: 9, y: 9 }, 4, 0)
    expect(engine.commit()).toBe(false)
    expect(engine.canUndo).toBe(false)
  })

  it('the oldest steps are dropped above the memory budget', () => {
    const engine = made(20_000)
    for (let round = 0; round < 50; round++) {
      engine.beginStroke()
      engine.segment({ x: round * 6, y: 0 }, { x: round * 5, y: 200 }, 9, round % 3 === 0 ? 0 : 1)
      engine.commit()
    }
    let steps = 0
    while (engine.undo()) steps++
    expect(steps).toBeGreaterThan(0)
    expect(steps).toBeLessThan(50)
  })
})

describe('the undo history of a mask', () => {
  interface Weighed {
    readonly bytes: number
    readonly name: number
  }
  it('the history never exceeds its budget, and drops the farthest steps first', () => {
    const budget = 1000
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom('do', 'undo', 'redo'), fc.integer({ min: 0, max: 400 }))),
        (moves) => {
          let history: History<Weighed> = emptyHistory()
          let name = 0
          for (const [move, bytes] of moves) {
            name += 1
            if (move === 'do') history = recorded(history, { bytes, name }, budget)
            if (move === 'undo' && history.past.length > 0) history = undone(history, { bytes, name }, budget)
            if (move === 'redo' && history.future.length > 0) history = redone(history, { bytes, name }, budget)
            expect(historyBytes(history)).toBeLessThanOrEqual(budget)
            // the last step that fits is always kept
            if (move === 'do') expect(history.past.at(-1)?.name).toBe(name)
          }
        },
      ),
    )
  })
})

describe('the tiles of a mask', () => {
  it('tiles restore the pixels that they were made from', () => {
    const engine = made()
    engine.beginStroke()
    engine.segment({ x: 40, y: 90 }, { x: 260, y: 130 }, 25, 1)
    engine.commit()
    const kept = packed(engine.raster)
    expect(samePixels(unpacked(kept, size).data, engine.raster.data)).toBe(true)
    const [first] = tilesOf({ left: 120, top: 90, right: 130, bottom: 91 }, size)
    const tile = captureTile(engine.raster, first ?? 0)
    const other = made()
    restoreTile(other.raster, tile)
    expect(sameTile(captureTile(other.raster, first ?? 0), tile)).toBe(true)
  })

  it('tiles cover the picture to its last pixel, each once', () => {
    const seen = new Uint8Array(size.width * size.height)
    for (const index of tilesOf({ left: 0, top: 0, right: size.width, bottom: size.height }, size)) {
      const { left, top, right, bottom } = tileRect(index, size)
      for (let y = top; y < bottom; y++)
        for (let x = left; x < right; x++) seen[y * size.width + x] = (seen[y * size.width + x] ?? 0) + 1
    }
    expect(seen.every((count) => count === 1)).toBe(true)
  })
})
