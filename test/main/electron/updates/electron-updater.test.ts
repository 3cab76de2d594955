import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createUpdater, type ElectronUpdater, wayOf } from '../../../../src/main/electron/updates/electron-updater.ts'
import { keyFileName } from '../../../../src/main/electron/updates/feed-signature.ts'
import { keptPath } from '../../../../src/main/electron/updates/kept-program.ts'
import { stagedPath } from '../../../../src/main/electron/updates/program-file.ts'
import type { Clock } from '../../../../src/main/platform.ts'
import { offerOf } from '../../../../src/main/services/updates/found-update.ts'
import { systemClock } from '../../../../src/main/system-clock.ts'
import { AppFailure } from '../../../../src/shared/errors.ts'
import { feedOf, sha512Of, type UpdateServer, updateServer } from '../../../fakes/update-server.ts'

let folder: string
let program: string
let server: UpdateServer
const oldProgram = Buffer.alloc(3_000_000, 'old ')
const newProgram = Buffer.alloc(4_000_000, 'new ')
const signFeed = join(import.meta.dirname, '../../../../scripts/sign-feed.ts')

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'atelier-update-'))
  program = join(folder, 'programs', 'Atelier-1.0.0.AppImage')
  mkdirSync(join(folder, 'programs'))
  mkdirSync(join(folder, 'data'))
  writeFileSync(join(folder, 'data', 'atelier.db'), 'what a person wrote')
  writeFileSync(program, oldProgram, { mode: 0o755 })
  server = await updateServer()
  vi.stubEnv('APPIMAGE', program)
  vi.stubEnv('XDG_CACHE_HOME', join(folder, 'cache'))
  writeFileSync(
    join(folder, 'app-update.yml'),
    `provider: generic\nurl: '${server.origin}/'\nupdaterCacheDirName: atelier-updater\n`,
  )
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

function made(version = '1.0.0', clock: Clock = systemClock): ElectronUpdater | null {
  return createUpdater({
    ...{ version, isPackaged: true, platform: 'linux', program: process.execPath, fetch, clock },
    environment: process.env,
    resources: folder,
    keys: folder,
    log: () => undefined,
    relaunch: () => undefined,
    quit: () => undefined,
  })
}

function updater(version?: string, clock?: Clock): ElectronUpdater {
  const found = made(version, clock)
  if (found === null) throw new Error('no updater')
  return found
}

const never = new AbortController().signal
const codeOf = async (run: Promise<unknown>): Promise<string> =>
  await run.then(
    () => 'done',
    (cause: unknown) => (cause instanceof AppFailure ? cause.error.code : String(cause)),
  )
const installed = (): string => {
  const text = readFileSync(program)
  expect(existsSync(stagedPath(program))).toBe(false)
  expect(readFileSync(join(folder, 'data', 'atelier.db'), 'utf8')).toBe('what a person wrote')
  if (text.equals(oldProgram)) return 'old'
  return text.equals(newProgram) ? 'new' : 'broken'
}

test('an update is found, downloaded, verified, and installed at the end of a quit', async () => {
  server.release('1.1.0', newProgram, 'releaseNotes: Better.\n')
  const here = updater()
  expect(here.kind).toBe('installs')
  expect(offerOf(await here.check('stable'))).toEqual({ version: '1.1.0', notes: 'Better.', bytes: newProgram.length })
  const shares: number[] = []
  await here.download((share) => shares.push(share), never)
  expect(shares.at(-1)).toBe(1)
  // nothing is installed without being armed
  here.atEnd()
  expect(installed()).toBe('old')
  here.arm('quit')
  here.atEnd()
  expect(installed()).toBe('new')
  expect(statSync(program).mode & 0o777).toBe(0o755)
  // nothing tells this computer from another
  expect(server.headers()['user-agent']).toBe('Atelier')
  expect(Object.keys(server.headers()).filter((name) => /staging|cookie|authorization/.test(name))).toEqual([])
})

