import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import { withClosedFence } from '../../../../shared/closed-fence.ts'
import { type Transcript, transcriptSummarySchema } from '../../../../shared/transcript.ts'
import { Pace } from '../../../pace.ts'
import type { PortableItem } from '../../../storage/portable-items.ts'
import { exported } from '../../transcription/export/transcript-export.ts'
import { atelierName } from '../atelier-format.ts'
import { atelierJson } from './atelier-writer.ts'
import { bytesPerUnit, type ExportPlan } from './export-plan.ts'
import { type ExportWords, readMe } from './export-words.ts'
import { chatHead, chatMessage, documentPart, imageRecipe, videoRecipe } from './markdown.ts'
import type { PortableReader } from './portable-reader.ts'

/** Shortest joined text passed to compression at once, in characters. */
const joinedLength = 32 * 1024
/** Subtitle rules that suit most players. */
const subtitleRules = { lineWidth: 42, lines: 2, gap: 80 } as const

export interface ExportWriterParts {
  readonly reader: PortableReader
  readonly plan: ExportPlan
  readonly words: ExportWords
  /** Version of the app. */
  readonly app: string
  /** True if its texts may exceed 4 GiB; they then need ZIP64, which not every program reads. */
  readonly large: boolean
  /** ms since 1970. */
  readonly now: number
  /** Progress in `ExportPlan.units`, with the items and bytes written so far. */
  readonly onUnits: (units: number, items: number, bytes: number) => void
  readonly signal: AbortSignal
}

/**
 * Writes an export into the new file `to`. Reads texts and files only when they are written, so that memory does not
 * grow with the export.
 */
export async function writeExport(to: string, parts: ExportWriterParts): Promise<void> {
  const zip = new ZipFile()
  const writer = new ExportWriter(zip, parts)
  writer.fill()
  zip.end()
  // a file that vanishes while it is read, or a failed text, must end the whole export
  const broken = new Promise<never>((_resolve, reject) => zip.on('error', reject))
  zip.outputStream.on('data', (chunk: Buffer) => writer.wrote(chunk.length))
  await Promise.race([
    pipeline(zip.outputStream, createWriteStream(to, { flags: 'wx', mode: 0o600 }), { signal: parts.signal }),
    broken,
  ])
}

class ExportWriter {
  private readonly zip: ZipFile
  private readonly parts: ExportWriterParts
  private readonly pace = new Pace()
  private texts = 0
  private bytes = 0

  constructor(zip: ZipFile, parts: ExportWriterParts) {
    this.zip = zip
    this.parts = parts
  }

  fill(): void {
    const { app, now, plan, reader, words } = this.parts
    this.addTextFile('README.md', () => [readMe(plan.report, now)])
    this.addTextFile('report.txt', () => this.report())
    for (const { item, path } of plan.chats) this.addTextFile(path, () => this.chat(item))
    for (const { month, images } of plan.images)
      this.addTextFile(`images/${month}/index.md`, () => this.recipes(`${words.images}, ${month}`, images))
    for (const { item, path } of plan.transcripts) {
      const stem = path.replace(/\.md$/, '')
      this.addTextFile(path, () => [exported(this.transcript(item), 'md', subtitleRules)])
      this.addTextFile(`${stem}.srt`, () => [exported(this.transcript(item), 'srt', subtitleRules)])
    }
    if (plan.videos.length > 0) this.addTextFile('videos/index.md', () => this.recipes(words.videos, plan.videos))
    if (plan.prompts.length > 0)
      this.addTextFile('prompts.md', () =>
        entries(
          words.prompts,
          plan.prompts.map(({ text, title }) => [title, text]),
        ),
      )
    if (plan.assistants.length > 0)
      this.addTextFile('assistants.md', () =>
        entries(
          words.assistants,
          plan.assistants.map(({ name, parameters, sign }) => [`${sign} ${name}`, parameters.system]),
        ),
      )
    if (plan.memories.length > 0)
      this.addTextFile('memory.md', () => [`# ${words.memory}\n\n`, ...plan.memories.map(({ text }) => `- ${text}\n`)])
    // media are compressed already
    for (const { entry, source } of plan.media.allMedia())
      if (source !== null && entry.path !== null) this.zip.addFile(source, entry.path, { compress: false })
    const about = { app, exportedAt: now }
    this.addTextFile(atelierName, () => atelierJson(plan, reader, about, (units) => this.wroteText(units)))
  }

