import { readFileSync } from 'node:fs'
import type { BrowserWindowConstructorOptions } from 'electron'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { backgroundOf, type OpenableWindow, openWindow } from '../../../src/main/electron/main-window.ts'
import {
  type BoundsBySet,
  boundsAfterChange,
  displaysKey,
  type KnownDisplay,
  openingBounds,
  type SavedBounds,
  setsMax,
  withBounds,
} from '../../../src/main/electron/window-bounds.ts'
import { displayAt } from '../../fakes/electron-host.ts'
import { ShellDesk } from '../../fakes/running-shell.ts'

const screen = displayAt(0, 1920, 1040)
const second = displayAt(1920, 1600, 900)

describe('the bounds of the main window', () => {
  it('the bounds are the defaults at first, and for invalid values', () => {
    const usual = { width: 1280, height: 800, position: null, maximized: false }
    for (const saved of [
      undefined,
      null,
      'x',
      {},
      { x: 1, y: 1, width: -5, height: 5, maximized: false },
      { x: 0.5 },
    ]) {
      expect(openingBounds(saved, [screen])).toEqual(usual)
    }
  })

  it('the bounds are the last ones, if the display still exists', () => {
    const left = { x: 2000, y: 50, width: 1000, height: 700, maximized: true }
    const there = { width: 1000, height: 700, position: { x: 2000, y: 50 }, maximized: true }
    expect(openingBounds(left, [screen, second])).toEqual(there)
    expect(openingBounds(left, [screen])).toEqual({ ...there, position: null })
    expect(openingBounds(left, [])).toEqual({ ...there, position: null })
  })

  it('the bounds are never too small, nor larger than the display', () => {
    const small = openingBounds({ x: 0, y: 0, width: 10, height: 10, maximized: false }, [screen])
    expect(small).toMatchObject({ width: 880, height: 560 })
    const large = openingBounds({ x: 0, y: 0, width: 9000, height: 9000, maximized: false }, [screen])
    expect(large).toMatchObject({ width: 1920, height: 1040 })
  })

  it('the bounds always leave part of the title bar visible', () => {
    const number = fc.integer({ min: -5000, max: 5000 })
    const size = fc.integer({ min: 1, max: 5000 })
    fc.assert(
      fc.property(number, number, size, size, (x, y, width, height) => {
        const { position } = openingBounds({ x, y, width, height, maximized: false }, [screen, second])
        if (position === null) return
        const reachable = [screen.workArea, second.workArea].some(
          (area) =>
            position.x < area.x + area.width &&
            position.x + width > area.x &&
            position.y >= area.y &&
            position.y < area.y + area.height,
        )
        expect(reachable).toBe(true)
      }),
    )
  })
})

describe('the bounds on sets of displays', () => {
  const number = fc.integer({ min: -4000, max: 4000 })
  const size = fc.integer({ min: 1, max: 4000 })
  const area = fc.record({ x: number, y: number, width: size, height: size })
  const side = fc.integer({ min: 200, max: 4000 })
  const display = fc
    .record({ x: number, y: number, width: side, height: side })
    .map((bounds) => ({ bounds, workArea: bounds }))
  const displays = fc.array(display, { minLength: 1, maxLength: 4 })
  const left = fc.record({ x: number, y: number, width: size, height: size, maximized: fc.boolean() })
  const grips = (areas: readonly KnownDisplay[], at: Pick<SavedBounds, 'x' | 'y' | 'width'>) =>
    areas.some(
      ({ workArea }) =>
        Math.min(workArea.x + workArea.width, at.x + at.width) - Math.max(workArea.x, at.x) >= 120 &&
        at.y >= workArea.y &&
        at.y < workArea.y + workArea.height,
    )

  it('a set of displays has its own last bounds, independent of other sets', () => {
    fc.assert(
      fc.property(
        displays,
        fc.array(fc.tuple(displays, left), { maxLength: setsMax - 1 }),
        left,
        (mine, others, was) => {
          const laterElsewhere = others.filter(([set]) => displaysKey(set) !== displaysKey(mine))
          let saved: unknown = withBounds(undefined, mine, was)
          for (const [set, bounds] of laterElsewhere) saved = withBounds(saved, set, bounds)
          // through the file
          saved = JSON.parse(JSON.stringify(saved))
          expect(openingBounds(saved, mine)).toEqual(openingBounds(was, mine))
          // the order in which the system names them is no matter
          expect(openingBounds(saved, mine.toReversed()).maximized).toBe(was.maximized)
        },
      ),
    )
  })

  it('the bounds are stored for a few sets, and the least recently used one is dropped', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(displays, left), { maxLength: 40 }), (uses) => {
        let saved: BoundsBySet = { sets: [] }
        for (const [set, bounds] of uses) saved = withBounds(saved, set, bounds)
        const newest = [...new Set(uses.map(([set]) => displaysKey(set)).toReversed())].slice(0, setsMax)
        expect(saved.sets.map((one) => one.displays)).toEqual(newest)
      }),
    )
  })

  it('the bounds begin with those of an earlier version, until the window is moved', () => {
    fc.assert(
      fc.property(displays, left, left, (set, old, now) => {
        expect(openingBounds(old, set).maximized).toBe(old.maximized)
        expect(withBounds(old, set, now).sets).toEqual([{ displays: displaysKey(set), bounds: now }])
      }),
    )
  })

  it('a window moves to an existing display, and one that can be grabbed stays on a new set', () => {
    fc.assert(
      fc.property(displays, area, fc.option(left), (now, current, stored) => {
        const saved = stored === null ? undefined : withBounds(undefined, now, stored)
        const moved = boundsAfterChange(saved, now, current)
        if (moved === null) expect(grips(now, current)).toBe(true)
        else expect(grips(now, moved)).toBe(true)
        if (stored === null && moved !== null) expect(boundsAfterChange(undefined, now, moved)).toBeNull()
      }),
    )
  })

  it('the bounds are restored with the monitor, in a running app and at the next start', async () => {
    const desk = new ShellDesk()
    try {
      const laptop = displayAt(0, 1440, 900)
      const monitor = displayAt(1440, 2560, 1400)
      const { clock, host } = await desk.start('mac', (made) => {
        made.displays = [laptop, monitor]
      })
      host.window.place({ x: 1600, y: 40, width: 1500, height: 1000 })
      clock.advance(500)
      // the system puts the window onto the display that is left, and tells of that first
      host.window.place({ x: 0, y: 30, width: 1440, height: 870 })
      host.changeDisplays([laptop])
      clock.advance(500)
      host.window.place({ x: 20, y: 30, width: 900, height: 600 })
      clock.advance(500)
      host.changeDisplays([laptop, monitor])
      expect(host.window.getNormalBounds()).toEqual({ x: 1600, y: 40, width: 1500, height: 1000 })
      host.changeDisplays([laptop])
      expect(host.window.getNormalBounds()).toEqual({ x: 20, y: 30, width: 900, height: 600 })
      host.app.quit()
      await desk.shells[0]?.over()
      const again = await desk.start('mac', (made) => {
        made.displays = [monitor, laptop]
      })
      expect(again.host.window.options).toMatchObject({ x: 1600, y: 40, width: 1500, height: 1000 })
    } finally {
      await desk.dispose()
    }
  })
})

