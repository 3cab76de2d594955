import type { Certificate, Event, Session } from 'electron'
import type { Log } from '../platform.ts'
import { isCaptureAllowed, isPermissionAllowed } from '../security/permissions.ts'
import { isAppUrl } from './app-origin.ts'

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

/** The part of Electron's App that asks which certificate to show to a server. */
export interface CertificateSource {
  on(
    event: 'select-client-certificate',
    listener: (
      event: Pick<Event, 'preventDefault'>,
      contents: unknown,
      url: string,
      certificates: readonly unknown[],
      answer: (certificate?: Certificate) => void,
    ) => void,
  ): unknown
}

/** Shows no server a certificate of the person's: without a handler Electron sends the first that fits. */
export function refuseCertificates(app: CertificateSource, log: Log): void {
  app.on('select-client-certificate', (event, _contents, _url, _certificates, answer) => {
    event.preventDefault()
    log('warn', 'certificate.refused')
    answer()
  })
}

/** Asks the operating system for the microphone, where it wants to be asked (macOS); false where the person refused. */
export type AskForMicrophone = () => Promise<boolean>

/**
 * The session that the page runs in (checklist 5, and beyond): permissions from one table, the microphone for our own
 * page only, no devices, no network at all. Requests to the gateway run in another session, see gateway-fetch.ts. Both
 * permission handlers are needed: Electron approves whatever has no handler. In development the page may open the dev server's socket,
 * at `devSocket`.
 */
export function secureSession(session: SecuredSession, askForMicrophone: AskForMicrophone, devSocket?: string): void {
  session.setPermissionRequestHandler((_contents, permission, answer, details) => {
    if (permission !== 'media') return answer(isPermissionAllowed(permission))
    const { isMainFrame, requestingUrl } = details
    const media = 'mediaTypes' in details ? (details.mediaTypes ?? []) : []
    if (!isCaptureAllowed({ ownPage: isMainFrame && isAppUrl(requestingUrl), media })) return answer(false)
    askForMicrophone().then(answer, () => answer(false))
  })
  session.setPermissionCheckHandler((_contents, permission, origin, { isMainFrame, mediaType }) => {
    if (permission !== 'media') return isPermissionAllowed(permission)
    return isCaptureAllowed({
      ownPage: isMainFrame && isAppUrl(origin),
      media: mediaType === undefined ? [] : [mediaType],
    })
  })
  session.setDevicePermissionHandler(() => false)
  session.allowNTLMCredentialsForDomains('')
  session.webRequest.onBeforeRequest({ urls: refusedUrls }, ({ url }, answer) => {
    answer({ cancel: devSocket === undefined || !url.startsWith(`${devSocket}/`) })
  })
}
