import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { type FaultProxy, startFaultProxy } from '../../../../fakes/fault-proxy.ts'
import { fillDataFolder } from '../../../../fakes/filled-folder.ts'
import { PlacedApp } from '../../../../fakes/placed-app.ts'
import { startLooseDav } from '../../../../fakes/webdav-servers.ts'

const undo: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step()
})
/** Keys are derived slowly on purpose. */
const patience = 120_000

async function placed(): Promise<{
  readonly here: PlacedApp
  readonly id: string
  readonly proxy: FaultProxy
  readonly password: string
}> {
  const server = await startLooseDav()
  undo.push(() => server.close())
  const proxy = await startFaultProxy(server.origin)
  undo.push(() => proxy.close())
  const here = new PlacedApp()
  undo.push(() => here.remove())
  await fillDataFolder(here.data, { messages: 20, files: 3, fileBytes: 600_000, noise: true })
  await here.open()
  await here.client.call('settings.update', { backupEvery: 'off' })
  const target = { kind: 'webdav', address: `${proxy.origin}/dav`, allowInsecure: false, user: server.user } as const
  return { here, id: await here.add(target, server.password), proxy, password: server.password }
}

test(
  'a pause keeps the sent packs, and the upload continues from there',
  async () => {
    const { here, id, proxy } = await placed()
    let put = 0
    let pause: Promise<unknown> = Promise.resolve()
    proxy.disturb(({ method, path }) => {
      if (method !== 'PUT' || !path.includes('/packs/')) return null
      put += 1
      if (put === 3) pause = here.client.call('places.pause', { id })
      return null
    })
    await here.send(id)
    await pause
    const paused = await here.state(id)
    expect(paused).toMatchObject({ paused: true, unfinished: true, failed: null, last: null })
    const staged = readdirSync(join(here.data, 'backups/.places', id, 'sending/packs')).length
    put = 10
    const sent = await here.send(id)
    expect(sent).toMatchObject({ paused: false, unfinished: false, failed: null })
    expect(put - 10).toBe(staged)
  },
  patience,
)

test(
  'a password is sent only to its own server, and cancelling removes the staged files',
  async () => {
    const { here, id, password, proxy } = await placed()
    const other = await startFaultProxy(proxy.origin)
    undo.push(() => other.close())
    const { target } = await here.state(id)
    if (target.kind !== 'webdav') throw new Error('no server')
    const moved = { ...target, address: `${other.origin}/dav` }
    const tested = await here.client.call('places.test', { id, target: moved, secret: null })
    expect(tested.error?.code).toBe('place_secret_missing')
    expect(await here.client.refusal('places.save', { id, name: 'Moved', target: moved, secret: null })).toBe(
      'place_secret_missing',
    )
    expect(other.asked).toEqual([])
    expect((await here.client.call('places.test', { id, target, secret: null })).error).toBeNull()

    proxy.disturb(({ method, path }) =>
      method === 'PUT' && path.includes('/packs/') ? { kind: 'answer', status: 507 } : null,
    )
    expect((await here.send(id)).unfinished).toBe(true)
    await here.client.call('places.cancel', { id })
    expect((await here.state(id)).unfinished).toBe(false)
    expect(readFileSync(join(here.data, 'backups/places.json'), 'utf8')).not.toContain(password)
    await here.client.call('places.forget', { id })
    expect(existsSync(join(here.data, 'backups/.places', id))).toBe(false)
    expect(await here.client.refusal('places.send', { id })).toBe('not_found')
  },
  patience,
)

test(
  'nothing is sent without a passphrase',
  async () => {
    const { here, id, proxy } = await placed()
    await here.client.call('backups.setPassphrase', { passphrase: null })
    expect((await here.send(id)).failed?.error.code).toBe('place_passphrase_missing')
    expect(proxy.asked).toEqual([])
  },
  patience,
)
