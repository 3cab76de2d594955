import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { mediaResponse } from '../media/media-response.ts'
import { Outgoing } from '../media/outgoing.ts'
import type { Clock, Exports } from '../platform.ts'

export const downloadPath = '/download/'

/** Files offered to the page as downloads, each behind a token that is valid for ten minutes. */
export class Downloads implements Exports {
  private readonly outgoing: Outgoing

  constructor(dataFolder: string, clock: Clock) {
    this.outgoing = new Outgoing(dataFolder, clock)
  }

  async saveFile(name: string, write: (path: string) => Promise<void>): ReturnType<Exports['saveFile']> {
    const { token } = await this.outgoing.addOutgoing(name, write)
    return { by: 'page', url: `${downloadPath}${token}`, name }
  }

  async drag(): Promise<void> {
    // the page drags a download link itself, see DownloadURL in the gallery
  }

  /** Answers a request for a download; always as an attachment, never as a page. */
  async respond(request: { readonly method: string; readonly range: string | null }, token: string): Promise<Response> {
    const path = this.outgoing.findOutgoing(token)
    const found = path === null ? null : await stat(path).catch(() => null)
    const file = path === null || found === null ? null : { path, mime: 'application/octet-stream', bytes: found.size }
    const response = await mediaResponse(request, file)
    if (path !== null) {
      // RFC 6266 with the extended form of RFC 8187, because names are often not ASCII
      const name = encodeURIComponent(basename(path)).replace(
        /['()*]/g,
        (sign) => `%${sign.charCodeAt(0).toString(16)}`,
      )
      response.headers.set('content-disposition', `attachment; filename*=UTF-8''${name}`)
      response.headers.set('cache-control', 'no-store')
    }
    return response
  }

  async clear(): Promise<void> {
    this.outgoing.clear()
  }
}
