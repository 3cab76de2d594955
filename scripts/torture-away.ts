// Sends backups to a folder, Apache's mod_dav, nginx with and without MOVE, npm's webdav-server and an S3 bucket, and kills
// the app at random moments.
// Then checks every backup at each place and restores the newest on an empty data folder.
// `npm run torture:away -- [kills] [seed] [place]`, with a name of the list below for one place alone. Exits with 1 if
// anything was lost or differs.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PlaceTarget } from '../src/shared/places.ts'
import { tortureAway } from '../test/fakes/away-torture.ts'
import { s3Key, startS3Server } from '../test/fakes/s3-server.ts'
import { randomFrom } from '../test/fakes/seeded-random.ts'
import {
  type DavServer,
  hasApache,
  hasNginx,
  startApacheDav,
  startLooseDav,
  startNginxDav,
} from '../test/fakes/webdav-servers.ts'
import { roundsAndSeed } from './torture-arguments.ts'

interface Place {
  readonly target: PlaceTarget
  readonly secret: string | null
  readonly close: () => Promise<void>
}

const { rounds: kills, seed } = roundsAndSeed(30)
const only = process.argv[4] ?? null
const random = randomFrom(seed)

const places: readonly (readonly [string, () => Promise<Place>])[] = [
  ['folder', folder],
  ...(hasApache ? [['Apache mod_dav', async () => dav(await startApacheDav())] as const] : []),
  ...(hasNginx
    ? [
        ['nginx', async () => dav(await startNginxDav())] as const,
        ['nginx without MOVE', async () => dav(await startNginxDav({ moves: false }))] as const,
      ]
    : []),
  ['webdav-server', async () => dav(await startLooseDav())],
  ['S3', bucket],
]

if (!hasApache) console.log('Apache is not installed (Debian: apt-get install apache2-bin): skipped')
if (!hasNginx) console.log('nginx is not installed (Debian: apt-get install nginx libnginx-mod-http-dav-ext): skipped')
const chosen = places.filter(([name]) => only === null || name === only)
if (chosen.length === 0) throw new Error(`no such place: ${only}`)
for (const [name, start] of chosen) {
  const place = await start()
  const begun = performance.now()
  const report = await tortureAway({ ...place, kills, random })
  await place.close()
  const seconds = Math.round((performance.now() - begun) / 1000)
  console.log(JSON.stringify({ place: name, seed, seconds, ...report }))
  if (report.problems.length > 0 || !report.equal || report.killed < kills) process.exitCode = 1
}

async function folder(): Promise<Place> {
  const path = mkdtempSync(join(tmpdir(), 'atelier-place-'))
  return {
    target: { kind: 'folder', path },
    secret: null,
    close: async () => rmSync(path, { recursive: true, force: true }),
  }
}

function dav({ address, close, password, user }: DavServer): Place {
  return { target: { kind: 'webdav', address, allowInsecure: false, user }, secret: password, close }
}

async function bucket(): Promise<Place> {
  const { bucket, close, origin } = await startS3Server()
  const { keyId, region, secretKey } = s3Key
  const target = { kind: 's3', address: origin, allowInsecure: false, region, bucket, pathStyle: true, keyId } as const
  return { target, secret: secretKey, close }
}
