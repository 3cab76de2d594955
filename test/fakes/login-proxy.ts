import type { lookup } from 'node:dns'
import { Server } from 'proxy-chain'

export interface LoginProxy {
  readonly port: number
  /** `host:port` of each request and connection that was let through. */
  readonly asked: readonly string[]
  close(): Promise<void>
}

const toLoopback = ((_host: string, options: { readonly all?: boolean }, done: (...words: unknown[]) => void) => {
  if (options.all === true) done(null, [{ address: '127.0.0.1', family: 4 }])
  else done(null, '127.0.0.1', 4)
}) as typeof lookup

/** An HTTP proxy with a login, from npm. Every name leads to 127.0.0.1. */
export async function loginProxy(login: { readonly username: string; readonly password: string }): Promise<LoginProxy> {
  const asked: string[] = []
  const server = new Server({
    port: 0,
    host: '127.0.0.1',
    verbose: false,
    prepareRequestFunction: ({ hostname, password, port, username }) => {
      if (username !== login.username || password !== login.password) return { requestAuthentication: true }
      asked.push(`${hostname}:${port}`)
      return { dnsLookup: toLoopback }
    },
  })
  await server.listen()
  return { port: server.port, asked, close: () => server.close(true) }
}
