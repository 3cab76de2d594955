import type { Certificate, Event, Session } from 'electron'
import type { Log } from '../platform.ts'
import { isCaptureAllowed, isPermissionAllowed } from '../security/permissions.ts'
import { isAppUrl, previewScheme } from './app-origin.ts'

/** URLs that would leave the computer or read its files from inside the page. */
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

/** The part of Electron's App that selects a client certificate for a server. */
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

/** Refuses to send a client certificate: without a handler Electron sends the first matching one. */
export function refuseCertificates(app: CertificateSource, log: Log): void {
  app.on('select-client-certificate', (event, _contents, _url, _certificates, answer) => {
    event.preventDefault()
    log('warn', 'certificate.refused')
    answer()
  })
}

/** Returns true for a URL of a preview's frame, which gets no permissions. */
function isPreview(url: string | undefined): boolean {
  return url?.startsWith(`${previewScheme}:`) === true
}

/** Asks macOS for the microphone; false when the user refused. Other systems need no question. */
export type AskForMicrophone = () => Promise<boolean>

/**
 * Secures the page's session (Electron's security checklist, 5, and beyond): one table of permissions, microphone only
 * for our own page, no devices, no network. Gateway requests run in another session, see gateway-fetch.ts. Both
 * permission handlers are needed: Electron approves anything without a handler. In development the page may open the
 * dev server's socket at `devSocket`.
 */
export function secureSession(session: SecuredSession, askForMicrophone: AskForMicrophone, devSocket?: string): void {
  session.setPermissionRequestHandler((_contents, permission, answer, details) => {
    const { isMainFrame, requestingUrl } = details
    if (isPreview(requestingUrl)) return answer(false)
    if (permission !== 'media') return answer(isPermissionAllowed(permission))
    const media = 'mediaTypes' in details ? (details.mediaTypes ?? []) : []
    if (!isCaptureAllowed({ ownPage: isMainFrame && isAppUrl(requestingUrl), media })) return answer(false)
    askForMicrophone().then(answer, () => answer(false))
  })
  session.setPermissionCheckHandler((_contents, permission, origin, { isMainFrame, mediaType, requestingUrl }) => {
    if (isPreview(origin) || isPreview(requestingUrl)) return false
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
