import { timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

const path = '/callback'

/** A listener on this computer for the browser's return from a sign-in. */
export interface SignInCallback {
  readonly redirectUrl: string
  /** Resolves once, with the parameters of the first return that has the right `state`. Never rejects. */
  readonly returned: Promise<URLSearchParams>
  /** Stops listening. */
  close(): void
}

/**
 * Listens on a random port of 127.0.0.1 for one return from a sign-in. Refuses a request without the right `state`,
 * which changes nothing, so that no other page can end the sign-in. Rejects if no port can be opened.
 */
export async function listenForSignIn(state: string): Promise<SignInCallback> {
  let give: (parameters: URLSearchParams) => void = () => {}
  const returned = new Promise<URLSearchParams>((resolve) => {
    give = resolve
  })
  let host = ''
  let isUsed = false
  const server = createServer({ maxHeaderSize: 32_768, requestTimeout: 10_000 }, (request, response) => {
    const parameters = isUsed ? null : returnOf(request, host, state)
    if (parameters === null) {
      answer(response, isUsed ? 410 : 400, 'This sign-in is not open. · 此登录已失效。')
      return
    }
    isUsed = true
    response.on('close', () => server.close())
    answer(response, 200, 'Return to Atelier. You can close this page. · 请返回 Atelier。可以关闭此页面。')
    give(parameters)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port to listen on')
  host = `127.0.0.1:${address.port}`
  return {
    redirectUrl: `http://${host}${path}`,
    returned,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** Returns the parameters of a return from the sign-in; null for any other request. */
function returnOf(request: IncomingMessage, host: string, state: string): URLSearchParams | null {
  // with DNS rebinding, a page sends its own host name
  if (request.method !== 'GET' || request.headers.host !== host) return null
  const [asked, query = ''] = (request.url ?? '').split('?', 2)
  if (asked !== path) return null
  const parameters = new URLSearchParams(query)
  const names = [...parameters.keys()]
  if (new Set(names).size < names.length) return null
  const given = Buffer.from(parameters.get('state') ?? '')
  const wanted = Buffer.from(state)
  return given.byteLength === wanted.byteLength && timingSafeEqual(given, wanted) ? parameters : null
}

function answer(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, {
    'content-type': 'text/plain; charset=utf-8',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    connection: 'close',
  })
  response.end(text)
}
