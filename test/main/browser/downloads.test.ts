import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Downloads } from '../../../src/main/browser/downloads.ts'
import { ownOutgoing } from '../../../src/main/media/outgoing.ts'
import { ManualClock, testPlatform } from '../../fakes/platform.ts'
import { ask, type Running, startShell } from './running-shell.ts'

let running: Running
let cookie: string
beforeAll(async () => {
  running = await startShell()
  cookie = await running.signIn()
})
afterAll(async () => await running.stop())

async function offer(name: string, text: string): Promise<string> {
  const saved = await running.app().platform.exports.saveFile(name, (path) => writeFile(path, text))
  if (saved.by !== 'page') throw new Error('this shell leaves downloads to the page')
  return saved.url
}

describe('a download', () => {
  it('a download is an attachment under its name, only for a page with a session', async () => {
    const url = await offer("茶盒 (2)'.png", 'the bytes')
    expect((await ask(running.origin + url)).status).toBe(401)
    const answer = await ask(running.origin + url, { headers: { cookie } })
    expect([answer.status, answer.body.toString()]).toEqual([200, 'the bytes'])
    expect(answer.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': "attachment; filename*=UTF-8''%E8%8C%B6%E7%9B%92%20%282%29%27.png",
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
  })

  it('an unknown token or a path has no download', async () => {
    await offer('a.png', 'x')
    for (const token of ['', 'nope', '../outgoing', '..%2f..%2fmedia'])
      expect((await ask(`${running.origin}/download/${token}`, { headers: { cookie } })).status).toBe(404)
  })

  it('a download expires after ten minutes, with its file', async () => {
    const clock = new ManualClock()
    const { platform, dispose } = testPlatform()
    const downloads = new Downloads(platform.paths.data, clock)
    const saved = await downloads.saveFile('a.png', (path) => writeFile(path, 'x'))
    const token = saved.by === 'page' ? (saved.url.split('/').at(-1) ?? '') : ''
    const status = async () => (await downloads.respond({ method: 'HEAD', range: null }, token)).status
    expect(await status()).toBe(200)
    clock.advance(10 * 60_000)
    expect(await status()).toBe(404)
    dispose()
  })

  it('a failed download leaves nothing, and leftovers of an earlier run are removed', async () => {
    const { platform, dispose } = testPlatform()
    const outgoing = join(platform.paths.data, 'outgoing')
    const downloads = new Downloads(platform.paths.data, new ManualClock())
    const failing = downloads.saveFile('a.png', async (path) => {
      await writeFile(path, 'half')
      throw new Error('the disk is full')
    })
    await expect(failing).rejects.toThrow('full')
    expect(readdirSync(outgoing)).toEqual([])
    writeFileSync(join(ownOutgoing(platform.paths.data).newFolder(randomUUID()), 'x.png'), 'x')
    await downloads.clear()
    expect(existsSync(outgoing)).toBe(false)
    dispose()
  })
})
