import { randomUUID } from 'node:crypto'
import { readdir, writeFile } from 'node:fs/promises'
import { afterEach, expect, it } from 'vitest'
import { reloadCloseCode } from '../../../src/main/browser/bridge-frames.ts'
import { BrowserShell } from '../../../src/main/browser/browser-shell.ts'
import { uploadFolder } from '../../../src/main/browser/import-upload.ts'
import { claimDataFolder, readInstance } from '../../../src/main/data-folder.ts'
import { OwnFiles, uuidName } from '../../../src/main/storage/own-files.ts'
import { AppFailure, appError } from '../../../src/shared/errors.ts'
import { ask, closeCode, nextFrame, openBridge, type Running, SmallApp, startShell } from './running-shell.ts'

const started: Running[] = []
async function start(...parameters: Parameters<typeof startShell>): Promise<Running> {
  const running = await startShell(...parameters)
  started.push(running)
  return running
}
afterEach(async () => {
  for (const running of started.splice(0)) await running.stop()
})

it('restarts the application in place: answer first, then a reload, with the same session and data', async () => {
  const running = await start()
  const page = await openBridge(running)
  const answer = nextFrame(page)
  const closed = closeCode(page)
  page.send(JSON.stringify({ id: 1, name: 'restart', input: null }))
  expect(await answer).toMatchObject({ id: 1, result: { ok: true } })
  expect(await closed).toBe(reloadCloseCode)
  expect(running.apps.map((app) => app.closed)).toEqual([1, 0])
  const again = await openBridge(running)
  const frame = nextFrame(again)
  again.send(JSON.stringify({ id: 1, name: 'echo', input: null }))
  expect(await frame).toMatchObject({ id: 1 })
  running.app().platform.events.emit('notices.changed', [])
  expect(await nextFrame(again)).toEqual({ event: 'notices.changed', payload: [] })
})

it('waits for other calls before it restarts, and reports a failed restart', async () => {
  const broken = Promise.withResolvers<unknown>()
  let composed = 0
  const apps: SmallApp[] = []
  const running = await start({
    onBroken: broken.resolve,
    compose: async (platform) => {
      if (++composed > 1) throw new AppFailure(appError('storage_damaged'))
      const app = new SmallApp(platform)
      apps.push(app)
      return app
    },
  })
  const page = await openBridge(running)
  page.send(JSON.stringify({ id: 1, name: 'wait', input: null }))
  await apps[0]?.waiting.promise
  page.send(JSON.stringify({ id: 2, name: 'restart', input: null }))
  expect(await nextFrame(page)).toMatchObject({ id: 2 })
  expect(apps[0]?.closed).toBe(0)
  apps[0]?.release.resolve()
  expect(await broken.promise).toBeInstanceOf(AppFailure)
  expect(apps[0]?.closed).toBe(1)
})

it('closing ends the application, the pages, the port and the claim', async () => {
  const running = await start()
  const page = await openBridge(running)
  const closed = closeCode(page)
  await Promise.all([running.shell.close(), running.shell.close()])
  expect(await closed).toBe(1001)
  expect(running.app().closed).toBe(1)
  await expect(ask(running.origin)).rejects.toThrow('ECONNREFUSED')
  expect(await readInstance(running.data)).toBeNull()
  const next = await claimDataFolder(running.data, 'electron')
  expect(next.claimed).toBe(true)
  if (next.claimed) await next.claim.release()
})

it('leaves nothing running if the application cannot be composed', async () => {
  const running = await start()
  let port = 0
  const failing = BrowserShell.start({
    ...(await optionsOn(running)),
    compose: async (platform) => {
      port = Number(new URL(running.origin).port)
      expect(platform.shell).toBe('browser')
      throw new AppFailure(appError('storage_full'))
    },
  })
  await expect(failing).rejects.toMatchObject({ error: { code: 'storage_full' } })
  expect(port).toBeGreaterThan(0)
})

it('rejects if the port is taken', async () => {
  const running = await start()
  await expect(start({ port: running.shell.port })).rejects.toMatchObject({ code: 'EADDRINUSE' })
})

it('removes uploads of an earlier run', async () => {
  const running = await start()
  await writeFile(new OwnFiles(uploadFolder(running.data), uuidName).newFile(randomUUID()), 'x')
  const again = await BrowserShell.start(await optionsOn(running))
  expect(await readdir(running.data)).not.toContain('incoming')
  await again.close()
})

it('tells the page its port numbers', async () => {
  const running = await start()
  const { platform } = running.app()
  expect(await platform.links.openExternal('https://example.com/')).toBe('page')
  platform.store.set('language', 'zh')
  expect(platform.store.get('language')).toBe('zh')
  expect(platform).toMatchObject({ shell: 'browser', mediaBase: '/media/', paths: { data: running.data } })
  expect(new Intl.Locale(platform.locale).language).toMatch(/^[a-z]{2,3}$/)
})

async function optionsOn(running: Running): Promise<Parameters<typeof BrowserShell.start>[0]> {
  return {
    data: running.data,
    claim: { secret: 'x'.repeat(43), announce: async () => undefined, release: async () => undefined },
    port: 0,
    demo: false,
    version: '0.0.0',
    resources: running.data,
    files: { renderer: running.data, pageBridge: running.data },
    environment: {},
    secrets: running.app().platform.secrets,
    log: () => undefined,
    onBroken: () => undefined,
    compose: async (platform) => new SmallApp(platform),
  }
}
