import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer, request, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { receiveUpload, uploadFolder } from '../../../src/main/browser/import-upload.ts'

let data: string
let server: Server
let port: number
let finished: Promise<Awaited<ReturnType<typeof receiveUpload>>>

beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'atelier-upload-'))
  const first = Promise.withResolvers<Awaited<ReturnType<typeof receiveUpload>>>()
  finished = first.promise
  server = createServer(async (asked, response) => {
    const received = await receiveUpload(asked, data, 1000)
    first.resolve(received)
    response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  port = typeof address === 'object' && address !== null ? address.port : 0
})
afterEach(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  await rm(data, { recursive: true, force: true })
})

const left = () => readdir(uploadFolder(data)).catch(() => [])

function upload(headers: Record<string, string> = {}) {
  const sent = request({ host: '127.0.0.1', port, method: 'POST', headers: { 'x-atelier-name': 'a.png', ...headers } })
  sent.on('error', () => undefined)
  return sent
}

it('an upload with too large a declared size is refused at once', async () => {
  const sent = upload({ 'content-length': '1001' })
  sent.flushHeaders()
  expect(await finished).toMatchObject({ ok: false, error: { code: 'file_too_large' } })
  expect(await left()).toEqual([])
  sent.destroy()
})

it('an upload of undeclared size is refused once it is too large, and leaves nothing', async () => {
  const sent = upload()
  sent.write(Buffer.alloc(600))
  sent.write(Buffer.alloc(600))
  expect(await finished).toMatchObject({ ok: false, error: { code: 'file_too_large' } })
  expect(await left()).toEqual([])
  sent.destroy()
})

it('an upload that stops in the middle leaves nothing', async () => {
  const sent = upload({ 'content-length': '900' })
  sent.write(Buffer.alloc(300), () => sent.destroy())
  expect(await finished).toMatchObject({ ok: false, error: { code: 'connection_lost' } })
  expect(await left()).toEqual([])
})

it('an upload that cannot be written is reported', async () => {
  await writeFile(uploadFolder(data), 'a file where the folder should be')
  upload().end('bytes')
  expect(await finished).toMatchObject({ ok: false, error: { code: 'storage_read_only' } })
})
