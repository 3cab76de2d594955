import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { everything } from '../../shared/history-query.ts'
import type { CallInput, CallName, CallOutput } from '../../shared/ipc/contract.ts'
import { calls } from '../../shared/ipc/contract.ts'
import type { Result } from '../../shared/ipc/result.ts'
import { thumbnailOf } from '../media/picture-conversion.ts'
import { createServer } from '../node-http.ts'
import type { Clock, Fetch, Paths, Secrets } from '../platform.ts'
import { filmSeek } from './film-seek.ts'

/** The parts of the running app that the checks use. */
export interface SmokeSurroundings {
  /** Runs a call of the app, as `App.call`. */
  readonly call: (name: unknown, input: unknown) => Promise<Result<unknown>>
  /** True if the app's window is visible. */
  readonly isWindowVisible: () => boolean
  /** Runs code in the page and returns its result. */
  readonly evaluate: (code: string) => Promise<unknown>
  readonly secrets: Secrets
  readonly fetch: Fetch
  readonly paths: Paths
  readonly mediaBase: string
  readonly clock: Clock
}

/** A check that needs the real Electron. Returns a technical description of the result; throws on failure. */
export interface SmokeCheck {
  readonly name: string
  readonly run: (surroundings: SmokeSurroundings) => Promise<string>
}

const outputs: { readonly [N in CallName]: { readonly output: z.ZodType<CallOutput<N>> } } = calls
const pollMs = 500
/** Enough pictures to expose a clash with the system's GLib. */
const pictures = 20

/** All checks in order; docs/electron.md lists them under "What only a binary can show". */
export const smokeChecks: readonly SmokeCheck[] = [
  {
    name: 'window',
    async run(surroundings) {
      await windowShown(surroundings)
      return `shown: ${z.string().parse(await surroundings.evaluate('document.title'))}`
    },
  },
  {
    name: 'bridge',
    async run({ evaluate }) {
      const answer = await evaluate("window.bridge.call('app.info', {})")
      const { value } = z
        .object({ ok: z.literal(true), value: z.object({ shell: z.literal('electron') }) })
        .parse(answer)
      return `the page reached main: ${value.shell}`
    },
  },
  {
    name: 'database',
    async run({ paths }) {
      const file = await open(join(paths.data, 'atelier.db'))
      // SQLite's file format, 1.3: bytes 18 and 19 are 2 in WAL mode
      const { buffer } = await file.read(Buffer.alloc(100), 0, 100, 0).finally(() => file.close())
      if (buffer[18] !== 2 || buffer[19] !== 2) throw new Error('the database is not in WAL')
      return 'in WAL'
    },
  },
  {
    name: 'keychain',
    async run({ secrets }) {
      const [account, secret] = [`smoke-test-${randomUUID()}`, randomUUID()]
      const kept = await secrets.set(account, secret)
      const found = await secrets.get(account)
      await secrets.delete(account)
      if (kept !== 'keychain') throw new Error(`kept for the ${kept} only`)
      if (found?.secret !== secret || (await secrets.get(account)) !== null) throw new Error('it did not come back')
      return 'written, read and removed'
    },
  },
  {
    name: 'picture',
    async run({ paths }) {
      const icon = await readFile(join(paths.resources, 'icon.png'))
      for (let count = 1; count <= pictures; count += 1)
        if ((await thumbnailOf(icon)) === null) throw new Error(`picture ${count} was not decoded`)
      return `${pictures} were decoded`
    },
  },
  {
    name: 'history',
    async run(surroundings) {
      const { total } = await ask(surroundings, 'history.list', { filter: everything, offset: 0, limit: 1 })
      return `its thread answered: ${total} items`
    },
  },
  {
    name: 'backup',
    async run(surroundings) {
      const { name } = await ask(surroundings, 'backups.make', { passphrase: null })
      return `its thread made ${name}`
    },
  },
  { name: 'redirect', run: followRedirect },
  { name: 'film', run: seekFilm },
]

/** Checks that a redirect is answered, not followed, and that its target can be read. */
async function followRedirect({ fetch }: SmokeSurroundings): Promise<string> {
  const server = createServer((request, response) => {
    if (request.url === '/first') response.writeHead(302, { location: '/second' }).end()
    else response.end('second')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    const address = server.address()
    if (address === null || typeof address === 'string') throw new Error('no port')
    const first = new URL(`http://127.0.0.1:${address.port}/first`)
    const answer = await fetch(first, { redirect: 'manual' })
    const location = answer.headers.get('location')
    if (answer.status !== 302 || location === null) throw new Error(`answered ${answer.status}`)
    const body = await (await fetch(new URL(location, first))).text()
    if (body !== 'second') throw new Error('it led elsewhere')
    return 'answered with 302, and followed'
  } finally {
    server.close()
  }
}

/** Makes a demo video, waits for it in the library, and plays it from the middle. */
async function seekFilm(surroundings: SmokeSurroundings): Promise<string> {
  const { id: connectionId } = await ask(surroundings, 'connections.tryDemo', {})
  const jobId = randomUUID()
  const request = { connectionId, model: 'demo-video', prompt: 'a heron over a quiet harbour', duration: 5 } as const
  await ask(surroundings, 'videos.submit', { jobs: [{ jobId, request }] })
  for (;;) {
    const { job } = await ask(surroundings, 'videos.get', { jobId })
    if (job.status === 'done' && job.file !== null) {
      const seen = await surroundings.evaluate(filmSeek(`${surroundings.mediaBase}${job.file.media.id}`))
      return z.string().parse(seen)
    }
    if (job.endedAt !== null) throw new Error(`the video ended as ${job.status}: ${job.error?.code}`)
    await pause(surroundings.clock)
  }
}

/** Calls the app as a page does. Throws the error of a refusal. */
async function ask<N extends CallName>(
  { call }: Pick<SmokeSurroundings, 'call'>,
  name: N,
  input: CallInput<N>,
): Promise<CallOutput<N>> {
  const answer = await call(name, input)
  if (!answer.ok) throw new Error(`${name} was refused: ${answer.error.code} ${answer.error.detail ?? ''}`)
  return outputs[name].output.parse(answer.value)
}

/** Resolves when the window is visible. */
export async function windowShown({ isWindowVisible, clock }: SmokeSurroundings): Promise<void> {
  while (!isWindowVisible()) await pause(clock)
}

function pause(clock: Clock): Promise<void> {
  return new Promise((resolve) => void clock.after(pollMs, resolve))
}
