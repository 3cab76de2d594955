import { create } from 'zustand'
import type { TranscriptSegment } from '../../../../shared/transcript.ts'
import { type PlaceInText, placeAt, type TimeIndex, timeIndex } from './place-in-text.ts'

export const rates = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2] as const

export interface PlayState {
  /** Position in ms. */
  readonly time: number
  /** Length in ms; 0 until it is known. */
  readonly duration: number
  readonly playing: boolean
  readonly rate: number
  /** The playing segment and word, so that only its row renders. */
  readonly place: PlaceInText | null
  /** True if the recording cannot be played here. */
  readonly failed: boolean
  /** True if the recording is a video. */
  readonly pictures: boolean
  /** True if the text scrolls with playback. */
  readonly following: boolean
}

const atRest = { time: 0, playing: false, place: null, failed: false, pictures: false, following: true } as const

/** Playback state. It changes every frame, so never select all of it. */
export const usePlay = create<PlayState>(() => ({ ...atRest, duration: 0, rate: 1 }))

let element: HTMLMediaElement | null = null
let index: TimeIndex = timeIndex([])
let ticking = 0

function samePlace(a: PlaceInText | null, b: PlaceInText | null): boolean {
  return a === b || (a !== null && b !== null && a.segmentId === b.segmentId && a.word === b.word)
}

function showTime(ms: number): void {
  const place = placeAt(index, ms)
  usePlay.setState((state) => ({ time: ms, place: samePlace(place, state.place) ? state.place : place }))
}

function tick(): void {
  if (element === null) return
  showTime(element.currentTime * 1000)
  ticking = element.paused ? 0 : requestAnimationFrame(tick)
}

/** Runs when a recording is attached; returns true when it is done. */
let awaited: (() => boolean) | null = null

/** Runs `run` at once, and again with each recording that is attached, until it returns true. The last call wins. */
export function onPlayer(run: () => boolean): void {
  awaited = element !== null && run() ? null : run
}

/** Sets the segments in which playback is followed. */
export function followSegments(segments: readonly TranscriptSegment[]): void {
  index = timeIndex(segments)
  showTime(usePlay.getState().time)
}

/** Attaches the player to an element; `duration` is the known length in ms. Returns its undo. */
export function attachPlayer(media: HTMLMediaElement, duration: number | null): () => void {
  element = media
  usePlay.setState({ ...atRest, duration: duration ?? 0 })
  media.playbackRate = usePlay.getState().rate
  media.preservesPitch = true
  const listeners: Readonly<Record<string, () => void>> = {
    play: () => {
      usePlay.setState({ playing: true })
      if (ticking === 0) ticking = requestAnimationFrame(tick)
    },
    pause: () => usePlay.setState({ playing: false }),
    ended: () => usePlay.setState({ playing: false }),
    seeked: () => showTime(media.currentTime * 1000),
    error: () => usePlay.setState({ failed: true, playing: false }),
    loadedmetadata: () => {
      const pictures = media instanceof HTMLVideoElement && media.videoWidth > 0
      const known = Number.isFinite(media.duration) ? media.duration * 1000 : 0
      usePlay.setState((state) => ({ pictures, duration: state.duration > 0 ? state.duration : known }))
      media.playbackRate = usePlay.getState().rate
    },
  }
  for (const [name, listener] of Object.entries(listeners)) media.addEventListener(name, listener)
  if (awaited?.() === true) awaited = null
  return () => {
    for (const [name, listener] of Object.entries(listeners)) media.removeEventListener(name, listener)
    media.pause()
    if (ticking !== 0) cancelAnimationFrame(ticking)
    ticking = 0
    if (element === media) element = null
    usePlay.setState({ ...atRest, duration: 0 })
  }
}

/** Retries reading a recording that could not be played. */
export function lookAgain(): void {
  usePlay.setState({ failed: false })
  element?.load()
}

export function togglePlay(): void {
  if (element === null) return
  if (element.paused) {
    usePlay.setState({ following: true })
    // a refusal is reported by the error event
    element.play().catch(() => undefined)
  } else element.pause()
}

/** Seeks to a time, in ms. */
export function seekTo(ms: number): void {
  if (element === null) return
  const { duration } = usePlay.getState()
  const time = Math.max(0, duration > 0 ? Math.min(ms, duration) : ms)
  element.currentTime = time / 1000
  usePlay.setState({ following: true })
  showTime(time)
}

/** Plays from a time, in ms. */
export function playFrom(ms: number): void {
  if (element === null) return
  seekTo(ms)
  // a refusal is reported by the error event
  element.play().catch(() => undefined)
}

/** Skips forward or back by ms. */
export function skipBy(ms: number): void {
  if (element !== null) seekTo(element.currentTime * 1000 + ms)
}

export function setRate(rate: number): void {
  usePlay.setState({ rate })
  if (element !== null) element.playbackRate = rate
}

/** Changes the speed one step up (1) or down (-1). */
export function stepRate(by: 1 | -1): void {
  const at = rates.findIndex((rate) => Math.abs(rate - usePlay.getState().rate) < 0.01)
  const next = rates[at + by]
  if (next !== undefined) setRate(next)
}
