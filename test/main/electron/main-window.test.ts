import { readFileSync } from 'node:fs'
import type { BrowserWindowConstructorOptions, Rectangle } from 'electron'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { backgroundOf, type OpenableWindow, openWindow } from '../../../src/main/electron/main-window.ts'
import { openingBounds } from '../../../src/main/electron/window-bounds.ts'

const screen: Rectangle = { x: 0, y: 0, width: 1920, height: 1040 }
const second: Rectangle = { x: 1920, y: 0, width: 1600, height: 900 }

describe('the bounds', () => {
  it('are the usual ones at first, and for whatever is not bounds', () => {
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

  it('are those it was left with, where the display is still there', () => {
    const left = { x: 2000, y: 50, width: 1000, height: 700, maximized: true }
    const there = { width: 1000, height: 700, position: { x: 2000, y: 50 }, maximized: true }
    expect(openingBounds(left, [screen, second])).toEqual(there)
    expect(openingBounds(left, [screen])).toEqual({ ...there, position: null })
    expect(openingBounds(left, [])).toEqual({ ...there, position: null })
  })

  it('are never too small, nor larger than the display', () => {
    const small = openingBounds({ x: 0, y: 0, width: 10, height: 10, maximized: false }, [screen])
    expect(small).toMatchObject({ width: 880, height: 560 })
    const large = openingBounds({ x: 0, y: 0, width: 9000, height: 9000, maximized: false }, [screen])
    expect(large).toMatchObject({ width: 1920, height: 1040 })
  })

  it('always leave something to take hold of', () => {
    const number = fc.integer({ min: -5000, max: 5000 })
    const size = fc.integer({ min: 1, max: 5000 })
    fc.assert(
      fc.property(number, number, size, size, (x, y, width, height) => {
        const { position } = openingBounds({ x, y, width, height, maximized: false }, [screen, second])
        if (position === null) return
        const reachable = [screen, second].some(
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

it('has the page’s own colour behind the page', () => {
  const tokens = readFileSync('src/renderer/platform/theme/tokens.css', 'utf8')
  const papers = [...tokens.matchAll(/^ {2}--paper: (#[0-9a-f]{6});/gm)].map((match) => match[1])
  expect([backgroundOf(false), backgroundOf(true)]).toEqual(papers)
})

describe('the window', () => {
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
      isDestroyed: () => false,
      getNormalBounds: () => ({ x: 1, y: 2, width: 900, height: 600 }),
    }
    openWindow(
      (given) => {
        options = given
        return window
      },
      { preload: '/p', icon: '/i', packaged: false, dark: true, os: 'linux' },
      [screen],
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

  it('loads the page, and shows itself when there is something to see', () => {
    const { options, did, emit } = opened()
    expect(options()).toMatchObject({ width: 1280, height: 800, minWidth: 880, minHeight: 560, show: false })
    expect(did).toEqual(['app://bundle/index.html'])
    emit('ready-to-show')
    expect(did.slice(1)).toEqual(['show'])
  })

  it('opens maximized if it was left so', () => {
    const { did, emit } = opened({ x: 0, y: 0, width: 1000, height: 700, maximized: true })
    emit('ready-to-show')
    expect(did.slice(1)).toEqual(['maximize', 'show'])
  })

  it('remembers its place once it rests, and when it closes', () => {
    const { emit, values, timers } = opened()
    const place = { x: 1, y: 2, width: 900, height: 600, maximized: false }
    for (const event of ['move', 'resize', 'move']) emit(event)
    expect([timers.size, values.get('window')]).toEqual([1, undefined])
    for (const run of timers) run()
    expect(values.get('window')).toEqual(place)
    values.delete('window')
    emit('close')
    expect(values.get('window')).toEqual(place)
  })
})
