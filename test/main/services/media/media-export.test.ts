import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { MediaLibrary } from '../../../../src/main/media/library.ts'
import { MediaExport } from '../../../../src/main/services/media/media-export.ts'
import { MediaItems } from '../../../../src/main/storage/media-items.ts'
import type { MediaItem } from '../../../../src/shared/media.ts'
import { pictures } from '../../../fakes/pictures.ts'
import { temporaryDatabase } from '../../../fakes/storage.ts'

let run: ReturnType<typeof temporaryDatabase>
let library: MediaLibrary
let files: MediaExport
let png: MediaItem
let saved: string
beforeEach(async () => {
  run = temporaryDatabase()
  saved = join(run.folder, 'saved')
  mkdirSync(saved)
  library = new MediaLibrary(run.folder, new MediaItems(run.database), () => 5)
  png = await library.addMedia(pictures.png, { mime: 'image/png', width: 37, height: 21 })
  const save = async (name: string, write: (path: string) => Promise<void>) => {
    await write(join(saved, name))
    return { by: 'main', saved: true } as const
  }
  files = new MediaExport(library, { saveFile: save, drag: async (name, write) => void (await save(name, write)) })
})
afterEach(() => run.dispose())

describe('saving a file', () => {
  test('a file is written under the name, with the extension of its type', async () => {
    expect(await files.saveMedia({ mediaId: png.id, name: 'Tea box.exe' })).toEqual({ by: 'main', saved: true })
    expect(readdirSync(saved)).toEqual(['Tea box.exe.png'])
    expect(readFileSync(join(saved, 'Tea box.exe.png')).equals(pictures.png)).toBe(true)
  })

  test('a name that already has the extension gets no second one', async () => {
    const video = await library.addMedia(Buffer.from('not looked at'), { mime: 'video/mp4', width: 640, height: 360 })
    await files.saveMedia({ mediaId: png.id, name: 'Tea.PNG' })
    await files.saveMedia({ mediaId: video.id, name: 'Kite over the sea.mp4' })
    expect(readdirSync(saved).sort()).toEqual(['Kite over the sea.mp4', 'Tea.png'])
  })

  test.each([
    ['application/x-svg', '.svg'],
    ['image/x-icon', '.ico'],
    ['image/vnd.adobe.photoshop', '.psd'],
    ['image/jp2', '.jp2'],
    ['image/j2c', '.j2c'],
    ['image/jxl', '.jxl'],
  ])('names %s with %s, saved and dragged', async (mime, suffix) => {
    const { id, ...item } = await library.addMedia(Buffer.from(suffix), { mime, width: null, height: null })
    await files.saveMedia({ mediaId: id, name: 'Tea' })
    await files.startDrag({ mediaId: id, name: `Cup${suffix}` })
    expect([item.mime, readdirSync(saved).sort()]).toEqual([mime, [`Cup${suffix}`, `Tea${suffix}`]])
    expect(library.findMedia(id)?.mime).toBe(mime)
  })

  test('a saved file never leaves the chosen folder', async () => {
    await files.saveMedia({ mediaId: png.id, name: '../../outside.png' })
    expect([readdirSync(saved), existsSync(join(run.folder, '..', 'outside.png'))]).toEqual([['outside.png'], false])
  })

  test('a saved file replaces an old one of that name', async () => {
    writeFileSync(join(saved, 'a.png'), 'old')
    await files.saveMedia({ mediaId: png.id, name: 'a.png' })
    expect(readFileSync(join(saved, 'a.png')).equals(pictures.png)).toBe(true)
  })

  test('a missing source leaves the old file whole, and nothing incomplete', async () => {
    writeFileSync(join(saved, 'a.png'), 'old')
    rmSync(library.pathOf(png.id))
    await expect(files.saveMedia({ mediaId: png.id, name: 'a.png' })).rejects.toMatchObject({
      error: { code: 'not_found' },
    })
    expect([readdirSync(saved), readFileSync(join(saved, 'a.png'), 'utf8')]).toEqual([['a.png'], 'old'])
  })

  test('only files of the library can be saved', async () => {
    const asked = files.saveMedia({ mediaId: 'f'.repeat(64), name: 'a.png' })
    await expect(asked).rejects.toMatchObject({ error: { code: 'not_found' } })
  })
})

describe('saving many files', () => {
  test('saving many makes one ZIP that other programs read, with a unique name for every file', async () => {
    const webp = await library.addMedia(pictures.webp, { mime: 'image/webp', width: 37, height: 21 })
    await files.saveArchive(
      [
        { mediaId: png.id, name: '茶盒.png' },
        { mediaId: webp.id, name: '茶盒' },
        { mediaId: png.id, name: '茶盒.png' },
      ],
      'Atelier.zip',
    )
    const entries = Object.entries(unzipSync(readFileSync(join(saved, 'Atelier.zip'))))
    expect(entries.map(([name, bytes]) => [name, Buffer.from(bytes).toString('hex')])).toEqual([
      ['茶盒.png', pictures.png.toString('hex')],
      ['茶盒.webp', pictures.webp.toString('hex')],
      ['茶盒 (2).png', pictures.png.toString('hex')],
    ])
  })

  test('no ZIP is saved if one of its files is missing', async () => {
    rmSync(library.pathOf(png.id))
    const asked = files.saveArchive([{ mediaId: png.id, name: 'a' }], 'x')
    await expect(asked).rejects.toMatchObject({ error: { code: 'not_found' } })
    expect(readdirSync(saved)).toEqual([])
  })
})
