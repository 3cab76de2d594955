import { z } from 'zod'
import type { MediaItem } from '../../../shared/media.ts'
import { otherType } from '../../../shared/media-types.ts'
import type { MediaLibrary } from '../../media/library.ts'
import { readPicture } from '../../media/picture.ts'
import { recordingMime } from '../../media/recording.ts'
import type { ToolResult } from '../tools/tool.ts'

/** The most parts of a result, and the most files of it. */
const partsMax = 1000
const filesMax = 50

const textSchema = z.object({ type: z.literal('text'), text: z.string() })
const dataSchema = z.object({ type: z.enum(['image', 'audio']), data: z.string() })
const linkSchema = z.object({ type: z.literal('resource_link'), uri: z.string(), name: z.string().optional() })
const resourceSchema = z.object({
  type: z.literal('resource'),
  resource: z.object({ uri: z.string(), text: z.string().optional(), blob: z.string().optional() }),
})
const partSchema = z.union([textSchema, dataSchema, linkSchema, resourceSchema])

/** A server's answer to a call, read without belief in any of its members. */
export const callAnswerSchema = z.looseObject({
  content: z.array(z.unknown()).optional().catch(undefined),
  structuredContent: z.unknown().optional(),
  isError: z.boolean().optional().catch(undefined),
})
export type CallAnswer = z.infer<typeof callAnswerSchema>

/** Turns a server's answer into a result: texts joined, files into the library. Links are named, never followed. */
export async function toolResultOf(answer: CallAnswer, library: Pick<MediaLibrary, 'add'>): Promise<ToolResult> {
  const texts: string[] = []
  const media: MediaItem[] = []
  const addFile = async (base64: string, what: string): Promise<void> => {
    if (media.length >= filesMax) texts.push(`[${what} left out: over ${filesMax} files]`)
    else {
      const file = await fileOf(base64, library)
      if (file !== null) media.push(file)
      texts.push(file === null ? `[${what}: not readable]` : `[${what}: ${file.mime}, ${file.bytes} bytes]`)
    }
  }
  const content = answer.content ?? []
  for (const value of content.slice(0, partsMax)) {
    const part = partSchema.safeParse(value).data
    switch (part?.type) {
      case undefined:
        texts.push('[a part of a kind that Atelier does not know]')
        break
      case 'text':
        texts.push(part.text)
        break
      case 'image':
      case 'audio':
        await addFile(part.data, part.type)
        break
      case 'resource_link':
        texts.push(`[resource ${part.name ?? ''} ${part.uri}]`)
        break
      case 'resource':
        if (part.resource.text !== undefined) texts.push(part.resource.text)
        else await addFile(part.resource.blob ?? '', `resource ${part.resource.uri}`)
    }
  }
  if (content.length > partsMax) texts.push(`[${content.length - partsMax} parts left out]`)
  // servers repeat it as text for older clients
  if (answer.structuredContent !== undefined && texts.length === 0)
    texts.push(JSON.stringify(answer.structuredContent) ?? '')
  return {
    text: texts.join('\n').toWellFormed(),
    isError: answer.isError === true,
    isUntrusted: true,
    ...(media.length > 0 ? { media } : {}),
  }
}

/** Stores a file under the type that its bytes have, whatever the server calls it. */
async function fileOf(base64: string, library: Pick<MediaLibrary, 'add'>): Promise<MediaItem | null> {
  const bytes = Buffer.from(base64, 'base64')
  if (bytes.length === 0) return null
  const picture = readPicture(bytes)
  if (picture !== null) return await library.add(bytes, picture)
  return await library.add(bytes, { mime: recordingMime(bytes) ?? otherType, width: null, height: null })
}
