import type { IncomingMessage, ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type LoopbackServer, loopbackServer, signal } from '../fakes/loopback-server.ts'
import { StartedProject } from '../fakes/started-project.ts'

let project: StartedProject
let mirror: LoopbackServer | null = null
beforeEach(() => {
  project = new StartedProject()
})
afterEach(async () => {
  await mirror?.close()
  mirror = null
  project.remove()
})

/** A mirror of Electron's releases; `serve` answers requests for the archive. */
async function mirrorOf(
  archive: Buffer,
  serve: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<Record<string, string>> {
  mirror = await loopbackServer((request, response) => {
    if (request.url?.endsWith('/SHASUMS256.txt')) response.end(project.checksums(archive))
    else if (request.url === project.archivePath) serve(request, response)
    else response.writeHead(404).end()
  })
  return { ELECTRON_MIRROR: `${mirror.origin}/` }
}

const tells = 'echo electron "$@"'
const tag = '"one"'

describe('a start when Electron is not installed', () => {
  test('Electron is downloaded from the named mirror with progress, and opened with the folder and the flags', async () => {
    const archive = await project.archive(tells, 2_000_000)
    const environment = await mirrorOf(archive, (_request, response) => {
      response.writeHead(200, { 'content-length': archive.length }).end(archive)
    })
    const first = project.start(['--demo'], environment)
    expect(await first.ended, first.output()).toBe(0)
    expect(first.output()).toContain(`electron ${project.root} --demo`)
    expect(first.output()).toMatch(/^100 % \(2\.0 of 2\.0 MB\)$/m)
    expect(first.output()).toContain('npm start -- --browser')
    // and only once
    const second = project.start([], environment)
    expect(await second.ended).toBe(0)
    expect(second.output()).toBe(`electron ${project.root}\n`)
    expect(mirror?.paths.filter((path) => path === project.archivePath)).toHaveLength(1)
  })

  test('an interrupted download of Electron is completed', async () => {
    const archive = await project.archive(tells, 2_000_000)
    const asked: (string | undefined)[] = []
    const lines: ServerResponse[] = []
    const environment = await mirrorOf(archive, (request, response) => {
      asked.push(request.headers.range)
      const start = Number(/^bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0)
      const headers = { etag: tag, 'content-length': archive.length - start }
      response.writeHead(start > 0 ? 206 : 200, {
        ...headers,
        ...(start > 0 ? { 'content-range': `bytes ${start}-${archive.length - 1}/${archive.length}` } : {}),
      })
      const rest = archive.subarray(start)
      if (asked.length === 3) response.end(rest)
      else {
        response.write(rest.subarray(0, 500_000))
        lines.push(response)
      }
    })
    const start = project.start([], environment)
    for (const [count, said] of [/^2\d % /m, /^4\d % /m].entries()) {
      await expect.poll(() => start.output()).toMatch(said)
      lines[count]?.destroy()
    }
    expect(await start.ended, start.output()).toBe(0)
    expect(start.output()).toContain(`electron ${project.root}`)
    expect(asked).toEqual([undefined, expect.stringMatching(/^bytes=\d+-$/), expect.stringMatching(/^bytes=\d+-$/)])
  })

  test('Electron is not downloaded again after a stopped start', async () => {
    const archive = await project.archive(tells, 2_000_000)
    const half = signal()
    const asked: (string | undefined)[] = []
    const environment = await mirrorOf(archive, (request, response) => {
      asked.push(request.headers.range)
      const start = Number(/^bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0)
      if (start === 0) {
        response.writeHead(200, { etag: tag, 'content-length': archive.length })
        response.write(archive.subarray(0, 1_500_000), () => half.give())
      } else {
        response
          .writeHead(206, {
            etag: tag,
            'content-length': archive.length - start,
            'content-range': `bytes ${start}-${archive.length - 1}/${archive.length}`,
          })
          .end(archive.subarray(start))
      }
    })
    const first = project.start([], environment)
    await half.come
    await expect.poll(() => first.output()).toMatch(/^7\d % /m)
    first.process.kill('SIGINT')
    expect(await first.ended).toBe(130)
    expect(first.output()).not.toContain('browser shell')
    expect(project.keepsPart()).toBe(true)
    const second = project.start([], environment)
    expect(await second.ended, second.output()).toBe(0)
    expect(second.output()).toContain(`electron ${project.root}`)
    expect(asked).toEqual([undefined, expect.stringMatching(/^bytes=\d{6,}-$/)])
    expect(project.keepsPart()).toBe(false)
  })

  test('Electron is downloaded again if the file changed meanwhile', async () => {
    const archive = await project.archive(tells, 1_000_000)
    const asked: unknown[] = []
    const lines: ServerResponse[] = []
    const environment = await mirrorOf(archive, (request, response) => {
      asked.push(request.headers['if-range'])
      if (asked.length === 1) {
        response.writeHead(200, { etag: '"old"', 'content-length': archive.length })
        response.write(Buffer.alloc(300_000, 'x'))
        lines.push(response)
      } else {
        // RFC 9110, 13.1.5: a mismatch of If-Range gets the whole file
        response.writeHead(200, { etag: tag, 'content-length': archive.length }).end(archive)
      }
    })
    const start = project.start([], environment)
    await expect.poll(() => start.output()).toMatch(/^[23]\d % /m)
    lines[0]?.destroy()
    expect(await start.ended, start.output()).toBe(0)
    expect(start.output()).toContain(`electron ${project.root}`)
    expect(asked).toEqual([undefined, '"old"'])
  })

  test('a damaged download is not opened, and the next start downloads it again', async () => {
    const archive = await project.archive(tells, 1_000_000)
    const asked: (string | undefined)[] = []
    const environment = await mirrorOf(archive, (request, response) => {
      asked.push(request.headers.range)
      const damaged = Buffer.from(archive)
      damaged[500_000] = 0
      response
        .writeHead(200, { etag: tag, 'content-length': archive.length })
        .end(asked.length === 1 ? damaged : archive)
    })
    const first = project.start(['--demo'], environment)
    expect(await first.ended).toBe(0)
    expect(first.output()).toContain('Electron was not fetched')
    expect(first.output()).toContain('browser shell --demo')
    const second = project.start([], environment)
    expect(await second.ended, second.output()).toBe(0)
    expect(second.output()).toContain(`electron ${project.root}`)
    expect(asked).toEqual([undefined, undefined])
  })

  test('a refused download opens the browser shell with the reason, and the next start tries again', async () => {
    const environment = await mirrorOf(Buffer.from(''), (_request, response) => {
      response.writeHead(403).end()
    })
    for (const count of [1, 2]) {
      const start = project.start(['--demo'], environment)
      expect(await start.ended).toBe(0)
      expect(start.output()).toMatch(
        /Electron was not fetched: 127\.0\.0\.1:\d+ answered 403\. The next start tries again\./,
      )
      expect(start.output()).toContain('Atelier opens its browser shell: Electron could not be fetched.')
      expect(start.output()).toContain('browser shell --demo')
      expect(mirror?.paths.filter((path) => path === project.archivePath)).toHaveLength(count)
    }
  })

  test('Electron is downloaded through the proxy of this computer', async () => {
    const archive = await project.archive(tells)
    const environment = await mirrorOf(archive, (_request, response) => {
      response.writeHead(200, { 'content-length': archive.length }).end(archive)
    })
    const { port } = new URL(environment.ELECTRON_MIRROR ?? '')
    const asked: string[] = []
    const proxy = await loopbackServer((_request, response) => response.writeHead(405).end())
    proxy.onConnect((request, socket) => {
      asked.push(request.url ?? '')
      const through = connect(Number(port), '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
        through.pipe(socket).pipe(through)
      })
      for (const side of [through, socket]) side.on('error', () => socket.destroy())
    })
    const start = project.start([], { ELECTRON_MIRROR: 'http://mirror.invalid/', npm_config_proxy: proxy.origin })
    expect(await start.ended, start.output()).toBe(0)
    expect(start.output()).toContain(`electron ${project.root}`)
    expect(new Set(asked)).toEqual(new Set(['mirror.invalid:80']))
    await proxy.close()
  })
})