test('the beta channel reads another feed, and accepts no older version', async () => {
  server.answer('/beta-linux.yml', feedOf('0.9.0-beta.1', 'old.AppImage', sha512Of(newProgram), newProgram.length))
  const here = updater()
  expect(await here.check('beta')).toBeNull()
  // electron-updater has nothing to download either, although a channel is set
  expect(await codeOf(here.download(() => undefined, never))).not.toBe('done')
  expect(installed()).toBe('old')
})

test.each(['stagingPercentage: 0', 'minimumSystemVersion: 99.0.0'])(
  'a version for another system is not found (%s)',
  async (rule) => {
    const here = updater()
    server.release('1.2.0', newProgram, `${rule}\n`)
    expect(await here.check('stable')).toBeNull()
    expect(await codeOf(here.download(() => undefined, never))).not.toBe('done')
    expect(server.asked.filter((path) => path.endsWith('.AppImage'))).toEqual([])
    server.release('1.1.0', newProgram)
    expect(offerOf(await here.check('stable')).version).toBe('1.1.0')
    server.release('1.2.0', newProgram, `${rule}\n`)
    expect(await here.check('stable')).toBeNull()
    server.release('1.2.0', newProgram, `stagingPercentage: 100\nminimumSystemVersion: 0.1.0\n`)
    expect(offerOf(await here.check('stable')).version).toBe('1.2.0')
  },
)

test('a refused feed leaves the earlier offer in place', async () => {
  const here = updater()
  server.release('1.1.0', newProgram)
  await here.check('stable')
  server.release('v1.2.0', oldProgram)
  const refused = here.check('stable').then(offerOf)
  expect(await codeOf(refused)).toBe('update_not_understood')
  await here.download(() => undefined, never)
  here.arm('quit')
  here.atEnd()
  expect(installed()).toBe('new')
})

describe('releases on GitHub', () => {
  const repo = '/atelier/desktop/releases'
  const assets = 'https://release-assets.githubusercontent.com'
  const entry = (tag: string, notes: string): string =>
    `<entry><link rel="alternate" type="text/html" href="https://github.com${repo}/tag/${tag}"/><title>${tag}</title><content type="html">${notes}</content></entry>`

  /** The server answers in place of GitHub's hosts, with the redirects and kinds of answers that GitHub has. */
  function release(tag: string, version: string, feed = 'latest-linux.yml'): void {
    const name = `Atelier-${version}.AppImage`
    for (const file of [feed, name]) {
      server.answer(`${repo}/download/${tag}/${file}`, (response) =>
        response.writeHead(302, { location: `${assets}/${tag}/${file}` }).end(),
      )
    }
    server.answer(`/${tag}/${feed}`, feedOf(version, name, sha512Of(newProgram), newProgram.length))
    server.answer(`/${tag}/${name}`, newProgram)
  }

  beforeEach(() => {
    writeFileSync(join(folder, 'app-update.yml'), 'provider: github\nowner: atelier\nrepo: desktop\n')
    vi.stubGlobal('fetch', (url: URL, init: RequestInit) => theirs(url, init))
    server.answer(
      `${repo}.atom`,
      `<?xml version="1.0" encoding="UTF-8"?><feed xmlns="http://www.w3.org/2005/Atom">${entry('v1.2.0-beta.1', 'Try it.')}${entry('v1.1.0', 'Better.')}</feed>`,
    )
    server.answer(`${repo}/latest`, (response) =>
      response.writeHead(302, { location: `https://github.com${repo}/tag/v1.1.0` }).end(),
    )
    server.answer(`${repo}/tag/v1.1.0`, (response, headers) => {
      const isJson = headers.accept === 'application/json'
      response.end(isJson ? JSON.stringify({ id: 1, tag_name: 'v1.1.0' }) : '<!doctype html><title>Release</title>')
    })
    release('v1.1.0', '1.1.0')
    release('v1.2.0-beta.1', '1.2.0-beta.1', 'beta-linux.yml')
  })
  const ours = globalThis.fetch
  const theirs = (url: URL, init: RequestInit): Promise<Response> => {
    expect(url.origin).toMatch(/^https:\/\/(github\.com|release-assets\.githubusercontent\.com)$/)
    return ours(new URL(`${url.pathname}${url.search}`, server.origin), init)
  }

  test('the newest stable release is found and downloaded', async () => {
    const here = updater()
    expect(offerOf(await here.check('stable'))).toMatchObject({ version: '1.1.0', notes: 'Better.' })
    await here.download(() => undefined, never)
    here.arm('quit')
    here.atEnd()
    expect(installed()).toBe('new')
    // what kind of answer is wanted is all that is taken from electron-updater
    expect(server.headers()['user-agent']).toBe('Atelier')
    expect(Object.keys(server.headers()).filter((name) => /staging|cookie|authorization/.test(name))).toEqual([])
  })

  test('a beta release is found in the beta channel', async () => {
    expect(offerOf(await updater().check('beta'))).toMatchObject({ version: '1.2.0-beta.1', notes: 'Try it.' })
  })
})

