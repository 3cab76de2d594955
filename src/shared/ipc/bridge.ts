import type { Result } from './result.ts'

/**
 * The object both shells put on `window.bridge`. Call names are untyped, because the preload must stay free of
 * dependencies: `renderer/platform/bridge/client.ts` adds the contract's types, and main parses every payload.
 */
export interface Bridge {
  call(name: string, input: unknown): Promise<Result<unknown>>
  /**
   * Subscribes to an event. Returns the function that unsubscribes. The listener receives only the payload, never
   * Electron's event.
   */
  on(name: string, listener: (payload: unknown) => void): () => void
  /**
   * Passes a dropped, pasted or chosen file to main. Resolves to a token for it, valid for some minutes. Electron
   * passes a path that the page never sees; otherwise the bytes are sent.
   */
  importDropped(file: BridgeFile): Promise<Result<{ readonly token: string }>>
  /**
   * Reports whether main can be reached, immediately and at every change. Returns the function that unsubscribes.
   * Electron is always connected.
   */
  onConnection(listener: (connected: boolean) => void): () => void
}

/** The part of the DOM's `File` that the bridge needs; spelled out because shared code knows no DOM. */
export interface BridgeFile {
  readonly name: string
  readonly size: number
  readonly type: string
  arrayBuffer(): Promise<ArrayBuffer>
}
