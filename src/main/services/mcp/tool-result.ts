import { z } from 'zod'
import type { MediaItem } from '../../../shared/media.ts'
import { otherType } from '../../../shared/media-types.ts'
import type { MediaLibrary } from '../../media/library.ts'
import { readPicture } from '../../media/picture.ts'
import { recordingMime } from '../../media/recording.ts'
import type { ToolResult, WholeText } from '../tools/tool.ts'
import type { LongString } from './large-message.ts'
import type { LongStrings } from './long-strings.ts'
import type { ServerFilter } from './server-filter.ts'

/** Maximum number of parts of a result, and of its files. */
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

/** A server's answer to a call, read without trusting any of its members. */
export const callAnswerSchema = z.looseObject({
  content: z.array(z.unknown()).optional().catch(undefined),
  structuredContent: z.unknown().optional(),
  isError: z.boolean().optional().catch(undefined),
})
export type CallAnswer = z.infer<typeof callAnswerSchema>

/** A piece of a result's text; `whole` if `text` is only its beginning. */
interface Piece {
  readonly text: string
  readonly whole: LongString | null
}

interface ResultParts {
  readonly library: Pick<MediaLibrary, 'addMedia'>
  readonly strings: Pick<LongStrings, 'takeString'>
  /** Removes secrets; without one nothing is removed. */
  readonly filter?: Pick<ServerFilter, 'file' | 'withoutSecrets'>
}

/** Turns a server's answer into a result: texts joined, files into the library. Links are named, never followed. */
export async function toolResultOf(answer: CallAnswer, { library, strings, filter }: ResultParts): Promise<ToolResult> {
  const pieces: Piece[] = []
  const media: MediaItem[] = []
  const say = (text: string): void => {
    const whole = strings.takeString(text)
    pieces.push({ text: whole?.head ?? text, whole })
  }
  const addFile = async (data: string, what: string): Promise<void> => {
    if (media.length >= filesMax) say(`[${what} left out: over ${filesMax} files]`)
    else {
      const file = await fileOf(strings.takeString(data)?.bytes ?? Buffer.from(data, 'base64'), library, filter)
      if (file !== null) media.push(file)
      say(file === null ? `[${what}: not readable]` : `[${what}: ${file.mime}, ${file.bytes} bytes]`)
    }
  }
  const content = answer.content ?? []
  for (const value of content.slice(0, partsMax)) {
    const part = partSchema.safeParse(value).data
    switch (part?.type) {
      case undefined:
        say('[a part of a kind that Atelier does not know]')
        break
      case 'text':
        say(part.text)
        break
      case 'image':
      case 'audio':
        await addFile(part.data, part.type)
        break
      case 'resource_link':
        say(`[resource ${part.name ?? ''} ${part.uri}]`)
        break
      case 'resource':
        if (part.resource.text !== undefined) say(part.resource.text)
        else await addFile(part.resource.blob ?? '', `resource ${part.resource.uri}`)
    }
  }
  if (content.length > partsMax) say(`[${content.length - partsMax} parts left out]`)
  // servers repeat it as text for older clients
  if (answer.structuredContent !== undefined && pieces.length === 0) say(JSON.stringify(answer.structuredContent) ?? '')
  const whole = await wholeOf(pieces, library, filter)
  const text = pieces
    .map((piece) => piece.text)
    .join('\n')
    .toWellFormed()
  return {
    // several parts may be a secret together
    text: filter?.withoutSecrets(text) ?? text,
    isError: answer.isError === true,
    isUntrusted: true,
    ...(whole === null ? {} : { whole }),
    ...(media.length > 0 ? { media } : {}),
  }
}

/** Stores the whole text; resolves to null if no piece of it was shortened. */
async function wholeOf(
  pieces: readonly Piece[],
  library: Pick<MediaLibrary, 'addMedia'>,
  filter: ResultParts['filter'],
): Promise<WholeText | null> {
  if (pieces.every(({ whole }) => whole === null)) return null
  const lineFeed = Buffer.from('\n')
  const bytes = pieces.flatMap(({ text, whole }, index) => [
    ...(index === 0 ? [] : [lineFeed]),
    whole?.bytes ?? Buffer.from(text),
  ])
  const length = pieces.reduce((sum, { text, whole }) => sum + (whole?.length ?? text.length), pieces.length - 1)
  const joined = Buffer.concat(bytes)
  const file = await library.addMedia((await filter?.file(joined)) ?? joined, {
    mime: 'text/plain',
    width: null,
    height: null,
  })
  return { file, length }
}

/** Stores a file under the type detected from its bytes, whatever type the server states. */
async function fileOf(
  bytes: Uint8Array,
  library: Pick<MediaLibrary, 'addMedia'>,
  filter: ResultParts['filter'],
): Promise<MediaItem | null> {
  if (bytes.length === 0) return null
  const picture = readPicture(bytes)
  if (picture !== null) return await library.addMedia(bytes, picture)
  const recording = recordingMime(bytes)
  const kept = recording === null ? ((await filter?.file(bytes)) ?? bytes) : bytes
  return await library.addMedia(kept, { mime: recording ?? otherType, width: null, height: null })
}
