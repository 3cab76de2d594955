import type { Result } from '../../shared/ipc/result.ts'

/** A call from a page. `id` is the page's own and must be unique on its socket. */
export interface CallFrame {
  readonly id: number
  readonly name: string
  readonly input: unknown
}

/** A frame to a page: the answer to a call, or an event. */
export type PageFrame =
  | { readonly id: number; readonly result: Result<unknown> }
  | { readonly event: string; readonly payload: unknown }

/** Close code of the bridge: the application has restarted, so the page must reload. */
export const reloadCloseCode = 4001

/**
 * Header with the page's secret. Cookies are sent to every port of a host; this header goes to only one. A form or link
 * of another site cannot send it: that needs a CORS preflight, which is refused.
 */
export const secretHeader = 'x-atelier-session'

/**
 * Subprotocol of the bridge's socket. The page's secret follows it in the list of protocols, because a browser's
 * WebSocket cannot send headers.
 */
export const bridgeProtocol = 'atelier'

/** Beginning of the URL fragment with a page's secret. Fragments are not sent to servers. */
export const secretFragment = '#session='

/** The name of an uploaded file, percent-encoded UTF-8. */
export const fileNameHeader = 'x-atelier-name'

/** Largest upload, in bytes. */
export const uploadMaxBytes = 2 * 1024 ** 3

export const bridgePath = '/bridge'
export const importPath = '/import'
/** Path that renews the cookie of a page with a secret; answers 401 after the session has ended. */
export const sessionPath = '/session'
/** The page for a browser without a session. */
export const signedOutPath = '/signed-out'
