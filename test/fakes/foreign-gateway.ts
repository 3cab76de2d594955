import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Fetch } from '../../src/main/platform.ts'
import { loopbackServer } from './loopback-server.ts'

/**
 * Start script of `@portkey-ai/gateway`, a gateway that is not ours: `npm install --no-save --prefix FOLDER
 * @portkey-ai/gateway`, then FOREIGN_GATEWAY=FOLDER/node_modules/@portkey-ai/gateway/build/start-server.js.
 */
export const foreignGatewayScript = process.env.FOREIGN_GATEWAY

/** The foreign gateway, which passes its requests on to another one. */
export interface ForeignGateway {
  readonly baseUrl: string
  /** Adds the headers by which the gateway knows whom to ask. */
  fetch(fetch: Fetch): Fetch
  close(): Promise<void>
}

/** Starts the foreign gateway in front of the gateway at `behind`. */
export async function startForeignGateway(script: string, behind: string): Promise<ForeignGateway> {
  const free = await loopbackServer(() => {})
  const port = Number(new URL(free.origin).port)
  await free.close()
  const child = spawn(
    process.execPath,
    ['--import', join(import.meta.dirname, 'mutable-responses.ts'), script, `--port=${port}`, '--headless'],
    { env: { PATH: process.env.PATH, TRUSTED_CUSTOM_HOSTS: '127.0.0.1' }, stdio: ['ignore', 'pipe', 'inherit'] },
  )
  let said = ''
  await new Promise<void>((resolve, reject) => {
    // read for as long as it runs: a full pipe would hold it up
    child.stdout.on('data', (chunk) => {
      said = (said + String(chunk)).slice(-10_000)
      if (said.includes('Ready for connections')) resolve()
    })
    child.once('exit', () => reject(new Error(`the foreign gateway did not start: ${said}`)))
  })
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    fetch: (fetch) => (input, init) => {
      const headers = new Headers(init?.headers)
      headers.set('x-portkey-provider', 'openai')
      headers.set('x-portkey-custom-host', behind)
      return fetch(input, { ...init, headers })
    },
    async close() {
      const exit = once(child, 'exit')
      child.kill()
      await exit
    },
  }
}