describe('a damaged update is refused, and the old program stays:', () => {
  const downloaded = async (): Promise<string> => {
    const here = updater()
    const checked = await codeOf(here.check('stable'))
    if (checked !== 'done') return checked
    const outcome = await codeOf(here.download(() => undefined, never))
    here.arm('quit')
    here.atEnd()
    expect(installed()).toBe('old')
    return outcome
  }

  test('refuses a wrong sha512', async () => {
    server.answer('/latest-linux.yml', feedOf('1.1.0', 'a.AppImage', sha512Of(oldProgram), newProgram.length))
    server.answer('/a.AppImage', newProgram)
    expect(await downloaded()).toBe('update_damaged')
  })

  test('refuses a missing sha512', async () => {
    server.answer('/latest-linux.yml', 'version: 1.1.0\nfiles:\n  - url: a.AppImage\n')
    expect(await downloaded()).toBe('update_not_understood')
  })

  test('refuses a truncated download', async () => {
    server.release('1.1.0', newProgram)
    server.answer('/Atelier-1.1.0.AppImage', (response) => {
      response.writeHead(200, { 'content-length': newProgram.length })
      response.write(newProgram.subarray(0, 1_000_000), () => response.destroy())
    })
    expect(['connection_lost', 'cut_short']).toContain(await downloaded())
    server.answer('/Atelier-1.1.0.AppImage', newProgram.subarray(0, 1_000_000))
    expect(await downloaded()).toBe('update_damaged')
  })

  test('refuses a lower version and the same one', async () => {
    for (const version of ['0.9.9', '1.0.0', '1.0.0-beta.2']) {
      server.release(version, newProgram)
      expect(await downloaded()).not.toBe('done')
    }
    expect(server.asked.filter((path) => path.endsWith('.AppImage'))).toEqual([])
  })

  test('refuses another host, by a redirect or in the feed', async () => {
    const other = createServer((_request, response) => response.end(newProgram))
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    const address = other.address()
    const elsewhere = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/a.AppImage`
    let hits = 0
    other.on('request', () => {
      hits += 1
    })
    server.release('1.1.0', newProgram)
    server.answer('/Atelier-1.1.0.AppImage', (response) => response.writeHead(302, { location: elsewhere }).end())
    expect(await downloaded()).toBe('update_elsewhere')
    server.answer('/latest-linux.yml', feedOf('1.1.0', elsewhere, sha512Of(newProgram), newProgram.length))
    expect(await downloaded()).toBe('update_elsewhere')
    server.answer('/latest-linux.yml', (response) => response.writeHead(302, { location: elsewhere }).end())
    expect(await downloaded()).toBe('update_elsewhere')
    expect(hits).toBe(0)
    await new Promise((resolve) => other.close(resolve))
  })

  test('refuses a name that leads out of the folder of downloads', async () => {
    const sha512 = sha512Of(newProgram)
    server.answer('/latest-linux.yml', feedOf('1.1.0', '..%2f..%2fprograms%2fb.AppImage', sha512, newProgram.length))
    await downloaded().catch(() => undefined)
    expect(existsSync(join(folder, 'programs', 'b.AppImage'))).toBe(false)
    expect(installed()).toBe('old')
  })

  test.each([
    ['10 MB of notes', `version: 1.1.0\nreleaseNotes: ${'x'.repeat(10_000_000)}\n`],
    ['garbage', '{{{: \u0000 [[['],
    ['another document', '<!doctype html><title>Sign in</title>'],
    ['a version that is none', feedOf('"1.1.0; rm -rf"', 'a.AppImage', sha512Of(newProgram), 1)],
    ['numbers for texts', 'version: 11\nfiles: 7\n'],
    ['nothing', ''],
  ])('%s', async (_name, feed) => {
    server.answer('/latest-linux.yml', feed)
    expect(await downloaded()).toBe('update_not_understood')
  })

  test('reports a missing feed, a failing server and an unreachable one', async () => {
    expect(await downloaded()).toBe('update_not_found')
    server.answer('/latest-linux.yml', (response) => response.writeHead(503).end())
    expect(await downloaded()).toBe('update_unavailable')
    await server.close()
    expect(await downloaded()).toBe('refused')
  })

  test('refuses a file that was changed after its verification', async () => {
    server.release('1.1.0', newProgram)
    const here = updater()
    await here.check('stable')
    await here.download(() => undefined, never)
    writeFileSync(join(folder, 'cache/atelier-updater/pending/Atelier-1.1.0.AppImage'), 'something else')
    here.arm('quit')
    here.atEnd()
    expect(installed()).toBe('old')
  })
})

describe('a build with the publisher’s key', () => {
  let key: KeyObject

  beforeEach(() => {
    const pair = generateKeyPairSync('ed25519')
    key = pair.privateKey
    writeFileSync(join(folder, keyFileName), pair.publicKey.export({ type: 'spki', format: 'pem' }))
    server.release('1.1.0', newProgram)
  })

  /** Signs the feed of a release as a publisher does. */
  function sign(
    by: KeyObject,
    feed = feedOf('1.1.0', 'Atelier-1.1.0.AppImage', sha512Of(newProgram), newProgram.length),
  ) {
    const files = {
      key: join(folder, 'private.pem'),
      publicKey: join(folder, 'public.pem'),
      feed: join(folder, 'latest-linux.yml'),
    }
    writeFileSync(files.key, by.export({ type: 'pkcs8', format: 'pem' }))
    writeFileSync(files.publicKey, createPublicKey(by).export({ type: 'spki', format: 'pem' }))
    writeFileSync(files.feed, feed)
    execFileSync(process.execPath, [signFeed, files.key, files.publicKey, files.feed])
    server.answer('/latest-linux.yml.sig', readFileSync(`${files.feed}.sig`))
  }

  test('a feed is not signed with a key that the builds would refuse', () => {
    const other = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' })
    const feed = join(folder, 'latest.yml')
    writeFileSync(feed, 'version: 1.1.0\n')
    const signs = (input: string | Buffer): number | null =>
      spawnSync(process.execPath, [signFeed, '-', join(folder, keyFileName), feed], { input }).status
    expect([signs(other), existsSync(`${feed}.sig`)]).toEqual([1, false])
    expect([signs(key.export({ type: 'pkcs8', format: 'pem' })), existsSync(`${feed}.sig`)]).toEqual([0, true])
  })

  test('a build installs updates that the publisher signed', async () => {
    sign(key)
    const here = updater()
    await here.check('stable')
    await here.download(() => undefined, never)
    here.arm('quit')
    here.atEnd()
    expect(installed()).toBe('new')
  })

  test.each([
    ['no signature', () => undefined],
    ['the signature of somebody else', () => sign(generateKeyPairSync('ed25519').privateKey)],
    ['the signature of another feed', () => sign(key, feedOf('1.1.0', 'b.AppImage', sha512Of(oldProgram), 1))],
    ['an empty signature', () => server.answer('/latest-linux.yml.sig', '')],
    ['a signature that is a page', () => server.answer('/latest-linux.yml.sig', '<!doctype html>'.repeat(1_000))],
  ])('refuses %s before anything is downloaded', async (_name, prepare) => {
    prepare()
    const here = updater()
    expect(await codeOf(here.check('stable'))).toBe('update_unsigned')
    expect(await codeOf(here.download(() => undefined, never))).not.toBe('done')
    expect(server.asked.filter((path) => path.endsWith('.AppImage'))).toEqual([])
    expect(installed()).toBe('old')
  })

  test('a build with a damaged key has no updates, but starts', () => {
    for (const text of [
      '',
      'no key',
      generateKeyPairSync('x25519').publicKey.export({ type: 'spki', format: 'pem' }),
    ]) {
      writeFileSync(join(folder, keyFileName), text)
      expect(made()).toBeNull()
    }
  })
})

test('a cancelled download can be repeated', async () => {
  server.release('1.1.0', newProgram)
  const cancel = new AbortController()
  server.answer('/Atelier-1.1.0.AppImage', (response) => {
    response.writeHead(200, { 'content-length': newProgram.length })
    response.write(newProgram.subarray(0, 1_000_000))
  })
  const here = updater()
  await here.check('stable')
  expect(await codeOf(here.download(() => cancel.abort(), cancel.signal))).not.toBe('done')
  server.answer('/Atelier-1.1.0.AppImage', newProgram)
  await here.download(() => undefined, never)
  here.arm('quit')
  here.atEnd()
  expect(installed()).toBe('new')
})

describe('an update process that is killed', () => {
  /** Runs an update and kills it when `says` holds for its output, after some more steps of the event loop. */
  async function killed(says: string): Promise<void> {
    const child = spawn(process.execPath, [join(import.meta.dirname, '../../../fakes/update-process.ts'), folder], {
      env: process.env,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const ended = new Promise((resolve) => child.on('close', resolve))
    let heard = ''
    child.stdout.on('data', (text) => {
      heard += String(text)
      if (heard.includes(says)) child.kill('SIGKILL')
    })
    await ended
  }

  test('a kill during the download leaves the old program, and the next start downloads again', async () => {
    server.release('1.1.0', newProgram)
    server.answer('/Atelier-1.1.0.AppImage', (response) => {
      response.writeHead(200, { 'content-length': newProgram.length })
      response.write(newProgram.subarray(0, 2_000_000))
    })
    await killed('share')
    expect(installed()).toBe('old')
    server.answer('/Atelier-1.1.0.AppImage', newProgram)
    await killed('installed')
    expect(installed()).toBe('new')
  })

  test('a kill during the installation leaves the whole old program or the new one', async () => {
    server.release('1.1.0', newProgram)
    const seen = new Set<string>()
    for (let round = 0; round < 6; round += 1) {
      writeFileSync(program, oldProgram, { mode: 0o755 })
      await killed('downloaded')
      // the next start removes what was not finished
      updater()
      seen.add(installed())
    }
    expect(seen).not.toContain('broken')
    // killed before the rename, at any byte of the copy
    writeFileSync(program, oldProgram)
    writeFileSync(stagedPath(program), newProgram.subarray(0, 1_234_567))
    updater()
    expect(installed()).toBe('old')
    // what was verified before is not downloaded again, or installed already
    await killed('installed')
    expect(installed()).toBe('new')
  })
})

describe('an interrupted download of an update', () => {
  const name = '/Atelier-1.1.0.AppImage'
  const cutAt = 2_000_000
  let ranges: (string | undefined)[]

  /** Serves the file by ranges as `etag`, and cuts the first answer. */
  function serve(etag: string | null, honest = newProgram, answersRange = true): void {
    let isFirst = true
    server.answer(name, (response, headers) => {
      ranges.push(headers.range)
      const version = etag === null ? {} : { etag }
      if (isFirst) {
        isFirst = false
        response.writeHead(200, { ...version, 'content-length': newProgram.length })
        response.write(newProgram.subarray(0, cutAt), () => response.destroy())
        return
      }
      const from = Number(/^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1] ?? 0)
      const fits = answersRange && from > 0 && headers['if-range'] === etag
      if (!fits) return response.writeHead(200, { ...version, 'content-length': honest.length }).end(honest)
      if (from >= honest.length) return response.writeHead(416).end()
      const range = `bytes ${from}-${honest.length - 1}/${honest.length}`
      return response.writeHead(206, { ...version, 'content-range': range }).end(honest.subarray(from))
    })
  }

  async function cutThenAgain(between: () => Promise<unknown> = async () => undefined): Promise<string> {
    const here = updater()
    await here.check('stable')
    expect(await codeOf(here.download(() => undefined, never))).not.toBe('done')
    await between()
    const next = updater()
    await next.check('stable')
    const outcome = await codeOf(next.download(() => undefined, never))
    next.arm('quit')
    next.atEnd()
    return outcome
  }

  beforeEach(() => {
    ranges = []
    server.release('1.1.0', newProgram)
  })

  test('a truncated download continues where it stopped, also in the next process', async () => {
    serve('"v1"')
    expect(await cutThenAgain()).toBe('done')
    expect(installed()).toBe('new')
    expect(ranges[0]).toBeUndefined()
    expect(ranges[1]).toMatch(/^bytes=[1-9]\d*-$/)
    expect(readdirSync(join(folder, 'cache', 'atelier-partial'))).toEqual([])
  })

  test.each([
    ['a server without ranges', () => serve('"v1"', newProgram, false)],
    ['a weak version', () => serve('W/"v1"')],
    ['no version', () => serve(null)],
  ])('begins again with %s', async (_name, prepare) => {
    prepare()
    expect(await cutThenAgain()).toBe('done')
    expect(installed()).toBe('new')
  })

  test('a download begins again if the earlier bytes are damaged', async () => {
    serve('"v1"')
    const path = join(folder, 'cache', 'atelier-partial', 'download.part')
    const outcome = await cutThenAgain(async () => writeFileSync(path, Buffer.alloc(statSync(path).size, 'bad ')))
    expect([outcome, installed(), ranges.length]).toEqual(['done', 'new', 3])
  })

  test('a download begins again if more bytes exist than announced', async () => {
    serve('"v1"')
    const path = join(folder, 'cache', 'atelier-partial', 'download.part')
    expect(await cutThenAgain(async () => writeFileSync(path, Buffer.alloc(newProgram.length + 5)))).toBe('done')
    expect(installed()).toBe('new')
  })

  test('a complete download is not requested again', async () => {
    serve('"v1"')
    const path = join(folder, 'cache', 'atelier-partial', 'download.part')
    expect(await cutThenAgain(async () => writeFileSync(path, newProgram))).toBe('done')
    expect([installed(), ranges.length]).toEqual(['new', 2])
  })

  test('a download is refused if a server sends a different rest, and leaves nothing to continue', async () => {
    serve('"v1"', oldProgram)
    expect(await cutThenAgain()).toBe('update_damaged')
    expect(installed()).toBe('old')
    expect(readdirSync(join(folder, 'cache', 'atelier-partial'))).toEqual([])
  })

  test('a download is refused if a server sends a range that was not requested', async () => {
    server.answer(name, (response) => response.writeHead(206, { 'content-range': 'bytes 0-2/9' }).end('abc'))
    expect(await cutThenAgain()).toBe('update_unavailable')
    expect([installed(), server.asked.filter((path) => path === name).length]).toEqual(['old', 2])
  })

  test('a download begins again if a server answers with another range', async () => {
    let answers = 0
    server.answer(name, (response, { range }) => {
      answers += 1
      if (answers === 1) {
        response.writeHead(200, { etag: '"v1"', 'content-length': newProgram.length })
        response.write(newProgram.subarray(0, cutAt), () => response.destroy())
      } else if (range === undefined) response.writeHead(200, { 'content-length': newProgram.length }).end(newProgram)
      else response.writeHead(206, { etag: '"v1"', 'content-range': 'bytes 7-9/4000000' }).end('abc')
    })
    expect(await cutThenAgain()).toBe('done')
    expect([installed(), answers]).toEqual(['new', 3])
  })
})

describe('the kept older program', () => {
  const kept = (): string => keptPath(join(folder, 'cache', 'atelier-previous'))

  /** Updates from 1.0.0 to 1.1.0. */
  async function update(): Promise<void> {
    server.release('1.1.0', newProgram)
    const here = updater()
    expect(here.previous()).toBeNull()
    await here.check('stable')
    await here.download(() => undefined, never)
    here.arm('quit')
    here.atEnd()
    expect(installed()).toBe('new')
  }

  test('the previous program is kept, restored at the end of a quit, and then removed', async () => {
    await update()
    const here = updater('1.1.0')
    expect(here.previous()?.version).toBe('1.0.0')
    await here.stagePrevious()
    here.arm('back')
    expect(readFileSync(program).equals(newProgram)).toBe(true)
    here.atEnd()
    expect(installed()).toBe('old')
    expect(statSync(program).mode & 0o777).toBe(0o755)
    expect(updater().previous()).toBeNull()
    expect(existsSync(kept())).toBe(false)
  })

  test('a changed previous program is not used, and the current one is kept', async () => {
    await update()
    writeFileSync(kept(), Buffer.alloc(oldProgram.length, 'bad '))
    const here = updater('1.1.0')
    expect(await codeOf(here.stagePrevious())).toBe('update_damaged')
    expect(installed()).toBe('new')
    rmSync(kept())
    expect(here.previous()).toBeNull()
    expect(await codeOf(here.stagePrevious())).toBe('not_found')
  })

  test('the previous program is replaced by that of the next update, and removed after 30 days', async () => {
    await update()
    server.release('1.2.0', oldProgram)
    const here = updater('1.1.0')
    await here.check('stable')
    await here.download(() => undefined, never)
    here.arm('quit')
    here.atEnd()
    expect(updater('1.2.0').previous()?.version).toBe('1.1.0')
    expect(readFileSync(kept()).equals(newProgram)).toBe(true)
    const day = 24 * 60 * 60_000
    const later = (days: number): Clock => ({ ...systemClock, now: () => Date.now() + days * day })
    expect(updater('1.2.0', later(29)).previous()?.version).toBe('1.1.0')
    expect(updater('1.2.0', later(31)).previous()).toBeNull()
    expect(existsSync(kept())).toBe(false)
  })

  test('a previous program is not offered if it is not older, or its note is invalid', async () => {
    await update()
    const file = join(folder, 'cache', 'atelier-previous', 'previous.json')
    const note = JSON.parse(readFileSync(file, 'utf8'))
    const here = updater('1.1.0')
    for (const text of [
      '',
      '{{',
      '[]',
      JSON.stringify({ ...note, version: '9.9.9' }),
      JSON.stringify({ ...note, sha512: 7 }),
    ]) {
      writeFileSync(file, text)
      expect(here.previous()).toBeNull()
    }
    writeFileSync(file, JSON.stringify(note))
    expect(here.previous()?.version).toBe('1.0.0')
  })

  test('an update is installed even if the previous program cannot be kept', async () => {
    mkdirSync(join(folder, 'cache'))
    writeFileSync(join(folder, 'cache', 'atelier-previous'), 'a file in the way')
    await update()
    expect(updater('1.1.0').previous()).toBeNull()
  })

  test('nothing is restored without a staged program', async () => {
    await update()
    const here = updater('1.1.0')
    here.arm('back')
    here.atEnd()
    expect(installed()).toBe('new')
  })
})

test('a copy that cannot replace itself only announces updates', () => {
  const linux = { platform: 'linux', program: process.execPath } as const
  expect(wayOf({ ...linux, environment: {} })).toBe('tells')
  expect(wayOf({ ...linux, environment: { APPIMAGE: join(folder, 'gone') } })).toBe('tells')
  expect(wayOf({ ...linux, environment: { APPIMAGE: program } })).toBe('app-image')
  const windows = { platform: 'win32', program: join(folder, 'Atelier.exe') } as const
  expect(wayOf({ ...windows, environment: {} })).toBe('tells')
  writeFileSync(join(folder, 'Uninstall Atelier.exe'), '')
  expect(wayOf({ ...windows, environment: {} })).toBe('windows')
  expect(wayOf({ ...windows, environment: { PORTABLE_EXECUTABLE_DIR: folder } })).toBe('tells')
  expect(wayOf({ ...windows, platform: 'darwin', environment: {} })).toBe('tells')
})

test.each([
  ['provider: generic\nurl: http://updates.example/\n', 'an address without TLS'],
  ['provider: s3\nbucket: atelier\n', 'another provider'],
  ['', 'an empty file'],
])('no updater for %j: %s', (text) => {
  writeFileSync(join(folder, 'app-update.yml'), text)
  expect(() => updater()).toThrow('no updater')
})