describe('a start where Electron’s sandbox is not allowed', () => {
  test('Electron without its sandbox is not started: the reason and remedy are printed, and the browser shell opens', async () => {
    project.installElectron(tells)
    project.allowNamespaces(false)
    const start = project.start(['--demo'])
    expect(await start.ended).toBe(0)
    expect(start.output()).toContain('this system restricts user namespaces')
    expect(start.output()).toMatch(/sudo sysctl -w /)
    expect(start.output()).toContain('browser shell --demo')
    expect(start.output()).not.toContain('electron /')
  })

  test('Electron that dies without its sandbox at its start is replaced by the browser shell', async () => {
    // chromium, setuid_sandbox_host.cc: LOG(FATAL) ends the process by SIGTRAP
    project.installElectron('kill -TRAP $$')
    const start = project.start(['--demo'])
    expect(await start.ended).toBe(0)
    expect(start.output()).toContain('Electron was ended by SIGTRAP at its start')
    expect(start.output()).toContain('browser shell --demo')
  })

  test('Electron that exits on its own is not replaced by another shell', async () => {
    project.installElectron('exit 3')
    const start = project.start()
    expect(await start.ended).toBe(3)
    expect(start.output()).not.toContain('browser shell')
  })
})

test('a build that fails ends the start with its output', async () => {
  project.breakBuild('no such module')
  const start = project.start()
  expect(await start.ended).toBe(1)
  expect(start.output()).toContain('no such module')
  expect(start.output()).toContain('The build failed.')
})
