import { describe, expect, it } from 'vitest'
import { endedNote, type WindowState } from '../../../../src/renderer/features/videos/background/ended-note.ts'
import {
  posterSize,
  posterTime,
  wantsPoster,
} from '../../../../src/renderer/features/videos/posters/poster-decisions.ts'
import { file, job, media } from './videos-made.ts'

describe('the announcement that a video ended', () => {
  const inFocus: WindowState = { hidden: false, focused: true, panelShown: false, notifications: true }

  it('the end is a system notification while the window is in the background, whichever panel is open', () => {
    expect(endedNote({ ...inFocus, focused: false })).toBe('system')
    expect(endedNote({ ...inFocus, hidden: true, panelShown: true })).toBe('system')
  })

  it('the end is a short message in the window, but not over its own panel', () => {
    expect(endedNote(inFocus)).toBe('toast')
    expect(endedNote({ ...inFocus, panelShown: true })).toBe('none')
  })

  it('the end is never a system notification if the user turned them off', () => {
    const quiet = { ...inFocus, notifications: false }
    expect(endedNote({ ...quiet, focused: false })).toBe('toast')
    expect(endedNote({ ...quiet, hidden: true, focused: false })).toBe('none')
  })
})

describe('a poster of a video', () => {
  const done = job('a', { status: 'done', file })

  it('a poster is made for finished videos without one', () => {
    expect(wantsPoster(done, new Set())).toBe(true)
    expect(wantsPoster(job('a', { status: 'downloading' }), new Set())).toBe(false)
    expect(wantsPoster({ ...done, file: { ...file, poster: { ...media, mime: 'image/webp' } } }, new Set())).toBe(false)
  })

  it('a poster is not tried again if the video gave none', () => {
    expect(wantsPoster(done, new Set([media.id]))).toBe(false)
  })

  it('a poster is captured a little after the beginning', () => {
    expect(posterTime(20)).toBe(2)
    expect(posterTime(Number.NaN)).toBe(0)
    expect(posterTime(Number.POSITIVE_INFINITY)).toBe(0)
  })

  it('a poster keeps the proportions, and is no larger than needed', () => {
    expect(posterSize({ width: 1920, height: 1080 })).toEqual({ width: 640, height: 360 })
    expect(posterSize({ width: 720, height: 1280 })).toEqual({ width: 360, height: 640 })
    expect(posterSize({ width: 320, height: 180 })).toEqual({ width: 320, height: 180 })
  })
})
