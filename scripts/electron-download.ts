// Downloads Electron with progress, and resumes an earlier download. start.mjs runs it with the proxy in its
// environment. Exits with 0 once Electron is installed.
import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { DownloadFailure, download, type Progress } from './resumed-download.ts'

/** Longest total duration, in ms; the next start resumes. */
const wholeMs = 10 * 60_000
const silenceMs = 20_000
const pauseMs = 1000
/** Interval of progress reports, in ms on a terminal and in percent elsewhere. */
const tellMs = 500
const tellPercent = 10

const root = join(import.meta.dirname, '..')
const folder = join(root, 'node_modules', '.cache', 'atelier', 'electron')
const electron = join(root, 'node_modules', 'electron')

/** Downloads the archive into the cache of `@electron/get`, with its addresses, mirrors and checksums. */
async function fetchArchive(): Promise<void> {
  const require = createRequire(join(electron, 'install.js'))
  const { version } = require(join(electron, 'package.json'))
  const { downloadArtifact } = await import(pathToFileURL(require.resolve('@electron/get')).href)
  const remote = process.env.electron_use_remote_checksums || process.env.npm_config_electron_use_remote_checksums
  const limit = AbortSignal.timeout(wholeMs)
  await downloadArtifact({
    version,
    artifactName: 'electron',
    cacheRoot: process.env.electron_config_cache,
    ...(remote ? {} : { checksums: require(join(electron, 'checksums.json')) }),
    platform: process.env.npm_config_platform ?? process.platform,
    arch: process.env.npm_config_arch ?? process.arch,
    downloader: {
      download: async (url: string, target: string) => {
        if (!url.includes('SHASUMS')) process.stderr.write(`Electron is being fetched from ${new URL(url).host}…\n`)
        await download(url, target, {
          fetch,
          folder,
          onProgress: tell,
          signal: limit,
          silenceMs,
          pause: () => new Promise((resolve) => setTimeout(resolve, pauseMs)),
        })
        endLine()
      },
    },
  })
}

/** Runs Electron's own installer, which finds the archive in the cache, verifies and unpacks it. */
function unpack(): number {
  const done = spawnSync(process.execPath, [join(electron, 'install.js')], { cwd: root, encoding: 'utf8' })
  if (done.status === 0) return 0
  process.stderr.write(`Electron was fetched and could not be unpacked: ${done.stderr.split('\n')[0]}\n`)
  return 1
}

let toldAt = 0
let toldPercent = 0
let isLineOpen = false

function tell({ bytes, total }: Progress): void {
  const percent = total === null ? null : Math.floor((bytes / total) * 100)
  const said =
    total === null ? `${megabytes(bytes)} MB` : `${percent} % (${megabytes(bytes)} of ${megabytes(total)} MB)`
  if (process.stderr.isTTY) {
    if (Date.now() - toldAt < tellMs && bytes !== total) return
    toldAt = Date.now()
    process.stderr.write(`\r\u001b[K${said}`)
    isLineOpen = true
  } else if (percent !== null && percent >= toldPercent + tellPercent) {
    toldPercent = percent - (percent % tellPercent)
    process.stderr.write(`${said}\n`)
  }
}

function endLine(): void {
  if (isLineOpen) process.stderr.write('\n')
  isLineOpen = false
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0)
}

try {
  await fetchArchive()
  process.exitCode = unpack()
} catch (cause) {
  endLine()
  const kept = cause instanceof DownloadFailure ? cause.kept : 0
  const next = kept > 0 ? ` The next start goes on after ${megabytes(kept)} MB.` : ' The next start tries again.'
  process.stderr.write(`Electron was not fetched: ${cause instanceof Error ? cause.message : String(cause)}.${next}\n`)
  process.exitCode = 1
}
