import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createApp } from '../../../src/main/app.ts'
import type { App } from '../../../src/main/application.ts'
import { MediaLibrary } from '../../../src/main/media/library.ts'
import { MediaItems } from '../../../src/main/storage/media-items.ts'
import { pictureBytesMax } from '../../../src/shared/media.ts'
import { AppClient } from '../../fakes/app-client.ts'
import { pictures } from '../../fakes/pictures.ts'
import { type TestPlatform, testPlatform } from '../../fakes/platform.ts'
import { temporaryDatabase } from '../../fakes/storage.ts'

const about = { mime: 'image/png', width: 37, height: 21 }
const hash = createHash('sha256').update(pictures.png).digest('hex')

describe('the media library', () => {
  let run: ReturnType<typeof temporaryDatabase>
  let library: MediaLibrary
  beforeEach(() => {
    run = temporaryDatabase()
    library = new MediaLibrary(run.folder, new MediaItems(run.database), () => 5)
  })
  afterEach(() => run.dispose())

  const filesIn = (): string[] =>
    readdirSync(join(run.folder, 'media'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => name)

  test('stores equal content once, under its hash, readable only by its owner', async () => {
    const one = await library.addMedia(pictures.png, about)
    const two = await library.addMedia(Buffer.from(pictures.png), { ...about, width: 1 })
    expect(one).toEqual({ id: hash, bytes: pictures.png.byteLength, ...about })
    expect([two, filesIn()]).toEqual([one, [hash]])
    expect(Buffer.from(await library.readMedia(one)).equals(pictures.png)).toBe(true)
    if (process.platform !== 'win32') expect(statSync(library.pathOf(hash)).mode & 0o777).toBe(0o600)
  })

  test('serves a file outside the library only while it is unchanged', async () => {
    const path = join(run.folder, 'talk.wav')
    const { signal } = new AbortController()
    writeFileSync(path, 'as it was')
    const item = await library.refer({ path, temporary: false, signal }, { ...about, mime: 'audio/wav' })
    expect(Buffer.from(await library.readMedia(item)).toString()).toBe('as it was')
    writeFileSync(path, 'something else')
    await expect(library.readMedia(item)).rejects.toMatchObject({ error: { code: 'source_moved' } })
    rmSync(path)
    symlinkSync(join(run.folder, 'atelier.db'), path)
    await expect(library.readMedia(item)).rejects.toMatchObject({ error: { code: 'source_moved' } })
  })

  test('does not follow a link or a folder in place of its own file', async () => {
    const item = await library.addMedia(pictures.png, about)
    rmSync(library.pathOf(item.id))
    symlinkSync(join(run.folder, 'atelier.db'), library.pathOf(item.id))
    await expect(library.readMedia(item)).rejects.toMatchObject({ error: { code: 'not_found' } })
    rmSync(library.pathOf(item.id))
    mkdirSync(library.pathOf(item.id))
    await expect(library.readMedia(item)).rejects.toMatchObject({ error: { code: 'not_found' } })
  })

  test.each(['text/html', 'image/svg+xml', 'application/pdf', '__proto__', ''])(
    'serves a file of the type %s as bytes that nothing opens',
    async (mime) => {
      const item = await library.addMedia(pictures.png, about)
      run.database.prepare('UPDATE media SET mime = ? WHERE id = ?').run(mime, item.id)
      expect(library.findMedia(item.id)?.mime).toBe('application/octet-stream')
    },
  )

  test('accepts the same content twice at the same time', async () => {
    const items = await Promise.all(Array.from({ length: 8 }, () => library.addMedia(pictures.png, about)))
    expect([new Set(items.map(({ id }) => id)).size, filesIn()]).toEqual([1, [hash]])
  })

  test('shows nothing of a file that a crash left half written, and stores it whole the next time', async () => {
    const folder = join(library.pathOf(hash), '..')
    mkdirSync(folder, { recursive: true })
    writeFileSync(`${library.pathOf(hash)}.0d3f.part`, pictures.png.subarray(0, 10))
    expect([library.findMedia(hash), existsSync(library.pathOf(hash))]).toEqual([null, false])
    const item = await library.addMedia(pictures.png, about)
    expect(readFileSync(library.pathOf(item.id)).equals(pictures.png)).toBe(true)
  })

  test('shows nothing of a file whose row a crash left out, and finds it the next time', async () => {
    mkdirSync(join(library.pathOf(hash), '..'), { recursive: true })
    writeFileSync(library.pathOf(hash), pictures.png)
    expect(library.findMedia(hash)).toBeNull()
    expect(await library.addMedia(pictures.png, about)).toMatchObject({ id: hash })
  })

  test('writes a removed file again, and reports a missing one', async () => {
    const item = await library.addMedia(pictures.png, about)
    rmSync(library.pathOf(item.id))
    await expect(library.readMedia(item)).rejects.toMatchObject({ error: { code: 'not_found' } })
    await library.addMedia(pictures.png, about)
    expect((await library.readMedia(item)).byteLength).toBe(item.bytes)
  })

  test('leaves no part of a file whose write failed', async () => {
    // a file in place of the folder
    mkdirSync(join(run.folder, 'media'))
    writeFileSync(join(run.folder, 'media', hash.slice(0, 2)), '')
    await expect(library.addMedia(pictures.png, about)).rejects.toThrow()
    expect([library.findMedia(hash), filesIn()]).toEqual([null, [hash.slice(0, 2)]])
  })

  test.each(['', 'x', '../../etc/passwd', hash.toUpperCase(), `${hash}0`, `${hash}\n`])(
    'knows no item %j',
    async (id) => {
      await library.addMedia(pictures.png, about)
      expect(library.findMedia(id)).toBeNull()
    },
  )
})

describe('a picture that a user drops', () => {
  let platform: TestPlatform
  let app: App
  let dispose: () => void
  const client = new AppClient(() => app)
  beforeEach(async () => {
    ;({ platform, dispose } = testPlatform())
    app = await createApp(platform, { demo: false })
  })
  afterEach(async () => {
    await app.close()
    dispose()
  })

  function drop(content: string | Uint8Array, name = 'x.png'): string {
    const path = join(platform.paths.data, name)
    writeFileSync(path, content)
    return app.importFile({ path, name, temporary: false })
  }

  test('the type of a dropped picture comes from its content, not its name', async () => {
    const item = await client.call('media.addPicture', { token: drop(pictures.jpeg, 'x.txt') })
    expect(item).toMatchObject({ mime: 'image/jpeg', width: 37, height: 21 })
    expect(app.findMedia(item.id)).toMatchObject({ mime: 'image/jpeg', bytes: pictures.jpeg.byteLength })
    expect(app.findMedia(`${item.id}x`)).toBeNull()
  })

  test('a dropped file that is no picture, missing, a folder or too large is refused', async () => {
    const path = join(platform.paths.data, 'huge.png')
    writeFileSync(path, pictures.png)
    truncateSync(path, pictureBytesMax + 1)
    const loop = join(platform.paths.data, 'loop')
    symlinkSync(loop, loop)
    for (const token of [
      drop('<svg/>', 'x.svg'),
      drop('', 'empty.png'),
      app.importFile({ path: join(platform.paths.data, 'nowhere'), name: 'x', temporary: false }),
      app.importFile({ path: platform.paths.data, name: 'x', temporary: false }),
      app.importFile({ path: loop, name: 'x', temporary: false }),
      app.importFile({ path, name: 'x', temporary: false }),
    ])
      expect(await client.refusal('media.addPicture', { token })).toBe('file_refused')
  })

  test('a dropped picture can be imported once with its token', async () => {
    const token = drop(pictures.png)
    await client.call('media.addPicture', { token })
    expect(await client.refusal('media.addPicture', { token })).toBe('not_found')
    expect(await client.refusal('media.addPicture', { token: join(platform.paths.data, 'x.png') })).toBe('not_found')
  })
})
