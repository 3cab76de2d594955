import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import {
  callChannel,
  clearPasted,
  handleIpc,
  type IpcHandling,
  importChannel,
  pasteFolder,
  type Sender,
} from '../../../src/main/electron/ipc.ts'
import type { ImportedFile } from '../../../src/main/media/imports.ts'
import { ok, type Result } from '../../../src/shared/ipc/result.ts'

type Handler = (event: Sender, ...words: unknown[]) => Promise<Result<unknown>>

let data: string
beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'atelier-ipc-'))
})
afterEach(async () => await rm(data, { recursive: true, force: true }))

const page: Sender = { senderFrame: { url: 'app://bundle/index.html', parent: null } }
const stranger: Sender = { senderFrame: { url: 'https://example.com/', parent: null } }

function handling() {
  const handlers = new Map<string, Handler>()
  const ipc: IpcHandling = {
    handle: (channel, handler) => void handlers.set(channel, handler),
    removeHandler: (channel) => void handlers.delete(channel),
  }
  const calls: unknown[][] = []
  const files: ImportedFile[] = []
  const app = {
    async call(name: unknown, input: unknown) {
      calls.push([name, input])
      return ok('answer')
    },
    importFile(file: ImportedFile) {
      files.push(file)
      return 'token'
    },
  }
  const undo = handleIpc(ipc, app, data)
  const send = async (channel: string, event: Sender, ...words: unknown[]) =>
    await handlers.get(channel)?.(event, ...words)
  return { send, calls, files, undo, handlers }
}

it('answers the page, and refuses other senders', async () => {
  const { send, calls } = handling()
  expect(await send(callChannel, page, 'app.info', {})).toEqual(ok('answer'))
  expect(await send(callChannel, stranger, 'app.info', {})).toMatchObject({ ok: false, error: { code: 'forbidden' } })
  expect(await send(importChannel, stranger, {})).toMatchObject({ ok: false, error: { code: 'forbidden' } })
  expect(calls).toEqual([['app.info', {}]])
})

it('accepts a file by its path', async () => {
  const { send, files } = handling()
  const path = join(data, 'a.png')
  await writeFile(path, 'x')
  expect(await send(importChannel, page, { name: '../a.png', path, bytes: null })).toEqual(ok({ token: 'token' }))
  expect(files).toEqual([{ path, name: 'a.png', temporary: false }])
  for (const wrong of [data, join(data, 'none'), 'relative']) {
    const answer = await send(importChannel, page, { name: 'a', path: wrong, bytes: null })
    expect(answer).toMatchObject({ ok: false, error: { code: 'file_refused' } })
  }
})

it('writes pasted bytes to their own file, which a later start removes', async () => {
  const { send, files } = handling()
  const bytes = new TextEncoder().encode('pasted').buffer
  expect(await send(importChannel, page, { name: 'p.png', path: '', bytes })).toEqual(ok({ token: 'token' }))
  expect(files[0]).toMatchObject({ name: 'p.png', temporary: true })
  expect(await readFile(files[0]?.path ?? '', 'utf8')).toBe('pasted')
  await clearPasted(data)
  expect(await readdir(data)).not.toContain('incoming')
})

it('refuses anything but files, and reports a write that fails', async () => {
  const { send } = handling()
  for (const input of [
    undefined,
    null,
    'x',
    {},
    { name: '', path: '', bytes: null },
    { name: 'a', path: '', bytes: 'x' },
  ]) {
    expect(await send(importChannel, page, input)).toMatchObject({ ok: false, error: { code: 'invalid_input' } })
  }
  expect(await send(importChannel, page, { name: 'a', path: '', bytes: null })).toMatchObject({ ok: false })
  await writeFile(pasteFolder(data), '')
  const answer = await send(importChannel, page, { name: 'a', path: '', bytes: new ArrayBuffer(1) })
  expect(answer).toMatchObject({ ok: false, error: { code: 'storage_read_only' } })
})

it('removes its listeners again', () => {
  const { undo, handlers } = handling()
  undo()
  expect(handlers.size).toBe(0)
})
