import type { Result } from '../../shared/ipc/result.ts'

/** What a page sends: a call. `id` is the page's own, and only has to be new on its socket. */
export interface CallFrame {
  readonly id: number
  readonly name: string
  readonly input: unknown
}

/** What a page receives: the answer to a call, or an event. */
export type PageFrame =
  | { readonly id: number; readonly result: Result<unknown> }
  | { readonly event: string; readonly payload: unknown }

/** Close code of the bridge: the application has been started anew, and the page has to be as well. */
export const reloadCloseCode = 4001

/** A header that a form or a plain link of another site cannot send: it would need a CORS preflight, which is refused. */
export const csrfHeader = 'x-atelier'

/** The name of an uploaded file, percent-encoded UTF-8. */
export const fileNameHeader = 'x-atelier-name'

/** The most that one upload may carry, in bytes. */
export const uploadMaxBytes = 2 * 1024 ** 3

export const bridgePath = '/bridge'
export const importPath = '/import'
