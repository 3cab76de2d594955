import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fail } from '../../../../shared/errors.ts'
import type { CallInput, CallOutput } from '../../../../shared/ipc/contract.ts'
import { picturedMessagesMax } from '../../../../shared/saving-limits.ts'
import type { MediaLibrary } from '../../../media/library.ts'
import { ownOutgoing } from '../../../media/outgoing.ts'
import type { Exports, Ports, Printer } from '../../../platform.ts'
import { safeFileName, UniqueNames } from '../../../security/file-name.ts'
import { openSnapshot } from '../../../storage/snapshot.ts'
import type { DocxMaker } from '../../documents/word/docx-maker.ts'
import type { MediaRemover } from '../../media/media-remover.ts'
import { written } from '../../media/written-file.ts'
import { type ExportPlan, type PlannedItem, planExport } from '../export/export-plan.ts'
import { exportWords } from '../export/export-words.ts'
import { PortableReader } from '../export/portable-reader.ts'
import { writeText, writeZip, type ZipEntry } from './chat-file.ts'
import { ChatTexts } from './chat-texts.ts'
import type { PageRenderer } from './page-renderer.ts'

export interface ChatSaverParts extends Pick<Ports, 'clock'> {
  readonly dataFolder: string
  readonly version: string
  readonly library: MediaLibrary
  readonly remover: MediaRemover
  readonly exports: Pick<Exports, 'saveFile'>
  readonly printer: Printer
  readonly renderer: PageRenderer
  readonly docx: Pick<DocxMaker, 'writeDocument'>
  readonly language: () => 'en' | 'zh-CN'
}

/** The one file that the chats become. */
interface ChatFile {
  readonly name: string
  readonly write: (to: string, signal: AbortSignal) => Promise<void>
}

/** Progress from 0 to 1, with the messages written so far. */
type OnProgress = (part: number, messages: number) => void

/** Saves chats as files that are read without Atelier. */
export class ChatSaver {
  private readonly parts: ChatSaverParts

  constructor(parts: ChatSaverParts) {
    this.parts = parts
  }

  /** Saves chats as one file: of the format, or a ZIP. Throws when `signal` is aborted; then nothing remains. */
  async saveChats(
    input: CallInput<'transfer.save'>,
    signal: AbortSignal,
    onProgress: OnProgress,
  ): Promise<CallOutput<'transfer.save'>> {
    const { exports, library } = this.parts
    return await this.reading(async (reader) => {
      const keys = input.conversationIds.map((id) => ({ kind: 'chat' as const, id }))
      const plan = await planExport(reader, library, keys, signal)
      if (plan.chats.length === 0) fail('not_found', 'none of the chats is there')
      const texts = this.texts(reader, plan, input.thinking, signal, onProgress)
      const files = this.filesOf(plan, texts, input.format)
      const saved = await exports.saveFile(files.name, (path) => written(path, (part) => files.write(part, signal)))
      return { saved, chats: plan.chats.length, missing: plan.report.missing }
    })
  }

  /** Resolves to a range of a chat as well-formed HTML. */
  async stretch(input: CallInput<'transfer.stretch'>, signal: AbortSignal): Promise<CallOutput<'transfer.stretch'>> {
    return await this.reading(async (reader) => {
      const keys = [{ kind: 'chat' as const, id: input.conversationId }]
      const plan = await planExport(reader, this.parts.library, keys, signal)
      const [chat] = plan.chats
      if (chat === undefined) return fail('not_found', 'the chat is not there')
      const texts = this.texts(reader, plan, input.thinking, signal, () => {})
      const ids = texts.stretchOf(chat, input.fromId, input.toId)
      if (ids.length === 0) return fail('not_found', 'the messages are not in the shown branch')
      if (ids.length > picturedMessagesMax) return fail('picture_too_long', `${ids.length} messages`)
      let html = ''
      for await (const piece of texts.pictureContent(ids, input.theme)) html += piece
      return { title: texts.titleOf(chat), html }
    })
  }

  /** Reads the state of this moment; no file is removed meanwhile. */
  private async reading<T>(read: (reader: PortableReader) => Promise<T>): Promise<T> {
    const snapshot = openSnapshot(this.parts.dataFolder)
    const resume = this.parts.remover.pause()
    try {
      return await read(new PortableReader(snapshot))
    } finally {
      resume()
      snapshot.close()
    }
  }

