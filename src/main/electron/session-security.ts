import type { Session } from 'electron'
import { isPermissionAllowed } from '../security/permissions.ts'

/** Everything that would leave the computer, or read its files, from inside the page. */
export const refusedUrls = ['http://*/*', 'https://*/*', 'ws://*/*', 'wss://*/*', 'ftp://*/*', 'file://*/*']

export type SecuredSession = Pick<
  Session,
  | 'setPermissionRequestHandler'
  | 'setPermissionCheckHandler'
  | 'setDevicePermissionHandler'
  | 'allowNTLMCredentialsForDomains'
> & {
  readonly webRequest: {
    onBeforeRequest(
      filter: { urls: string[] },
      listener: (details: { readonly url: string }, answer: (answer: { cancel: boolean }) => void) => void,
    ): void
  }
}

/**
 * The session that the page runs in (checklist 5, and beyond): permissions from one table, no devices, no network at
 * all. Requests to the gateway run in another session, see gateway-fetch.ts. Both permission handlers are needed:
 * Electron approves whatever has no handler.
 */
export function secureSession(session: SecuredSession): void {
  session.setPermissionRequestHandler((_contents, permission, answer) => answer(isPermissionAllowed(permission)))
  session.setPermissionCheckHandler((_contents, permission) => isPermissionAllowed(permission))
  session.setDevicePermissionHandler(() => false)
  session.allowNTLMCredentialsForDomains('')
  session.webRequest.onBeforeRequest({ urls: refusedUrls }, (_details, answer) => answer({ cancel: true }))
}
