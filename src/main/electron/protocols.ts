import type { Protocol } from 'electron'
import type { App } from '../application.ts'
import type { DevPage } from '../dev-page.ts'
import { mediaResponse } from '../media/media-response.ts'
import { previewDocument } from '../previews/preview-document.ts'
import { securityHeaders } from '../security/csp.ts'
import { readServedFile } from '../security/served-file.ts'
import { appHost, appScheme, isAppUrl, mediaHost, mediaScheme, previewName, previewScheme } from './app-origin.ts'

type Asked = Pick<Request, 'method' | 'url'> & { readonly headers: Pick<Headers, 'get'> }

/**
 * Serves `app:`, `media:` and `preview:`. Call it after ready and before the first window. `dev` serves the page in development.
 */
export function handleProtocols(
  protocol: Pick<Protocol, 'handle'>,
  renderer: string,
  findMedia: App['findMedia'],
  dev?: DevPage,
): void {
  protocol.handle(appScheme, (request) => appResponse(request, renderer, dev))
  protocol.handle(mediaScheme, (request) => libraryResponse(request, findMedia))
  protocol.handle(previewScheme, (request) => previewResponse(request))
}

/** Serves the documents of a preview's frame. */
export async function previewResponse(request: Asked): Promise<Response> {
  if (request.method !== 'GET') return new Response(null, { status: 405 })
  const name = previewName(request.url)
  const served = name === null ? null : await previewDocument(name, 'electron').catch(() => null)
  return served === null ? new Response(null, { status: 404 }) : new Response(served.body, { headers: served.headers })
}

/**
 * Serves a file of the built page with the security headers. Never throws: a throwing handler becomes ERR_UNEXPECTED.
 */
export async function appResponse(request: Asked, renderer: string, dev?: DevPage): Promise<Response> {
  const headers = securityHeaders('electron')
  if (request.method !== 'GET' && request.method !== 'HEAD') return new Response(null, { status: 405, headers })
  if (!isAppUrl(request.url)) return new Response(null, { status: 404, headers })
  const { pathname, search } = new URL(request.url)
  const path = pathname || '/'
  if (dev) return await devResponse(dev, path + search)
  const file = await readServedFile(renderer, path)
  if (file === null) return new Response(null, { status: 404, headers })
  const body = request.method === 'HEAD' ? null : new Uint8Array(file.body)
  return new Response(body, { headers: { ...headers, 'content-type': file.type, 'cache-control': 'no-cache' } })
}

async function devResponse(dev: DevPage, target: string): Promise<Response> {
  const headers = securityHeaders('electron')
  const file = await dev.readPageFile(target).catch(() => null)
  if (file === null) return new Response(null, { status: 404, headers })
  const own = { 'content-security-policy': file.policy, 'content-type': file.type, 'cache-control': 'no-cache' }
  return new Response(new Uint8Array(file.body), { headers: { ...headers, ...own } })
}

/** Serves a library file by id; the URL never contains a path. */
export async function libraryResponse(request: Asked, findMedia: App['findMedia']): Promise<Response> {
  const url = URL.canParse(request.url) ? new URL(request.url) : null
  const id = url?.host === mediaHost && url.search === '' ? url.pathname.slice(1) : ''
  const media = id === '' ? null : findMedia(id)
  const response = await mediaResponse({ method: request.method, range: request.headers.get('range') }, media)
  // only the app's own page may read it
  response.headers.set('access-control-allow-origin', `${appScheme}://${appHost}`)
  response.headers.set('access-control-expose-headers', 'accept-ranges, content-length, content-range')
  return response
}
