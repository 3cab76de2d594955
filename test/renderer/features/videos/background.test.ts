import { describe, expect, it } from 'vitest'
import { endedNote, type WindowState } from '../../../../src/renderer/features/videos/background/ended-note.ts'
import {
  posterSize,
  posterTime,
  wantsPoster,
} from '../../../../src/renderer/features/videos/posters/poster-decisions.ts'
import { file, job, media } from './videos-made.ts'

describe('how it is told that a video ended', () => {
  const inFocus: WindowState = { hidden: false, focused: true, panelShown: false, notifications: true }

  it('is by the system while the window is in the background, whichever panel is open', () => {
    expect(endedNote({ ...inFocus, focused: false })).toBe('system')
    expect(endedNote({ ...inFocus, hidden: true, panelShown: true })).toBe('system')
  })

  it('is by a short message in the window, but not over the panel that shows it anyway', () => {
    expect(endedNote(inFocus)).toBe('toast')
    expect(endedNote({ ...inFocus, panelShown: true })).toBe('none')
  })

  it('is never by the system where the person does not want that', () => {
    const quiet = { ...inFocus, notifications: false }
    expect(endedNote({ ...quiet, focused: false })).toBe('toast')
    expect(endedNote({ ...quiet, hidden: true, focused: false })).toBe('none')
  })
})

describe('a poster', () => {
  const done = job('a', { status: 'done', file })

  it('is made for done videos without one', () => {
    expect(wantsPoster(done, new Set())).toBe(true)
    expect(wantsPoster(job('a', { status: 'downloading' }), new Set())).toBe(false)
    expect(wantsPoster({ ...done, file: { ...file, poster: { ...media, mime: 'image/webp' } } }, new Set())).toBe(false)
  })

  it('is not tried again where the video gave none', () => {
    expect(wantsPoster(done, new Set([media.id]))).toBe(false)
  })

  it('is taken a little after the beginning', () => {
    expect(posterTime(20)).toBe(2)
    expect(posterTime(Number.NaN)).toBe(0)
    expect(posterTime(Number.POSITIVE_INFINITY)).toBe(0)
  })

  it('keeps the proportions, and is no larger than it must be', () => {
    expect(posterSize({ width: 1920, height: 1080 })).toEqual({ width: 640, height: 360 })
    expect(posterSize({ width: 720, height: 1280 })).toEqual({ width: 360, height: 640 })
    expect(posterSize({ width: 320, height: 180 })).toEqual({ width: 320, height: 180 })
  })
})