  private texts(
    reader: PortableReader,
    plan: ExportPlan,
    thinking: boolean,
    signal: AbortSignal,
    onProgress: OnProgress,
  ): ChatTexts {
    const { clock, language, renderer, version } = this.parts
    const messages = plan.chats.reduce((sum, { item }) => sum + item.size, 0)
    const about = { app: version, exportedAt: clock.now() }
    return new ChatTexts({
      reader,
      plan,
      thinking,
      about,
      words: exportWords(language()),
      language: language(),
      render: renderer.beginPages(signal),
      signal,
      onMessages: (count) => onProgress(messages === 0 ? 1 : count / messages, count),
    })
  }

  /** Returns the name and writer of the one file that the chats become. */
  private filesOf(plan: ExportPlan, texts: ChatTexts, format: CallInput<'transfer.save'>['format']): ChatFile {
    const [first] = plan.chats
    const isOne = plan.chats.length === 1 && first !== undefined
    const day = new Date(this.parts.clock.now()).toISOString().slice(0, 10)
    const title = isOne ? texts.titleOf(first) : `Atelier ${day}`
    const names = new UniqueNames()
    const nameOf = (chat: ExportPlan['chats'][number]): string =>
      names.takeName(safeFileName(texts.titleOf(chat), `.${format}`))
    const media = plan.media
      .allMedia()
      .flatMap(({ entry, source }): ZipEntry[] =>
        source === null || entry.path === null ? [] : [{ path: entry.path, file: source }],
      )
    const zipOf = (entries: () => readonly ZipEntry[]) => ({
      name: safeFileName(title, '.zip'),
      write: async (to: string, signal: AbortSignal) => await writeZip(to, entries(), signal),
    })
    const textOf = (text: () => AsyncIterable<string>) => ({
      name: safeFileName(title, `.${format}`),
      write: async (to: string, signal: AbortSignal) => await writeText(to, text(), signal),
    })
    switch (format) {
      case 'md':
        return isOne && media.length === 0
          ? textOf(() => texts.markdown(first))
          : zipOf(() => [
              ...plan.chats.map((chat) => ({ path: nameOf(chat), text: () => texts.markdown(chat) })),
              ...media,
            ])
      case 'json':
        return media.length === 0
          ? textOf(() => texts.json())
          : zipOf(() => [{ path: 'atelier.json', text: () => texts.json() }, ...media])
      case 'html':
        return isOne
          ? textOf(() => texts.html(first))
          : zipOf(() => plan.chats.map((chat) => ({ path: nameOf(chat), text: () => texts.html(chat) })))
      case 'pdf':
        return this.printed(plan, nameOf, safeFileName(title, '.zip'), (chat, folder, to, signal) =>
          this.print(texts.html(chat), folder, to, signal),
        )
      case 'docx':
        return this.printed(plan, nameOf, safeFileName(title, '.zip'), async (chat, _folder, to, signal) => {
          const blocks = await texts.docx(chat)
          await this.parts.docx.writeDocument({ to, title: texts.titleOf(chat), blocks }, signal)
        })
      default:
        return format satisfies never
    }
  }

  /** Returns the name and writer of documents that are made as whole files: one, or a ZIP of several. */
  private printed(
    { chats }: ExportPlan,
    nameOf: (chat: PlannedItem) => string,
    zipName: string,
    make: (chat: PlannedItem, folder: string, to: string, signal: AbortSignal) => Promise<void>,
  ): ChatFile {
    const [first] = chats
    const isOne = chats.length === 1 && first !== undefined
    return {
      name: isOne ? nameOf(first) : zipName,
      write: async (to, signal) =>
        await this.inFolder(async (folder) => {
          if (isOne) return await make(first, folder, to, signal)
          const entries: ZipEntry[] = []
          for (const chat of chats) {
            const file = join(folder, String(entries.length))
            await make(chat, folder, file, signal)
            entries.push({ path: nameOf(chat), file })
          }
          await writeZip(to, entries, signal)
        }),
    }
  }

  private async print(page: AsyncIterable<string>, folder: string, to: string, signal: AbortSignal): Promise<void> {
    const file = join(folder, `${randomUUID()}.html`)
    await writeText(file, page, signal)
    await this.parts.printer.pdf(file, to, signal)
    await rm(file, { force: true })
  }

  /** Provides a folder for parts that do not outlive the work; the next start removes the remains of a killed run. */
  private async inFolder(work: (folder: string) => Promise<void>): Promise<void> {
    const folder = ownOutgoing(this.parts.dataFolder).newFolder(randomUUID())
    try {
      await work(folder)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }
}
