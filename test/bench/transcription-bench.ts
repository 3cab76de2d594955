import { spawn, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { createDemoGateway } from '../../src/demo-gateway/server.ts'
import { askForLink } from '../../src/main/browser/first-instance.ts'
import { readInstance } from '../../src/main/data-folder.ts'
import type { TranscriptionJob } from '../../src/shared/transcript.ts'
import { compare, countCuts, type KnownSound, planSound, soundOf } from '../fakes/known-sound.ts'
import { PageClient, startShellProcess } from '../fakes/shell-process.ts'
import { proportionalMb } from './machine.ts'
import { openUnwatched } from './unwatched-browser.ts'

export interface RecordingFigures {
  readonly minutes: number
  /** From adding it to sending its first piece, in s. */
  readonly prepared: number
  /** From adding it to the complete transcript, in s. */
  readonly done: number
  /** Peak memory of each process (shared pages counted proportionally), in MB. */
  readonly mainMb: number
  readonly pageMb: number
  readonly pieces: number
  /** Null when it was sent uncut. */
  readonly stitched: StitchedFigures | null
}

/** Compares the transcript of a cut recording with its known content. */
export interface StitchedFigures {
  readonly words: number
  readonly missing: number
  readonly extra: number
  /** Largest error of a time, in ms. */
  readonly worstMs: number
  readonly cutsInSilence: number
  /** Cuts without a pause in reach, and with one. */
  readonly cutsInWords: number
  readonly cutsWrong: number
}

export interface TranscriptionFigures {
  readonly short: RecordingFigures
  readonly long: RecordingFigures
  readonly moreMainMb: number
  readonly morePageMb: number
}

/** Size of a piece by the settings, in bytes, and its length in ms. */
const longestPiece = Math.floor((25 * 1024 * 1024 - 44) / 640) * 20

/**
 * Measures a recording of a minute and one of three hours, with known words; null, after printing why, when it cannot.
 */
export async function measureTranscription(log: (line: string) => void): Promise<TranscriptionFigures | null> {
  if (spawnSync('ffmpeg', ['-version']).status !== 0) {
    log('transcription is not measured: ffmpeg is not installed, which makes the recordings')
    return null
  }
  if (proportionalMb(process.pid) === null) {
    log('transcription is not measured: this system does not tell what memory a process holds')
    return null
  }
  // longer than a cut's reach, this part has no pause to cut at
  const breathless = [{ from: 3600, to: 4500 }]
  const short = await measure(planSound(60, [], 1), log)
  const long = await measure(planSound(3 * 3600, breathless, 2), log)
  return { short, long, moreMainMb: long.mainMb - short.mainMb, morePageMb: long.pageMb - short.pageMb }
}

async function measure(known: KnownSound, log: (line: string) => void): Promise<RecordingFigures> {
  const folder = mkdtempSync(join(tmpdir(), 'atelier-bench-'))
  const file = join(folder, 'Talk.mp3')
  log(`making a recording of ${known.duration / 60_000} minutes`)
  await makeMp3(known, file)
  const gateway = await createDemoGateway({ hears: true })
  const data = join(folder, 'data')
  const environment = { ATELIER_BASE_URL: gateway.baseUrl, ATELIER_API_KEY: gateway.key }
  const shell = await startShellProcess({ data, environment })
  const browser = openUnwatched(shell.link)
  const client = await PageClient.connect(await secondLink(data))
  const peak = { main: 0, page: 0 }
  const look = setInterval(() => {
    peak.main = Math.max(peak.main, proportionalMb(shell.process.pid ?? 0) ?? 0)
    peak.page = Math.max(peak.page, ...browser.pages().map((pid) => proportionalMb(pid) ?? 0))
  }, 100)
  try {
    // until the page has loaded and is idle
    await wait(4000)
    log('transcribing it')
    const { prepared, done, pieces } = await transcribe(client, file)
    // later requests are not made by a user
    clearInterval(look)
    return {
      minutes: known.duration / 60_000,
      prepared,
      done,
      mainMb: peak.main,
      pageMb: peak.page,
      pieces: Math.max(1, pieces.length),
      stitched: pieces.length <= 1 ? null : await stitchedFigures(client, known, pieces),
    }
  } finally {
    clearInterval(look)
    client.close()
    await browser.close()
    await shell.stop()
    await gateway.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function stitchedFigures(
  client: PageClient,
  known: KnownSound,
  pieces: TranscriptionJob['pieces'],
): Promise<StitchedFigures> {
  const { transcripts } = await client.call('transcripts.list', { query: '', offset: 0, limit: 1 })
  const { segments } = await client.call('transcripts.get', { transcriptId: transcripts[0]?.id ?? '' })
  const { missing, extra, worst } = compare(known, segments)
  const cuts = countCuts(known, pieces, longestPiece)
  return {
    words: known.words.length,
    missing: missing.length,
    extra: extra.length,
    worstMs: worst,
    cutsInSilence: cuts.inSilence,
    cutsInWords: cuts.inWords,
    cutsWrong: cuts.wrong.length,
  }
}

interface Transcribed {
  readonly prepared: number
  readonly done: number
  readonly pieces: TranscriptionJob['pieces']
}

/** Transcribes a file with the open page. Throws when it does not succeed. */
async function transcribe(client: PageClient, file: string): Promise<Transcribed> {
  const token = await client.importFile(file)
  const began = performance.now()
  const seconds = (): number => (performance.now() - began) / 1000
  const jobId = randomUUID()
  let prepared = 0
  let pieces: TranscriptionJob['pieces'] = []
  const request = {
    connectionId: 'environment',
    model: 'demo-transcribe',
    language: null,
    prompt: null,
    temperature: null,
  }
  await client.call('transcription.add', { jobId, token, name: 'Talk.mp3', request })
  for (;;) {
    const job = (await client.call('transcription.jobs', { offset: 0, limit: 50 })).jobs.find(({ id }) => id === jobId)
    if (job === undefined) return { prepared: prepared === 0 ? seconds() : prepared, done: seconds(), pieces }
    if (['failed', 'unknown', 'cancelled'].includes(job.status))
      throw new Error(`it ended as ${job.status}: ${job.error?.detail}`)
    if (prepared === 0 && !['receiving', 'preparing'].includes(job.status)) prepared = seconds()
    pieces = job.pieces
    await wait(50)
  }
}

/** Typical of podcasts: 44.1 kHz, stereo, 96 kbit/s. */
async function makeMp3(known: KnownSound, file: string): Promise<void> {
  const input = ['-f', 's16le', '-ar', '16000', '-ac', '1', '-i', 'pipe:0']
  const output = ['-ar', '44100', '-ac', '2', '-b:a', '96k', file]
  const ffmpeg = spawn('ffmpeg', ['-loglevel', 'error', '-y', ...input, ...output], {
    stdio: ['pipe', 'ignore', 'inherit'],
  })
  const closed = once(ffmpeg, 'close')
  for (const part of soundOf(known)) {
    const bytes = new Uint8Array(part.buffer, part.byteOffset, part.byteLength)
    if (!ffmpeg.stdin.write(bytes)) await once(ffmpeg.stdin, 'drain')
  }
  ffmpeg.stdin.end()
  const [code] = await closed
  if (code !== 0) throw new Error(`ffmpeg ended with ${code}`)
}

async function secondLink(data: string): Promise<string> {
  const first = await readInstance(data)
  const link = first === null ? null : await askForLink(first)
  if (link === null) throw new Error('the shell gave no link')
  return link
}