  wrote(bytes: number): void {
    this.bytes += bytes
    this.emitProgress()
  }

  private wroteText(units: number): void {
    this.texts += units
    this.emitProgress()
  }

  private emitProgress(): void {
    const { media, units } = this.parts.plan
    const files = media.size === 0 ? 0 : this.bytes / bytesPerUnit
    // each item is written twice: for people and for programs
    this.parts.onUnits(Math.min(units, this.texts + files), Math.floor(this.texts / 2), this.bytes)
  }

  private addTextFile(path: string, make: () => Iterable<string>): void {
    this.zip.addReadStreamLazy(path, { forceZip64Format: this.parts.large && path === atelierName }, (take) => {
      const stream = Readable.from(this.joined(make))
      stream.on('error', (cause) => this.zip.emit('error', cause))
      take(null, stream)
    })
  }

  /** Joins pieces of a text into longer ones, because each passes through several streams. */
  private async *joined(make: () => Iterable<string>): AsyncGenerator<string> {
    let text = ''
    for (const piece of make()) {
      text += piece
      await this.pace.yieldIfDue(this.parts.signal)
      if (text.length < joinedLength) continue
      yield text
      text = ''
    }
    yield text
  }

  private *chat(item: PortableItem): Generator<string> {
    const { plan, reader, words } = this.parts
    const about = reader.conversation(item)
    if (about === null) return
    yield chatHead(about, words)
    const leaf = about.leafId ?? reader.items.messageIds(about.id).at(-1)
    for (const id of leaf === undefined ? [] : reader.items.branchIds(leaf)) {
      const found = reader.message(id)
      this.wroteText(1)
      if (found !== null && about.parameters.text !== undefined) yield documentPart(found.message)
      else if (found !== null) yield chatMessage({ ...found, pathOf: (mediaId) => plan.media.pathOf(mediaId) }, words)
    }
    this.wroteText(1)
  }

  private *recipes(title: string, items: readonly PortableItem[]): Generator<string> {
    const { plan, reader, words } = this.parts
    yield `# ${title}\n\n`
    for (const item of items) {
      const image = item.key.kind === 'image' ? reader.image(item) : null
      const video = item.key.kind === 'video' ? reader.video(item) : null
      if (image !== null) yield imageRecipe(image, plan.media.pathOf(image.mediaId), words)
      if (video !== null)
        yield videoRecipe(video, video.mediaId === null ? null : plan.media.pathOf(video.mediaId), words)
      this.wroteText(1)
    }
  }

  private transcript(item: PortableItem): Pick<Transcript, 'summary' | 'segments'> {
    const { reader } = this.parts
    const transcript = reader.transcript(item)
    const summary = transcriptSummarySchema.parse({ ...transcript, duration: transcript?.job.duration, source: null })
    return { summary, segments: reader.segmentsOf(item.key.id) }
  }

  private *report(): Generator<string> {
    const { plan, words } = this.parts
    const lost = plan.media.allMedia().filter(({ source }) => source === null)
    yield lost.length === 0 ? `${words.nothingMissing}\n` : `${words.missing}\n\n`
    for (const { entry } of lost) yield `${entry.id}  ${entry.mime}  ${entry.bytes}\n`
    if (plan.report.unfinished > 0) yield `\n${words.unfinished(plan.report.unfinished)}\n`
  }
}

/** Yields a library as headings with their texts. */
function* entries(title: string, list: readonly (readonly [heading: string, text: string])[]): Generator<string> {
  yield `# ${title}\n`
  for (const [heading, text] of list) yield `\n## ${heading}\n\n${withClosedFence(text)}\n`
}
