import { drawnUrlMax } from '../../../shared/preview-limits.ts'

/** A text to draw, within a box in CSS px. */
export interface DrawingRequest {
  readonly kind: 'svg' | 'diagram'
  readonly text: string
  /** True if a diagram is drawn for a dark background. */
  readonly isDark: boolean
  readonly width: number
  readonly height: number
  /** Device pixels per CSS px. */
  readonly scale: number
}

/** A drawing as a PNG in a data URL, with its size in CSS px; or the reason why there is none. */
export type Drawing =
  | { readonly ok: true; readonly url: string; readonly width: number; readonly height: number }
  | { readonly ok: false; readonly reason: string }

/** Time limit for a frame to become ready or to draw, in ms. */
export const drawingPatienceMs = 15_000
/** Time after which an unused frame is removed, in ms. */
const idleMs = 30_000

interface Waiting {
  readonly request: DrawingRequest
  readonly done: (drawing: Drawing | null) => void
}

interface Frame {
  readonly host: HTMLElement
  readonly port: MessagePort
}

/**
 * Draws texts of models one after another in hidden frames, one for each kind, which have a process of their own. A text
 * that takes too long ends the frames and not the page; the next one gets new frames.
 */
export class DrawingFrames {
  readonly #urlOf: (kind: DrawingRequest['kind']) => string
  readonly #waiting: Waiting[] = []
  readonly #frames = new Map<DrawingRequest['kind'], Frame>()
  #isBusy = false
  #idle: ReturnType<typeof setTimeout> | undefined

  /** `urlOf` returns the address of the document that draws a kind. */
  constructor(urlOf: (kind: DrawingRequest['kind']) => string) {
    this.#urlOf = urlOf
  }

  /** Resolves when the text is drawn, or cannot be; to null if no frame could be had. */
  async draw(request: DrawingRequest): Promise<Drawing | null> {
    return await new Promise((done) => {
      this.#waiting.push({ request, done })
      void this.#next()
    })
  }

  close(): void {
    clearTimeout(this.#idle)
    for (const { host, port } of this.#frames.values()) {
      port.close()
      host.remove()
    }
    this.#frames.clear()
  }

  async #next(): Promise<void> {
    if (this.#isBusy) return
    const waiting = this.#waiting.shift()
    if (waiting === undefined) {
      this.#idle = setTimeout(() => this.close(), idleMs)
      return
    }
    clearTimeout(this.#idle)
    this.#isBusy = true
    waiting.done(await this.#drawn(waiting.request))
    this.#isBusy = false
    void this.#next()
  }

  async #drawn(request: DrawingRequest): Promise<Drawing | null> {
    const frame = this.#frames.get(request.kind) ?? (await openFrame(this.#urlOf(request.kind)))
    if (frame === null) return null
    this.#frames.set(request.kind, frame)
    const { port } = frame
    const id = crypto.randomUUID()
    const drawing = await within<Drawing>((settle) => {
      port.onmessage = ({ data }) => {
        const drawn = readDrawing(data, id)
        if (drawn !== null) settle(drawn)
      }
      port.postMessage({ id, ...request })
    })
    // all frames share the process that does not answer
    if (drawing === null) this.close()
    return drawing ?? { ok: false, reason: '' }
  }
}

/** Resolves to the result of `begin`; null after the time limit. */
async function within<T>(begin: (settle: (value: T) => void) => void): Promise<T | null> {
  return await new Promise((resolve) => {
    const timer = setTimeout(() => resolve(null), drawingPatienceMs)
    begin((value) => {
      clearTimeout(timer)
      resolve(value)
    })
  })
}

/** Opens a frame that lays out its content without showing it; null if it does not become ready. */
async function openFrame(url: string): Promise<Frame | null> {
  const host = document.createElement('div')
  host.inert = true
  host.ariaHidden = 'true'
  // without a layout, Mermaid measures nothing
  Object.assign(host.style, { position: 'fixed', left: '0', top: '0', width: '0', height: '0', overflow: 'hidden' })
  const frame = document.createElement('iframe')
  frame.setAttribute('sandbox', 'allow-scripts')
  frame.allow = ''
  frame.referrerPolicy = 'no-referrer'
  frame.tabIndex = -1
  Object.assign(frame.style, { width: '1200px', height: '900px', border: '0', visibility: 'hidden' })
  frame.src = url
  // in a tree of its own, because styles and selectors for frames mean the preview
  host.attachShadow({ mode: 'closed' }).append(frame)
  document.body.append(host)
  const { port1: port, port2: theirs } = new MessageChannel()
  const isReady = await within<boolean>((settle) => {
    const onMessage = ({ source }: MessageEvent) => {
      if (source === null || source !== frame.contentWindow) return
      window.removeEventListener('message', onMessage)
      // the frame has no origin that could be named
      frame.contentWindow?.postMessage(null, '*', [theirs])
    }
    window.addEventListener('message', onMessage)
    port.onmessage = () => settle(true)
  })
  if (isReady === true) return { host, port }
  port.close()
  host.remove()
  return null
}

/** Parses the answer to a request; null for any other message. */
export function readDrawing(data: unknown, id: string): Drawing | null {
  if (typeof data !== 'object' || data === null || !('id' in data) || data.id !== id) return null
  if ('reason' in data) return { ok: false, reason: typeof data.reason === 'string' ? data.reason.slice(0, 600) : '' }
  const picture = 'picture' in data ? data.picture : null
  const width = 'width' in data ? data.width : null
  const height = 'height' in data ? data.height : null
  const isPicture =
    typeof picture === 'string' && picture.length <= drawnUrlMax && picture.startsWith('data:image/png;base64,')
  if (!isPicture || !isLength(width) || !isLength(height)) return { ok: false, reason: '' }
  return { ok: true, url: picture, width, height }
}

function isLength(value: unknown): value is number {
  return typeof value === 'number' && value >= 1 && value <= 10_000
}
