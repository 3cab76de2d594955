import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { unzipSync, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { Database } from '../../../../src/main/storage/database.ts'
import { databasePath } from '../../../../src/main/storage/open.ts'
import { noCounts } from '../../../../src/shared/transfer.ts'
import { everything } from '../../../fakes/everything.ts'
import { fillDataFolder } from '../../../fakes/filled-folder.ts'
import { pictures } from '../../../fakes/pictures.ts'
import { transferApps } from '../../../fakes/transfer-apps.ts'

const started = transferApps()

/** Data that two folders must share: without the times of files, and without local state of jobs. */
function rowsOf(folder: string): Readonly<Record<string, readonly unknown[]>> {
  const database = new Database(databasePath(folder), { readonly: true })
  const own = new Set(['position', 'sequence', 'place', 'rowid', 'dismissed_at', 'gateway_url', 'owner'])
  const tables = [
    'conversations',
    'messages',
    'message_attachments',
    'images',
    'image_job_references',
    'transcripts',
    'transcript_segments',
    'transcription_jobs',
    'video_jobs',
    'history_items',
    'history_tags',
    'image_collection_items',
    'video_collection_items',
    'storyboard_entries',
  ]
  try {
    return Object.fromEntries([
      ...tables.map((table) => {
        const rows = database.prepare(`SELECT * FROM ${table}`).all()
        const alive = rows.filter((row) => row.deleted_at == null)
        return [table, alive.map((row) => JSON.stringify(row, (key, value) => (own.has(key) ? 0 : value))).toSorted()]
      }),
      ['media', database.prepare('SELECT id, mime, bytes, width, height FROM media ORDER BY id').all()],
      ['collections', database.prepare('SELECT id, name FROM video_collections').all()],
      ['storyboards', database.prepare('SELECT id, name FROM storyboards').all()],
      ['places', database.prepare('SELECT id FROM storyboard_entries ORDER BY position').all()],
      ['jobs', database.prepare('SELECT id, request, status, created_at FROM image_jobs ORDER BY id').all()],
    ])
  } finally {
    database.close()
  }
}

/** The rows as an import writes them: chats that come from outside hold texts of others. */
function asOfOthers({ conversations = [], ...others }: ReturnType<typeof rowsOf>): ReturnType<typeof rowsOf> {
  return { ...others, conversations: conversations.map((row) => String(row).replace('"untrusted":0', '"untrusted":1')) }
}

const nothingLeftOut = { skipped: [], byChat: { named: [], further: 0 } }

describe('a complete export and import', () => {
  test('everything survives export and import, and a second import adds nothing', async () => {
    const from = await started(everything)
    const { report } = await from.call('transfer.export', { keys: null })
    const counts = {
      conversations: 4,
      messages: 9,
      images: 1,
      transcripts: 1,
      videos: 2,
      prompts: 0,
      assistants: 0,
      memories: 0,
      recipes: 0,
      folders: 0,
      files: 4,
    }
    expect(report).toEqual({ counts, missing: 0, unfinished: 0 })
    const to = await started()
    const zip = from.exported()
    const token = to.give(zip, 'Atelier.zip')
    expect(await to.call('transfer.inspect', { token })).toEqual({
      format: 'atelier',
      counts,
      present: 0,
      ...nothingLeftOut,
    })
    expect(await to.call('transfer.import', { token })).toEqual({
      format: 'atelier',
      added: counts,
      present: 0,
      ...nothingLeftOut,
    })
    expect(to.platform.events.of('transfer.imported')).toHaveLength(1)
    const rows = rowsOf(to.folder)
    expect(rows).toEqual(asOfOthers(rowsOf(from.folder)))
    expect(rows.history_items?.length).toBe(8)
    const again = await to.call('transfer.import', { token: to.give(zip, 'Atelier.zip') })
    expect(again).toEqual({ format: 'atelier', added: noCounts, present: 8, ...nothingLeftOut })
    expect(rowsOf(to.folder)).toEqual(rows)
  })

  test('an export can be read without the app', async () => {
    const from = await started(everything)
    await from.call('transfer.export', { keys: null })
    const files = unzipSync(from.exported())
    const names = Object.keys(files)
    expect(names.filter((name) => !name.startsWith('media/')).sort()).toEqual([
      'README.md',
      'atelier.json',
      'chats/1970-01/A tree.md',
      'chats/2023-11/A title with signs.md',
      'chats/2023-11/Same (2).md',
      'chats/2023-11/Same.md',
      'images/2024-01/A heron, 墨色.png',
      'images/2024-01/index.md',
      'report.txt',
      'transcripts/Talk.md',
      'transcripts/Talk.srt',
      'videos/a heron over a quiet harbour.mp4',
      'videos/index.md',
    ])
    const text = (name: string): string => Buffer.from(files[name] ?? []).toString()
    const tree = text('chats/1970-01/A tree.md')
    expect(tree).toContain('title: "A tree"\nmodel: "m"\n')
    expect(tree).toContain('> Be brief.')
    const [, link = ''] = /!\[\]\(\.\.\/\.\.\/(media\/[^)]+)\)/.exec(tree) ?? []
    expect(Buffer.from(files[link] ?? []).equals(pictures.png)).toBe(true)
    expect(tree).toContain('text of t2')
    expect(tree).not.toContain('text of t3')
    expect(tree).toContain('There is another version of this message in atelier.json.')
    expect(text('images/2024-01/index.md')).toContain('![](A%20heron%2C%20%E5%A2%A8%E8%89%B2.png)\n\n> A heron, 墨色')
    expect(text('transcripts/Talk.srt')).toContain('00:00:00,000 --> ')
    expect(text('report.txt')).toBe('All files were there when the export was made.\n')
    expect(text('README.md')).toContain('Conversations: 4, images: 1, transcripts: 1, videos: 2, files: 4.')
    expect(names.some((name) => name.includes('bin'))).toBe(false)
  })

  test('an export omits missing files, and lists them', async () => {
    const from = await started(everything)
    const database = new Database(databasePath(from.folder), { readonly: true })
    const [image] = database.prepare('SELECT media_id FROM images').all()
    database.close()
    const lost = String(image?.media_id)
    rmSync(join(from.folder, 'media', lost.slice(0, 2), lost))
    expect((await from.call('transfer.export', { keys: null })).report.missing).toBe(1)
    expect(Buffer.from(unzipSync(from.exported())['report.txt'] ?? []).toString()).toContain(lost)
    const to = await started()
    const report = await to.call('transfer.import', { token: to.give(from.exported(), 'a.zip') })
    expect([report.added.images, report.skipped]).toEqual([
      0,
      [
        { reason: 'media_missing', count: 1 },
        { reason: 'without_media', count: 1 },
      ],
    ])
  })

  test('an import omits files whose content or kind differs from the declared one', async () => {
    const from = await started(everything)
    await from.call('transfer.export', { keys: null })
    const files = unzipSync(from.exported())
    const changed = Object.fromEntries(
      Object.entries(files).map(([name, bytes]) => [
        name,
        name.endsWith('.mp4') ? bytes.map((byte, at) => (at === 400 ? 1 : byte)) : bytes,
      ]),
    )
    const to = await started()
    const report = await to.call('transfer.import', { token: to.give(zipSync(changed, { level: 0 }), 'a.zip') })
    expect([report.added.videos, report.added.files]).toEqual([1, 3])
    expect(report.skipped).toEqual([
      { reason: 'media_refused', count: 1 },
      { reason: 'without_media', count: 1 },
    ])
  })

  test('an export contains only the chosen items', async () => {
    const from = await started(everything)
    const keys = [
      { kind: 'chat', id: 'tree' },
      { kind: 'chat', id: 'bin' },
      { kind: 'chat', id: 'nobody' },
    ] as const
    const { report } = await from.call('transfer.export', { keys: [...keys] })
    expect(report.counts).toEqual({ ...noCounts, conversations: 1, messages: 3, files: 1 })
  })
})

