import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createApp } from '../../src/main/app.ts'
import { BrowserShell } from '../../src/main/browser/browser-shell.ts'
import { claimDataFolder, prepareDataFolder } from '../../src/main/data-folder.ts'
import { createLogFile } from '../../src/main/log-file.ts'
import { createMemorySecrets } from '../../src/main/secrets/memory.ts'
import { systemClock } from '../../src/main/system-clock.ts'

const id = '0b0f6a55-6e53-4a2f-9b1e-3f4c5d6e7f80'
const other = '1b0f6a55-6e53-4a2f-9b1e-3f4c5d6e7f80'
const hash = 'ab'.repeat(32)

/** Paths in the user's folder: of every folder that Atelier uses, and of every name in it that Atelier removes. */
const theirs: readonly string[] = [
  ...['requests', 'incoming', 'outgoing', 'media', 'recordings', 'backups', 'logs', 'previews', 'saved'].flatMap(
    (folder) => [`${folder}/notes.txt`, `${folder}/mine/deep/notes.txt`, `${folder}/${id}/notes.txt`],
  ),
  ...[
    `requests/${id}.json`,
    `requests/${id}.json.new`,
    'requests/left.json',
    `incoming/${other}`,
    `outgoing/${id}/a.png`,
  ],
  ...['media/incoming/old.part', `media/incoming/${id}.part`, 'media/ab/old.part', `media/ab/${hash}.${id}.part`],
  ...[`media/incoming/video-${id}.part`, 'media/incoming/listening.json'],
  ...[`recordings/${id}.part`, 'recordings/old.part', `recordings/${id}.json.new`, 'recordings/a.new'],
  ...['backups/.work-old/notes.txt', `backups/.work-${id}/notes.txt`, 'backups/a.unproven', 'backups/a.adding'],
  ...[`backups/.places/${id}/sending/notes.txt`, 'backups/.places/mine/notes.txt', 'backups/verified.json.new'],
  ...[1, 2, 3, 4, 5, 6, 7].map((at) => `backups/atelier-v1-${at}.db`),
  ...['logs/atelier.log', 'logs/atelier.log.1', 'logs/atelier.log.3'],
  ...['atelier.db.restoring-mine', 'go-back.json', 'go-back.json.new'],
  ...['moving.json', 'moved.json', 'instance.json.new', 'settings.json.new', 'own-files.txt', '.probe-1/notes.txt'],
]

let data: string
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'atelier-foreign-'))
})
afterEach(() => rmSync(data, { recursive: true, force: true }))

function put(paths: readonly string[]): void {
  for (const path of paths) {
    mkdirSync(dirname(join(data, path)), { recursive: true })
    writeFileSync(join(data, path), `mine: ${path}`)
    utimesSync(join(data, path), new Date(0), new Date(0))
  }
}

const hashOf = (path: string): string => {
  try {
    return createHash('sha256')
      .update(readFileSync(join(data, path)))
      .digest('hex')
  } catch {
    return 'gone'
  }
}
const hashes = (paths: readonly string[]) => Object.fromEntries(paths.map((path) => [path, hashOf(path)]))

/** Starts the real browser shell with the real application on the folder, uses it, and ends it. */
async function run(use: (call: (name: string, input: unknown) => Promise<unknown>) => Promise<void>): Promise<void> {
  await prepareDataFolder(data)
  const claimed = await claimDataFolder(data, 'browser')
  if (!claimed.claimed) throw new Error('the folder is in use')
  const log = createLogFile({ data, clock: systemClock, maxBytes: 200 })
  for (let at = 0; at < 8; at += 1) log('info', 'a line that fills the file')
  const made = Promise.withResolvers<Awaited<ReturnType<typeof createApp>>>()
  const shell = await BrowserShell.start({
    data,
    claim: claimed.claim,
    port: 0,
    demo: false,
    version: '0.0.0',
    resources: join(import.meta.dirname, '../../resources'),
    files: { renderer: data, pageBridge: data },
    environment: {},
    secrets: createMemorySecrets(),
    log,
    onBroken: () => undefined,
    compose: async (platform, options) => {
      const app = await createApp(platform, options)
      made.resolve(app)
      return app
    },
  })
  const app = await made.promise
  await use((name, input) => app.call(name, input))
  await shell.close()
}

const nothing = async (): Promise<void> => undefined

describe('a folder that belonged to the user before', () => {
  test('every file and folder of the user with a name that Atelier uses is kept, over starts and use', async () => {
    put(theirs)
    const before = hashes(theirs)
    await run(nothing)
    expect(hashes(theirs)).toEqual(before)
    await run(async (call) => {
      for (const kept of [true, false, true]) expect(await call('requests.keep', { kept })).toMatchObject({ ok: true })
      expect(await call('requests.clear', {})).toMatchObject({ ok: true })
      expect(await call('backups.make', { passphrase: null })).toMatchObject({ ok: true })
    })
    await run(nothing)
    expect(hashes(theirs)).toEqual(before)
  })

  const folders = ['requests', 'incoming', 'outgoing', 'media', 'recordings', 'backups', 'logs', 'previews']

  test.each(folders)('a file of the user named %s is kept, and the app starts', async (name) => {
    put([name])
    const before = hashes([name])
    await run(async (call) => {
      expect(await call('requests.keep', { kept: true })).toMatchObject({ ok: true })
      await call('backups.list', {})
    })
    await run(nothing)
    expect(hashes([name])).toEqual(before)
  })

  test.each(folders)('an empty folder of the user named %s is kept', async (name) => {
    mkdirSync(join(data, name))
    await run(nothing)
    await run(nothing)
    expect(readdirSync(data)).toContain(name)
  })

  const files = [
    'lock.db',
    'instance.json',
    'vectors.db',
    'knowledge.db',
    'restore.json',
    'settings.json',
    'atelier.db',
  ]

  test.each(files)('a file of the user named %s loses no byte', async (name) => {
    put([name])
    const content = hashOf(name)
    for (let start = 0; start < 2; start += 1) {
      await run(async (call) => void (await call('knowledge.list', {}))).catch(() => undefined)
      const all = readdirSync(data, { recursive: true, encoding: 'utf8' })
      expect(Object.values(hashes(all))).toContain(content)
    }
  })
})
