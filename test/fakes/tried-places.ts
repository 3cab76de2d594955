import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import { PlaceOpener } from '../../src/main/places/open-place.ts'
import type { Place } from '../../src/main/places/place.ts'
import { systemClock } from '../../src/main/system-clock.ts'
import type { PlaceTarget } from '../../src/shared/places.ts'
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts'
import { testedFetch, testedLinkFetch } from './fetches.ts'
import { type S3Server, s3Key, startS3Server } from './s3-server.ts'
import {
  hasApache,
  hasNginx,
  startApacheDav,
  startBehindNginx,
  startLooseDav,
  startNginxDav,
} from './webdav-servers.ts'

/** A place to try, with a proxy before its server that can disturb it; null for a folder. */
export interface TriedPlace {
  readonly target: PlaceTarget
  readonly secret: string | null
  readonly proxy: FaultProxy | null
  readonly close: () => Promise<void>
  /** The double of a bucket's server; null for other places. */
  readonly s3: S3Server | null
}

const own = mkdtempSync(join(tmpdir(), 'atelier-own-'))
export const placeOpener = new PlaceOpener({
  dataFolder: own,
  fetch: testedFetch,
  linkFetch: testedLinkFetch(),
  clock: systemClock,
  random: () => 0,
})
/** Opens a place as the app does. */
export const openTried = ({ secret, target }: TriedPlace): Promise<Place> =>
  placeOpener.openPlace(target, secret, new AbortController().signal)

export async function tryFolder(): Promise<TriedPlace> {
  const path = mkdtempSync(join(tmpdir(), 'atelier-place-'))
  const close = async (): Promise<void> => rmSync(path, { recursive: true, force: true })
  return { target: { kind: 'folder', path }, secret: null, proxy: null, close, s3: null }
}

async function tryDav(start: typeof startLooseDav): Promise<TriedPlace> {
  const server = await start()
  const proxy = await startFaultProxy(server.origin)
  const close = async (): Promise<void> => {
    await proxy.close()
    await server.close()
  }
  const target = { kind: 'webdav', address: `${proxy.origin}/dav`, allowInsecure: false, user: server.user } as const
  return { target, secret: server.password, proxy, close, s3: null }
}

/** Returns the settings of a bucket on a server. */
export function s3Target(origin: string, bucket: string): PlaceTarget {
  const { keyId, region } = s3Key
  return { kind: 's3', address: origin, allowInsecure: false, region, bucket, pathStyle: true, keyId }
}

export async function tryS3(): Promise<TriedPlace & { readonly s3: S3Server }> {
  const s3 = await startS3Server()
  const proxy = await startFaultProxy(s3.origin)
  const close = async (): Promise<void> => {
    await proxy.close()
    await s3.close()
  }
  return { target: s3Target(proxy.origin, s3.bucket), secret: s3Key.secretKey, proxy, close, s3 }
}

/** npm's s3rver knows other habits, but checks no signature. */
export async function tryS3rver(): Promise<TriedPlace> {
  const directory = mkdtempSync(join(tmpdir(), 'atelier-s3rver-'))
  const configureBuckets = [{ name: 'my-backups', configs: [] }]
  const server = new S3rver({ address: '127.0.0.1', port: 0, silent: true, directory, configureBuckets })
  const { port } = await server.run()
  const proxy = await startFaultProxy(`http://127.0.0.1:${port}`)
  const close = async (): Promise<void> => {
    await proxy.close()
    await server.close()
    rmSync(directory, { recursive: true, force: true })
  }
  const target = { ...s3Target(proxy.origin, 'my-backups'), keyId: 'S3RVER' }
  return { target, secret: 'S3RVER', proxy, close, s3: null }
}

/** Every kind of place that this computer can run, by its name. */
export const placeKinds: readonly (readonly [string, () => Promise<TriedPlace>])[] = [
  ['a folder', tryFolder],
  ['a loose WebDAV server', () => tryDav(startLooseDav)],
  ...(hasApache ? [['Apache', () => tryDav(() => startApacheDav())] as const] : []),
  ...(hasNginx ? [['nginx', () => tryDav(() => startNginxDav())] as const] : []),
  ...(hasNginx ? [['nginx without MOVE', () => tryDav(() => startNginxDav({ moves: false }))] as const] : []),
  ...(hasNginx ? [['nginx behind nginx', () => tryDav(() => startBehindNginx(() => startNginxDav()))] as const] : []),
  ...(hasNginx && hasApache
    ? [['Apache behind nginx', () => tryDav(() => startBehindNginx(() => startApacheDav()))] as const]
    : []),
  ['a bucket', tryS3],
  ['s3rver', tryS3rver],
]