describe('a running export or import', () => {
  test('a running export or import reports progress, runs alone, and leaves no files when cancelled', async () => {
    const from = await started(async (folder) => {
      await fillDataFolder(folder, { messages: 20_000, files: 0 })
    })
    const exporting = from.refusal('transfer.export', { keys: null })
    await from.platform.events.until('transfer.changed', ({ work }) => (work?.progress ?? 0) > 0)
    expect(await from.refusal('transfer.inspect', { token: 'x' })).toBe('busy')
    await from.call('transfer.cancel', {})
    expect(await exporting).toBe('cancelled')
    expect(await from.call('transfer.state', {})).toEqual({ work: null })
    expect(readdirSync(join(from.folder, 'saved'))).toEqual([])
    await from.call('transfer.export', { keys: null })
    const to = await started()
    const zip = from.exported()
    const importing = to.refusal('transfer.import', { token: to.give(zip, 'a.zip') })
    await to.platform.events.until('transfer.changed', ({ work }) => (work?.progress ?? 0) > 0)
    await to.call('transfer.cancel', {})
    expect(await importing).toBe('cancelled')
    expect(readdirSync(join(to.folder, 'media', 'incoming'))).toEqual([])
    expect((await to.call('chat.list', { query: '', offset: 0, limit: 1 })).conversations).toEqual([])
    const { added } = await to.call('transfer.import', { token: to.give(zip, 'a.zip') })
    expect([added.conversations, added.messages]).toEqual([200, 20_000])
  })
})