it('the window has the page’s own background colour', () => {
  const tokens = readFileSync('src/renderer/platform/theme/tokens.css', 'utf8')
  const papers = [...tokens.matchAll(/^ {2}--paper: (#[0-9a-f]{6});/gm)].map((match) => match[1])
  expect([backgroundOf(false), backgroundOf(true)]).toEqual(papers)
})

describe('the main window', () => {
  function opened(saved?: unknown) {
    const values = new Map<string, unknown>([['window', saved]])
    const listeners = new Map<string, () => void>()
    const did: unknown[] = []
    const timers = new Set<() => void>()
    let options: BrowserWindowConstructorOptions = {}
    const window: OpenableWindow = {
      on: (event: string, listener: () => void) => listeners.set(event, listener),
      once: (event: string, listener: () => void) => listeners.set(event, listener),
      loadURL: async (url) => void did.push(url),
      show: () => did.push('show'),
      maximize: () => did.push('maximize'),
      isMaximized: () => false,
      isMinimized: () => false,
      setBounds: () => undefined,
      isDestroyed: () => false,
      getNormalBounds: () => ({ x: 1, y: 2, width: 900, height: 600 }),
    }
    openWindow(
      (given) => {
        options = given
        return window
      },
      { preload: '/p', icon: '/i', packaged: false, dark: true, os: 'linux' },
      { getAllDisplays: () => [screen], on: () => undefined, off: () => undefined },
      { get: (key) => values.get(key), set: (key, value) => void values.set(key, value) },
      {
        after(_ms, run) {
          timers.add(run)
          return () => timers.delete(run)
        },
      },
    )
    return { options: () => options, did, emit: (event: string) => listeners.get(event)?.(), values, timers }
  }

  it('the window loads the page, and is shown when there is something to see', () => {
    const { options, did, emit } = opened()
    expect(options()).toMatchObject({ width: 1280, height: 800, minWidth: 880, minHeight: 560, show: false })
    expect(did).toEqual(['app://bundle/index.html'])
    emit('ready-to-show')
    expect(did.slice(1)).toEqual(['show'])
  })

  it('the window opens maximized if it was left so', () => {
    const { did, emit } = opened({ x: 0, y: 0, width: 1000, height: 700, maximized: true })
    emit('ready-to-show')
    expect(did.slice(1)).toEqual(['maximize', 'show'])
  })

  it('the window stores its position once it rests, and when it closes', () => {
    const { emit, values, timers } = opened()
    const bounds = { x: 1, y: 2, width: 900, height: 600, maximized: false }
    const place = { sets: [{ displays: displaysKey([screen]), bounds }] }
    for (const event of ['move', 'resize', 'move']) emit(event)
    expect([timers.size, values.get('window')]).toEqual([1, undefined])
    for (const run of timers) run()
    expect(values.get('window')).toEqual(place)
    values.delete('window')
    emit('close')
    expect(values.get('window')).toEqual(place)
  })
})
