import { createHash } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'

/** A server of updates on loopback; each address answers as a test says. */
export interface UpdateServer {
  readonly origin: string
  /** Paths that were asked for, in order, and the headers of the last request. */
  readonly asked: string[]
  headers(): NodeJS.Dict<string | string[]>
  answer(
    path: string,
    reply: string | Buffer | ((response: ServerResponse, headers: IncomingHttpHeaders) => void),
  ): void
  /** Serves a feed, and the file that it names. */
  release(version: string, file: Buffer, changes?: string): void
  close(): Promise<void>
}

export function sha512Of(file: Buffer): string {
  return createHash('sha512').update(file).digest('base64')
}

export async function updateServer(): Promise<UpdateServer> {
  const replies = new Map<
    string,
    string | Buffer | ((response: ServerResponse, headers: IncomingHttpHeaders) => void)
  >()
  const asked: string[] = []
  let headers: NodeJS.Dict<string | string[]> = {}
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname
    asked.push(path)
    headers = request.headers
    const reply = replies.get(path)
    if (reply === undefined) response.writeHead(404).end()
    else if (typeof reply === 'function') reply(response, request.headers)
    else response.writeHead(200, { 'content-length': Buffer.byteLength(reply) }).end(reply)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const answer: UpdateServer['answer'] = (path, reply) => void replies.set(path, reply)
  return {
    origin: `http://127.0.0.1:${port}`,
    asked,
    headers: () => headers,
    answer,
    release(version, file, changes = '') {
      const name = `Atelier-${version}.AppImage`
      answer('/latest-linux.yml', feedOf(version, name, sha512Of(file), file.length) + changes)
      answer(`/${name}`, file)
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

export function feedOf(version: string, url: string, sha512: string, size: number): string {
  return `version: ${version}\nfiles:\n  - url: ${url}\n    sha512: ${sha512}\n    size: ${size}\npath: ${url}\nsha512: ${sha512}\n`
}
