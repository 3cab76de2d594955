import { writeFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import { AppFailure, appError } from '../../shared/errors.ts'
import type { Clock, Printer } from '../platform.ts'
import type { PrintSession, ShellHost } from './shell-host.ts'

/** Longest time for a page, in ms. */
const printMs = 120_000
/** Partition of the print session, which lives in memory: it has no `persist:`. */
const partition = 'atelier-print'

export interface WindowPrinterParts {
  readonly host: Pick<ShellHost, 'BrowserWindow' | 'session'>
  readonly clock: Pick<Clock, 'after'>
}

/**
 * Creates a printer with a hidden, sandboxed window: no scripts, no preload, no permissions, and a session that loads
 * only the page's file.
 */
export function createWindowPrinter({ host, clock }: WindowPrinterParts): Printer {
  return {
    async pdf(page, to, signal) {
      signal.throwIfAborted()
      const url = pathToFileURL(page).href
      closeSession(host.session.fromPartition(partition, { cache: false }), url)
      const window = new host.BrowserWindow({
        show: false,
        width: 900,
        height: 1200,
        webPreferences: {
          partition,
          javascript: false,
          sandbox: true,
          contextIsolation: true,
          nodeIntegration: false,
          webviewTag: false,
          devTools: false,
          spellcheck: false,
        },
      })
      const { promise: broken, reject } = Promise.withResolvers<never>()
      broken.catch(() => undefined)
      const onAbort = (): void => reject(signal.reason)
      const stopWaiting = clock.after(printMs, () => reject(failed('printing took too long')))
      signal.addEventListener('abort', onAbort)
      window.webContents.on('render-process-gone', (_event, { reason }) => reject(failed(`the page is ${reason}`)))
      try {
        const loaded = window.loadURL(url).catch((cause: unknown) => {
          throw failed(String(cause))
        })
        await Promise.race([loaded, broken])
        const options = {
          printBackground: true,
          preferCSSPageSize: true,
          pageSize: 'A4',
          generateTaggedPDF: true,
        } as const
        const printed = window.webContents.printToPDF(options).catch((cause: unknown) => {
          throw failed(String(cause))
        })
        await writeFile(to, await Promise.race([printed, broken]), { flag: 'wx', mode: 0o600 })
      } finally {
        stopWaiting()
        signal.removeEventListener('abort', onAbort)
        if (!window.isDestroyed()) window.destroy()
      }
    },
  }
}

/** Refuses every request but the one for `url`, and every permission. */
function closeSession(session: PrintSession, url: string): void {
  session.setPermissionRequestHandler((_contents, _permission, answer) => answer(false))
  session.setPermissionCheckHandler(() => false)
  session.setDevicePermissionHandler(() => false)
  session.webRequest.onBeforeRequest({ urls: ['<all_urls>'] }, (details, answer) => {
    // a data URL is inside the file
    answer({ cancel: details.url !== url && !details.url.startsWith('data:') })
  })
}

function failed(detail: string): AppFailure {
  return new AppFailure(appError('print_failed', detail))
}
