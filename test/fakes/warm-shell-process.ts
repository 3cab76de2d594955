import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'

// The process of `warm-shells.ts`: loads the build once and starts shells in it, one at a time, as it is asked.

type Built = Pick<typeof import('../../src/main/browser/index.ts'), 'startShell'>
type Shell = Extract<Awaited<ReturnType<Built['startShell']>>, { shell: unknown }>['shell']

export const warmRequest = z.discriminatedUnion('do', [
  z.object({ do: z.literal('start'), data: z.string(), environment: z.record(z.string(), z.string()) }),
  z.object({ do: z.literal('stop') }),
])
export const warmReply = z.object({ link: z.string().nullable(), failure: z.string().nullable() })

if (import.meta.main) {
  // the specifier is no literal, so that the compiler does not ask for types of the build
  const built: Built = await import(pathToFileURL(join(import.meta.dirname, '../../out/main/browser.js')).href)
  let shell: Shell | null = null

  const run = async (message: unknown): Promise<string | null> => {
    const request = warmRequest.parse(message)
    if (request.do === 'stop') {
      await shell?.close()
      shell = null
      return null
    }
    const started = await built.startShell({
      flags: { open: false, port: 0, data: request.data, demo: false },
      environment: { ...process.env, ...request.environment },
      onOpened: () => undefined,
      onBroken: (cause) => {
        throw cause
      },
    })
    if ('taken' in started) throw new Error(`another Atelier has ${started.taken} open`)
    shell = started.shell
    return shell.link()
  }

  process.on('message', (message) => {
    run(message).then(
      (link) => process.send?.({ link, failure: null }),
      (cause: unknown) =>
        process.send?.({
          link: null,
          failure: cause instanceof Error ? (cause.stack ?? cause.message) : String(cause),
        }),
    )
  })
  process.on('disconnect', () => process.exit(0))
}
