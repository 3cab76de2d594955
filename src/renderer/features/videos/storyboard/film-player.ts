import type { Playback, PlayerState } from '../view/video-player.ts'
import { type Clip, placeAt, startsOf } from './film-time.ts'

/** State of a film that is played. */
export interface FilmState extends Pick<PlayerState, 'duration' | 'muted' | 'playing' | 'time'> {
  /** Index of the shown clip. */
  readonly index: number
}

type Side = 0 | 1

const other = (side: Side): Side => (side === 0 ? 1 : 0)

/**
 * Plays clips one after another through two elements: while one plays, the other already has the next clip. A clip that
 * cannot be played is skipped. The shown element has `data-shown`.
 */
export class FilmPlayer implements Playback {
  private readonly elements: readonly [HTMLVideoElement, HTMLVideoElement]
  private readonly clips: readonly Clip[]
  private readonly starts: readonly number[]
  private readonly listeners = new Set<() => void>()
  private readonly undone = new AbortController()
  private current: FilmState
  private side: Side = 0
  /** Index of the clip in each element; -1 for none. */
  private loaded: readonly [number, number] = [-1, -1]
  /** Counts the requests to show a clip, because only the last one counts. */
  private requests = 0
  private callback = 0

  constructor(elements: readonly [HTMLVideoElement, HTMLVideoElement], clips: readonly Clip[], first = 0) {
    this.elements = elements
    this.clips = clips
    this.starts = startsOf(clips)
    const index = Math.min(Math.max(0, first), Math.max(0, clips.length - 1))
    const time = this.starts[index] ?? 0
    this.current = { index, time, duration: this.starts.at(-1) ?? 0, playing: false, muted: elements[0].muted }
    for (const side of [0, 1] as const) this.listen(side)
    void this.showClip(index, 0)
  }

  readonly state = (): FilmState => this.current

  /** Calls `listener` after every change; returns its undo. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  /** Plays or pauses; after the end, plays from the beginning. */
  toggle(): void {
    const { duration, playing, time } = this.current
    if (playing) {
      this.change({ playing: false })
      this.elements[this.side].pause()
      return
    }
    this.change({ playing: true })
    if (time >= duration - 0.05) this.seek(0)
    else this.play()
  }

  /** Plays from the beginning of a clip. */
  playFrom(index: number): void {
    this.change({ playing: true })
    void this.showClip(index, 0)
  }

  /** Shows another clip. Playback continues if it was running. */
  step(by: 1 | -1): void {
    const index = this.current.index + by
    if (index >= 0 && index < this.clips.length) void this.showClip(index, 0)
  }

  /** Seeks to a time of the film, in seconds. */
  seek(time: number): void {
    const { index, at } = placeAt(this.starts, time)
    this.change({ time: (this.starts[index] ?? 0) + at })
    void this.showClip(index, at)
  }

  skip(seconds: number): void {
    this.seek(this.current.time + seconds)
  }

  toggleMuted(): void {
    const muted = !this.current.muted
    for (const element of this.elements) element.muted = muted
    this.change({ muted })
  }

  /** Stops and releases the elements. */
  close(): void {
    this.undone.abort()
    for (const element of this.elements) {
      element.pause()
      element.cancelVideoFrameCallback(this.callback)
      element.removeAttribute('src')
      element.load()
      delete element.dataset.shown
    }
  }

  private listen(side: Side): void {
    const element = this.elements[side]
    const { signal } = this.undone
    const on = (name: keyof HTMLMediaElementEventMap, run: () => void): void =>
      element.addEventListener(name, () => side === this.side && run(), { signal })
    on('ended', () => this.goOn())
    on('seeked', () => this.tellTime())
    on('error', () => this.goOn())
    // by a media key, or because the system needs the sound
    on('pause', () => {
      if (!element.ended && element.readyState >= 2) this.change({ playing: false })
    })
  }

  /** Shows the next clip after the end of one, or ends. */
  private goOn(): void {
    const next = this.current.index + 1
    if (next < this.clips.length) void this.showClip(next, 0)
    else this.change({ playing: false, time: this.current.duration })
  }

  private async showClip(index: number, at: number): Promise<void> {
    this.requests += 1
    const request = this.requests
    const side = this.loaded[this.side] === index ? this.side : other(this.side)
    this.load(side, index)
    const isReady = await this.readyIn(side)
    if (request !== this.requests || this.undone.signal.aborted) return
    const before = this.elements[this.side]
    const element = this.elements[side]
    this.side = side
    element.dataset.shown = ''
    if (before !== element) {
      before.pause()
      delete before.dataset.shown
    }
    this.change({ index, time: (this.starts[index] ?? 0) + at })
    if (!isReady) {
      if (this.current.playing) this.goOn()
      return
    }
    if (Math.abs(element.currentTime - at) > 0.001) element.currentTime = at
    this.watchFrames(element)
    if (this.current.playing) this.play()
    if (index + 1 < this.clips.length) this.load(other(side), index + 1)
  }

  private load(side: Side, index: number): void {
    const clip = this.clips[index]
    if (this.loaded[side] === index || clip === undefined) return
    this.loaded = side === 0 ? [index, this.loaded[1]] : [this.loaded[0], index]
    this.elements[side].src = clip.url
  }

  /** Resolves to true when an element has its first frame; false if it cannot be played. */
  private async readyIn(side: Side): Promise<boolean> {
    const element = this.elements[side]
    if (element.error !== null) return false
    if (element.readyState >= 2) return true
    return await new Promise((resolve) => {
      const done = new AbortController()
      const { signal } = done
      const end = (isReady: boolean) => () => {
        done.abort()
        resolve(isReady)
      }
      element.addEventListener('loadeddata', end(true), { signal })
      element.addEventListener('error', end(false), { signal })
      this.undone.signal.addEventListener('abort', end(false), { signal })
    })
  }

  private play(): void {
    // a refusal is reported by the error event
    this.elements[this.side].play().catch(() => undefined)
  }

  private tellTime(): void {
    const { index } = this.current
    const [begin = 0, end = 0] = [this.starts[index], this.starts[index + 1]]
    this.change({ time: Math.min(end, begin + this.elements[this.side].currentTime) })
  }

  private watchFrames(element: HTMLVideoElement): void {
    element.cancelVideoFrameCallback(this.callback)
    this.callback = element.requestVideoFrameCallback(() => {
      if (this.elements[this.side] !== element || this.undone.signal.aborted) return
      if (!element.paused) this.tellTime()
      this.watchFrames(element)
    })
  }

  private change(change: Partial<FilmState>): void {
    this.current = { ...this.current, ...change }
    for (const listener of this.listeners) listener()
  }
}
