import { describe, expect, it } from 'vitest'
import type { Dropped, FileEntry, FolderEntry } from '../../../../src/renderer/components/window/dropped.ts'
import { filesMax, recordingsOf } from '../../../../src/renderer/features/transcription/intake/folder-walk.ts'
import { looksLikeSound } from '../../../../src/shared/sound-files.ts'

function fileEntry(name: string, reads: string[] = []): FileEntry {
  return {
    name,
    file: async () => {
      reads.push(name)
      return new File(['x'], name)
    },
  }
}
const unreadable: FileEntry = { name: 'locked.mp3', file: () => Promise.reject(new Error('denied')) }

function folder(name: string, entries: readonly (FolderEntry | FileEntry)[]): FolderEntry {
  let at = 0
  return {
    name,
    read: async () => {
      const batch = entries.slice(at, at + 2)
      at += 2
      return batch
    },
  }
}
const file = (name: string, type = ''): Dropped => ({ kind: 'file', file: new File(['x'], name, { type }) })

async function walked(dropped: readonly Dropped[]) {
  const count = { passedOver: 0, names: [] as string[], cut: false }
  const taken: string[] = []
  for await (const found of recordingsOf(dropped, count)) taken.push(found.name)
  return { taken, ...count }
}

describe('a drop of files and folders', () => {
  it('imports likely recordings, also from nested folders, and counts the rest', async () => {
    const inner = folder('inner', [fileEntry('c.mp4'), fileEntry('d.txt'), fileEntry('.hidden.mp3')])
    const outer = folder('outer', [fileEntry('b.flac'), inner, unreadable, fileEntry('e.ogg')])
    const found = await walked([
      file('a.wav'),
      { kind: 'folder', folder: outer },
      file('notes.md'),
      file('f', 'audio/amr'),
    ])
    expect(found).toEqual({
      taken: ['a.wav', 'b.flac', 'e.ogg', 'c.mp4', 'f'],
      passedOver: 3,
      names: expect.arrayContaining(['d.txt', 'notes.md']),
      cut: false,
    })
  })

  it('counts a folder that cannot be read, or only in part', async () => {
    const locked: FolderEntry = { name: 'locked', read: () => Promise.reject(new Error('denied')) }
    const broken = folder('broken', [fileEntry('a.mp3'), fileEntry('b.mp3'), fileEntry('c.mp3')])
    let reads = 0
    const cut: FolderEntry = {
      name: 'cut',
      read: async () => {
        reads += 1
        return reads === 1 ? await broken.read() : Promise.reject(new Error('gone'))
      },
    }
    const outer = folder('outer', [locked, cut, fileEntry('d.mp3')])
    expect(await walked([{ kind: 'folder', folder: outer }])).toEqual({
      taken: ['d.mp3', 'a.mp3', 'b.mp3'],
      passedOver: 2,
      names: ['locked', 'cut'],
      cut: false,
    })
  })

  it('reads folders only as far as recordings are needed', async () => {
    const reads: string[] = []
    const names = Array.from({ length: 50 }, (_, index) => `${index}.mp3`)
    const many = folder(
      'many',
      names.map((name) => fileEntry(name, reads)),
    )
    const walk = recordingsOf([{ kind: 'folder', folder: many }], { passedOver: 0, names: [] as string[], cut: false })
    await walk.next()
    await walk.next()
    expect(reads).toEqual(['0.mp3', '1.mp3'])
  })

  it('imports at most a limited number at once', async () => {
    const one = new File(['x'], 'a.mp3')
    const many: Dropped[] = Array.from({ length: filesMax + 5 }, () => ({ kind: 'file', file: one }))
    const found = await walked(many)
    expect(found.taken).toHaveLength(filesMax)
    expect(found.cut).toBe(true)
  })
})

it('recognises sound by type or by name', () => {
  const looks = (name: string, type = '') => looksLikeSound({ name, type })
  expect([looks('a.MP3'), looks('a.amr'), looks('a.mkv'), looks('a', 'video/mp4')]).toEqual([true, true, true, true])
  expect([
    looks('a.txt'),
    looks('mp3'),
    looks('a.ts'),
    looks('a.ts', 'video/mp2t'),
    looks('a.m3u8', 'audio/x-mpegurl'),
  ]).toEqual([false, false, false, false, false])
  // films of a television receiver and of a camera, told from TypeScript by their size
  expect(looksLikeSound({ name: 'talk.ts', type: 'video/mp2t', size: 30_000_000 })).toBe(true)
  expect(looksLikeSound({ name: '00001.MTS', type: '', size: 30_000_000 })).toBe(true)
  expect(['index.mts', 'types.d.mts'].map((name) => looksLikeSound({ name, type: 'video/mp2t', size: 900 }))).toEqual([
    false,
    false,
  ])
})
