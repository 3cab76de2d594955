import type { Result } from './result.ts'

/**
 * What both shells put on `window.bridge`. Untyped by name on purpose: the preload must stay tiny and free of
 * dependencies, so `renderer/platform/bridge/client.ts` adds the contract's types and main parses every payload.
 */
export interface Bridge {
  call(name: string, input: unknown): Promise<Result<unknown>>
  /** Returns its undo. The listener gets the payload only, never the event. */
  on(name: string, listener: (payload: unknown) => void): () => void
  /**
   * Hands a dropped, pasted or chosen file to main and returns a token that stands for it, for some minutes.
   * In Electron a file with a path goes by path, and the page never sees it; otherwise the bytes are sent.
   */
  importDropped(file: BridgeFile): Promise<Result<{ readonly token: string }>>
  /** Tells whether main can be reached; called at once and at every change. Returns its undo. Electron is always connected. */
  onConnection(listener: (connected: boolean) => void): () => void
}

/** The part of the DOM's `File` that the bridge needs; spelled out because shared code knows no DOM. */
export interface BridgeFile {
  readonly name: string
  readonly size: number
  readonly type: string
  arrayBuffer(): Promise<ArrayBuffer>
}
