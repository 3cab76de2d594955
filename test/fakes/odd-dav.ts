import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import type { Clock } from '../../src/main/platform.ts'

/** How a server differs from the standard. */
export interface DavHabits {
  /** Answer to every MOVE; `host` refuses a Destination with a host, `lies` says 201 and does nothing. */
  readonly move?: number | 'host' | 'lies'
  /** Answer to a PROPFIND of something missing. `inner` is a 207 with the status inside, `bare` one in its propstat. */
  readonly missing?: number | 'inner' | 'bare'
  /** Time until a PROPFIND, HEAD and GET know about an upload, and a PROPFIND about a folder. */
  readonly lagMs?: number
  /** Status of an upload that is accepted. */
  readonly put?: number
  /** Answer to uploads whose name ends with `.part`; `vanish` accepts them and keeps nothing. */
  readonly part?: number | 'vanish'
  /** Answer to uploads under any other name. */
  readonly whole?: number
  /** Room for all files, in bytes. */
  readonly room?: number
  /** Leaves lengths out of listings. */
  readonly noLengths?: boolean
  /** Answer to HEAD; `empty` states a length of 0. */
  readonly head?: number | 'empty'
  /** Answers in the server's place; null leaves a request to it. */
  readonly instead?: (method: string, path: string) => number | null
  /** Status of a folder that was made. */
  readonly made?: number
  /** Writes an href. */
  readonly href?: (path: string) => string
  /** Changes a whole listing. */
  readonly listing?: (xml: string) => string
  /** Compresses every body that it sends. */
  readonly gzip?: boolean
  /** Answers 301 to a folder with a slash, or to MKCOL of one that exists. */
  readonly redirects?: 'slash' | 'existing'
  /** Answer to DELETE of something missing. */
  readonly gone?: number
  /** Address that GET and HEAD of a file lead to, as in AList; null sends the file itself. */
  readonly link?: (path: string) => string | null
}

export interface OddDav {
  /** Address of its folder; ends with a slash. */
  readonly address: string
  /** Files by path. */
  readonly files: ReadonlyMap<string, Buffer>
  /** Requests in order, as `METHOD path`. */
  readonly asked: string[]
  /** Headers of the last request of a method. */
  readonly headers: ReadonlyMap<string, IncomingMessage['headers']>
  habits: DavHabits
  close(): Promise<void>
}

