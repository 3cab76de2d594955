import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Worker } from 'node:worker_threads'
import { expect, test, vi } from 'vitest'
import { createDemoGateway } from '../../src/demo-gateway/server.ts'
import { createApp } from '../../src/main/app.ts'
import { appError } from '../../src/shared/errors.ts'
import { pictures } from '../fakes/pictures.ts'
import { testPlatform } from '../fakes/platform.ts'

test('a closed app leaves nothing that keeps its process alive', async () => {
  const gateway = await createDemoGateway()
  gateway.addFaults('delay;ms=600000', '/v1/models')
  const data = mkdtempSync(join(tmpdir(), 'atelier-closing-'))
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, '../fakes/closing-app.ts'), data, gateway.baseUrl, gateway.key],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  )
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (output += String(part)))
  const closed = once(child, 'close')
  // far beyond what a busy machine takes to read the app's modules
  const tooLate = setTimeout(() => child.kill('SIGKILL'), 240_000)
  const [code, signal] = await closed
  clearTimeout(tooLate)
  expect({ output, code, signal }).toEqual({ output: 'closed app_closed null 0\n', code: 0, signal: null })
  expect(existsSync(join(data, 'dropped'))).toBe(false)
  await gateway.close()
  rmSync(data, { recursive: true, force: true })
})

test('an app can be closed twice, and refuses every later call', async () => {
  const { platform, dispose } = testPlatform()
  const app = await createApp(platform, { demo: true })
  await Promise.all([app.close(), app.close()])
  await app.close()
  expect(await app.call('chat.list', { query: '', offset: 0, limit: 1 })).toEqual({
    ok: false,
    error: appError('app_closed'),
  })
  expect(platform.logged.filter((line) => line.includes('"closed"')).length).toBe(1)
  dispose()
})

test('starting loads no picture decoder; the first picture does', async () => {
  const threads: (string | null)[] = []
  const onThread = (thread: Worker): void => void threads.push(thread.threadName)
  process.on('worker', onThread)
  const { platform, dispose } = testPlatform()
  // files of tests share their modules, and another one may have a thread of pictures running
  vi.resetModules()
  const fresh = await import('../../src/main/app.ts')
  const { thumbnailOf } = await import('../../src/main/media/picture-conversion.ts')
  const app = await fresh.createApp(platform, { demo: true })
  expect(threads).not.toContain('pictures')
  expect(await thumbnailOf(pictures.jpeg)).not.toBe(null)
  expect(threads).toContain('pictures')
  await app.close()
  process.off('worker', onThread)
  dispose()
})
