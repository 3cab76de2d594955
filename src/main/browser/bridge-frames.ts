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

/** Close code of the bridge: the application has been started anew, and the page has to be as well. */
export const reloadCloseCode = 4001

/**
 * The page's secret, where a page can send headers. Cookies go to every port of a host, this goes to one. A form or a
 * link of another site cannot send it: that would need a CORS preflight, which is refused.
 */
export const secretHeader = 'x-atelier-session'

/** The subprotocol of the bridge's socket. The page names its secret beside it, as a socket takes no headers. */
export const bridgeProtocol = 'atelier'

/** Begins the fragment of the address that hands a page its secret. Fragments are not sent to servers. */
export const secretFragment = '#session='

/** The name of an uploaded file, percent-encoded UTF-8. */
export const fileNameHeader = 'x-atelier-name'

/** The most that one upload may carry, in bytes. */
export const uploadMaxBytes = 2 * 1024 ** 3

export const bridgePath = '/bridge'
export const importPath = '/import'
/** Gives a page with a secret its cookie again; answers 401 where the session is over. */
export const sessionPath = '/session'
/** The page for a browser without a session. */
export const signedOutPath = '/signed-out'
