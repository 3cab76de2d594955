import { z } from 'zod'
import { picturesMax } from '../../../shared/chat-limits.ts'
import type { McpInsert } from '../../../shared/mcp-offers.ts'
import type { MediaItem } from '../../../shared/media.ts'
import { fencedResource } from '../../../shared/resource-fence.ts'
import type { MediaLibrary } from '../../media/library.ts'
import { shownPicture } from '../../media/picture-conversion.ts'
import { plainText } from './plain-text.ts'

/** Maximum length of the text of one insertion, in UTF-16 units. */
export const insertMax = 200_000
const partsMax = 200

const contentsSchema = z.object({
  uri: z.string().catch(''),
  text: z.string().optional().catch(undefined),
  blob: z.string().optional().catch(undefined),
})
const partSchema = z.union([
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.literal('image'), data: z.string() }),
  z.object({ type: z.literal('resource'), resource: contentsSchema }),
  z.object({ type: z.literal('resource_link'), uri: z.string(), name: z.string().optional() }),
])

/** A server's answers, read without trusting any of their members. */
export const resourceAnswerSchema = z.looseObject({ contents: z.array(z.unknown()) })
export const promptAnswerSchema = z.looseObject({ messages: z.array(z.unknown()) })
const messageSchema = z.looseObject({ role: z.enum(['user', 'assistant']), content: z.unknown() })

type Library = Pick<MediaLibrary, 'addMedia'>

/** Converts a server's answer to the form of a message: texts, and pictures in the library. */
class Insertion {
  private readonly texts: string[] = []
  private readonly pictures: MediaItem[] = []
  private leftOut = 0
  private isCut = false
  private room = insertMax
  private readonly library: Library
  private readonly server: string

  constructor(server: string, library: Library) {
    this.server = server
    this.library = library
  }

  addText(text: string): void {
    const plain = this.cut(plainText(text))
    if (plain !== '') this.texts.push(plain)
  }

  async addContents(value: unknown, name: string): Promise<void> {
    const contents = contentsSchema.safeParse(value).data
    if (contents?.text !== undefined) {
      const { uri } = contents
      const text = this.cut(plainText(contents.text))
      this.texts.push(fencedResource({ server: this.server, name: name || uri, uri, text }))
    } else if (contents?.blob === undefined) this.leftOut += 1
    else await this.addPicture(contents.blob)
  }

  async addPicture(base64: string): Promise<void> {
    const picture = this.pictures.length >= picturesMax ? null : await shownPicture(Buffer.from(base64, 'base64'))
    if (picture === null) {
      this.leftOut += 1
      return
    }
    const { bytes, ...about } = picture
    this.pictures.push(await this.library.addMedia(bytes, about))
  }

  async addPart(value: unknown): Promise<void> {
    const part = partSchema.safeParse(value).data
    switch (part?.type) {
      case undefined:
        this.leftOut += 1
        break
      case 'text':
        this.addText(part.text)
        break
      case 'image':
        await this.addPicture(part.data)
        break
      case 'resource':
        await this.addContents(part.resource, '')
        break
      case 'resource_link':
        // named, never followed
        this.addText(`${part.name ?? ''} ${part.uri}`.trim())
    }
  }

  result(): McpInsert {
    const { isCut, leftOut, pictures } = this
    return { text: this.texts.join('\n\n'), pictures, leftOut, isCut }
  }

  private cut(text: string): string {
    const kept = text.slice(0, this.room).toWellFormed()
    this.isCut ||= kept.length < text.length
    this.room -= kept.length
    return kept
  }
}

/** Resolves to the contents of a resource for a message: text is fenced as data, pictures become pictures. */
export async function insertedResource(
  { contents }: z.infer<typeof resourceAnswerSchema>,
  { name, server }: { readonly name: string; readonly server: string },
  library: Library,
): Promise<McpInsert> {
  const insertion = new Insertion(server, library)
  for (const value of contents.slice(0, partsMax)) await insertion.addContents(value, name)
  return insertion.result()
}

/**
 * Resolves to a prompt for a message: its texts in order. The user sees and may change them before anything is sent.
 */
export async function insertedPrompt(
  { messages }: z.infer<typeof promptAnswerSchema>,
  server: string,
  library: Library,
): Promise<McpInsert> {
  const insertion = new Insertion(server, library)
  for (const value of messages.slice(0, partsMax)) {
    const message = messageSchema.safeParse(value).data
    const content = message?.content
    for (const part of Array.isArray(content) ? content.slice(0, partsMax) : [content]) await insertion.addPart(part)
  }
  return insertion.result()
}
