import { frameLength, soughtTime, steppedRate, steppedTime, withSample } from './frame-stepping.ts'

/** The part of a player that its common controls use. */
export type Playback = Pick<VideoPlayer, 'seek' | 'skip' | 'subscribe' | 'toggle' | 'toggleMuted'> & {
  readonly state: () => Pick<PlayerState, 'duration' | 'muted' | 'playing' | 'time'>
}

export interface PlayerState {
  /** Position in seconds. */
  readonly time: number
  /** Length in seconds; 0 until it is known. */
  readonly duration: number
  readonly playing: boolean
  readonly rate: number
  readonly loop: boolean
  readonly muted: boolean
  /** True if the video cannot be played here. */
  readonly failed: boolean
}

// choices for one video apply to the next
let chosen = { rate: 1, loop: false, muted: false }

/** Plays one video through an element. Reports changes at most once a frame. */
export class VideoPlayer {
  readonly element: HTMLVideoElement
  private current: PlayerState
  private readonly listeners = new Set<() => void>()
  private readonly undone = new AbortController()
  private samples: readonly number[] = []
  private shown: { readonly mediaTime: number; readonly presented: number } | null = null
  private callback = 0

  constructor(element: HTMLVideoElement, duration: number) {
    this.element = element
    this.current = { time: 0, duration, playing: false, failed: false, ...chosen }
    element.playbackRate = chosen.rate
    element.preservesPitch = true
    element.loop = chosen.loop
    element.muted = chosen.muted
    const { signal } = this.undone
    const on = (name: keyof HTMLMediaElementEventMap, run: () => void) =>
      element.addEventListener(name, run, { signal })
    on('play', () => this.change({ playing: true }))
    on('pause', () => this.change({ playing: false }))
    on('ended', () => this.change({ playing: false, time: element.currentTime }))
    on('seeking', () => this.change({ time: element.currentTime }))
    on('seeked', () => this.change({ time: element.currentTime }))
    on('error', () => this.change({ failed: true, playing: false }))
    on('loadedmetadata', () => {
      element.playbackRate = this.current.rate
      if (Number.isFinite(element.duration)) this.change({ duration: element.duration })
    })
    this.watchFrames()
  }

  readonly state = (): PlayerState => this.current

  /** Calls `listener` after every change; returns its undo. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  toggle(): void {
    // a refusal is reported by the error event
    if (this.element.paused) this.element.play().catch(() => undefined)
    else this.element.pause()
  }

  /** Seeks to a time, in seconds. */
  seek(time: number): void {
    this.element.currentTime = soughtTime(time, this.current.duration)
  }

  skip(seconds: number): void {
    this.seek(this.element.currentTime + seconds)
  }

  /** Shows the next frame, or the previous one. */
  stepFrame(by: 1 | -1): void {
    this.element.pause()
    this.element.currentTime = soughtTime(
      steppedTime(this.element.currentTime, by, frameLength(this.samples), this.current.duration),
      this.current.duration,
    )
  }

  setRate(rate: number): void {
    this.element.playbackRate = rate
    this.choose({ rate })
  }

  stepRate(by: 1 | -1): void {
    this.setRate(steppedRate(this.current.rate, by))
  }

  toggleLoop(): void {
    this.element.loop = !this.current.loop
    this.choose({ loop: this.element.loop })
  }

  toggleMuted(): void {
    this.element.muted = !this.current.muted
    this.choose({ muted: this.element.muted })
  }

  /** Stops and releases the element. */
  close(): void {
    this.undone.abort()
    this.element.pause()
    this.element.cancelVideoFrameCallback(this.callback)
  }

  private choose(change: Partial<typeof chosen>): void {
    chosen = { ...chosen, ...change }
    this.change(change)
  }

  private change(change: Partial<PlayerState>): void {
    this.current = { ...this.current, ...change }
    for (const listener of this.listeners) listener()
  }

  /** Observes every displayed frame, to know the position and the frame length. */
  private watchFrames(): void {
    this.callback = this.element.requestVideoFrameCallback((_now, { mediaTime, presentedFrames }) => {
      const before = this.shown
      if (before !== null && presentedFrames === before.presented + 1 && !this.element.paused) {
        this.samples = withSample(this.samples, mediaTime - before.mediaTime)
      }
      this.shown = { mediaTime, presented: presentedFrames }
      if (!this.element.paused) this.change({ time: this.element.currentTime })
      this.watchFrames()
    })
  }
}