/** A small WebDAV server on loopback with odd habits. Its folder `/dav/` exists. */
export async function startOddDav(first: DavHabits, clock: Pick<Clock, 'now'>): Promise<OddDav> {
  const files = new Map<string, Buffer>()
  const folders = new Set(['/dav'])
  const shownAt = new Map<string, number>()
  const asked: string[] = []
  const headers = new Map<string, IncomingMessage['headers']>()
  const shown = (path: string): boolean => (shownAt.get(path) ?? 0) <= clock.now()
  const parentOf = (path: string): string => path.slice(0, path.lastIndexOf('/'))

  function entry(path: string): string {
    const { href = (own: string) => own, noLengths = false } = odd.habits
    const file = files.get(path)
    const kind = file === undefined ? '<D:resourcetype><D:collection/></D:resourcetype>' : '<D:resourcetype/>'
    const length = file === undefined || noLengths ? '' : `<D:getcontentlength>${file.length}</D:getcontentlength>`
    const lacking = '<D:propstat><D:prop><D:x/></D:prop><D:status>HTTP/1.1 404 Not Found</D:status></D:propstat>'
    const found = `<D:propstat><D:prop>${kind}${length}</D:prop><D:status>HTTP/1.1 200 OK</D:status></D:propstat>`
    return `<D:response><D:href>${href(file === undefined ? `${path}/` : path)}</D:href>${found}${lacking}</D:response>`
  }

  function send(
    to: ServerResponse,
    status: number,
    body: Buffer = Buffer.alloc(0),
    more: Record<string, string> = {},
  ): void {
    const isPacked = (odd.habits.gzip ?? false) && body.length > 0
    const sent = isPacked ? gzipSync(body) : body
    to.writeHead(status, {
      ...more,
      'content-length': sent.length,
      ...(isPacked ? { 'content-encoding': 'gzip' } : {}),
    })
    to.end(sent)
  }

  function listing(to: ServerResponse, entries: readonly string[]): void {
    const xml = `<?xml version="1.0"?><D:multistatus xmlns:D="DAV:">${entries.join('')}</D:multistatus>`
    send(to, 207, Buffer.from(odd.habits.listing?.(xml) ?? xml))
  }

  function propfind(from: IncomingMessage, to: ServerResponse, path: string): void {
    const { missing = 404 } = odd.habits
    if ((folders.has(path) && shown(path)) || (files.has(path) && shown(path))) {
      const inside = [...folders, ...[...files.keys()].filter(shown)].filter((other) => parentOf(other) === path)
      listing(to, [path, ...(from.headers.depth === '1' ? inside : [])].map(entry))
    } else if (typeof missing === 'number') send(to, missing)
    else {
      const status = '<D:status>HTTP/1.1 404 Not Found</D:status>'
      const inner = missing === 'inner' ? status : `<D:propstat><D:prop></D:prop>${status}</D:propstat>`
      listing(to, [`<D:response><D:href>${path}</D:href>${inner}</D:response>`])
    }
  }

  function put(to: ServerResponse, path: string, body: Buffer): void {
    const { lagMs = 0, part, put: accepted = 201, whole } = odd.habits
    const isPart = path.endsWith('.part')
    const refusal = isPart ? part : whole
    if (typeof refusal === 'number') return void send(to, refusal)
    if (!folders.has(parentOf(path))) return void send(to, 409)
    const used = [...files.values()].reduce((sum, file) => sum + file.length, body.length)
    if (used > (odd.habits.room ?? used)) return void send(to, 507)
    if (refusal !== 'vanish') {
      files.set(path, body)
      shownAt.set(path, clock.now() + lagMs)
    }
    send(to, accepted)
  }

  function move(from: IncomingMessage, to: ServerResponse, path: string): void {
    const { lagMs = 0, move: habit } = odd.habits
    const destination = String(from.headers.destination)
    if (typeof habit === 'number') return void send(to, habit)
    if (habit === 'lies') return void send(to, 201)
    if (habit === 'host' && !destination.startsWith('/')) return void send(to, 502)
    const target = new URL(destination, odd.address).pathname
    const file = files.get(path)
    if (file === undefined) return void send(to, 404)
    if (files.has(target)) return void send(to, 412)
    files.delete(path)
    files.set(target, file)
    shownAt.set(target, clock.now() + lagMs)
    send(to, 201)
  }

  function get(from: IncomingMessage, to: ServerResponse, path: string): void {
    const file = files.get(path)
    const { head } = odd.habits
    if (from.method === 'HEAD' && typeof head === 'number') return void send(to, head)
    if (file === undefined || !shown(path)) return void send(to, 404)
    const location = odd.habits.link?.(path) ?? null
    if (location !== null) return void send(to, 302, undefined, { location })
    if (from.method === 'GET') return void send(to, 200, file)
    to.writeHead(200, { 'content-length': head === 'empty' ? 0 : file.length })
    to.end()
  }

  const server = createServer((from, to) => {
    void buffer(from).then((body) => {
      const url = from.url ?? '/'
      const path = url.endsWith('/') ? url.slice(0, -1) : url
      const method = from.method ?? ''
      asked.push(`${method} ${url}`)
      headers.set(method, from.headers)
      const { gone = 404, instead, lagMs = 0, made = 201, redirects } = odd.habits
      const other = instead?.(method, path) ?? null
      if (other !== null) return send(to, other)
      const isMoved = method === 'PROPFIND' && redirects === 'slash' && url !== '/dav/' && url.endsWith('/')
      if (isMoved) return send(to, 301, undefined, { location: path })
      if (method === 'PROPFIND') return propfind(from, to, path)
      if (method === 'PUT') {
        if (from.headers['content-length'] === undefined) return send(to, 411)
        return put(to, path, body)
      }
      if (method === 'MOVE') return move(from, to, path)
      if (method === 'GET' || method === 'HEAD') return get(from, to, path)
      if (method === 'DELETE') return send(to, files.delete(path) ? 204 : gone)
      if (method === 'MKCOL') {
        if (!folders.has(parentOf(path))) return send(to, 409)
        if (folders.has(path)) return send(to, redirects === 'existing' ? 301 : 405, undefined, { location: path })
        folders.add(path)
        shownAt.set(path, clock.now() + lagMs)
        return send(to, made)
      }
      send(to, 405)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  const odd: OddDav = {
    address: `http://127.0.0.1:${address.port}/dav/`,
    files,
    asked,
    headers,
    habits: first,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return odd
}
