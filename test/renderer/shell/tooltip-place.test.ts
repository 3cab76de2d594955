import { expect, test } from 'vitest'
import { tooltipPlace } from '../../../src/renderer/shell/tooltip-place.ts'

const view = { width: 800, height: 600 }
const tooltip = { width: 100, height: 24 }

test('a tooltip is centred below its control', () => {
  expect(tooltipPlace({ left: 200, top: 100, width: 30, height: 30 }, tooltip, view)).toEqual({ left: 165, top: 136 })
})

test('a tooltip is above its control at the bottom of the window, and stays inside at its sides', () => {
  expect(tooltipPlace({ left: 780, top: 570, width: 20, height: 20 }, tooltip, view)).toEqual({ left: 694, top: 540 })
  expect(tooltipPlace({ left: 0, top: 0, width: 20, height: 20 }, tooltip, view).left).toBe(6)
})
