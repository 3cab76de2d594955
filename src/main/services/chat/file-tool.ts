import { z } from 'zod'
import type { AttachedFile } from '../../../shared/attached-file.ts'
import type { MediaLibrary } from '../../media/library.ts'
import type { MessageFiles } from '../../storage/message-files.ts'
import type { Messages } from '../../storage/messages.ts'
import type { DocumentReader } from '../documents/index.ts'
import type { Fields, Tool, ToolContext, ToolResult } from '../tools/tool.ts'
import { type FilePart, filePartOf } from './file-pages.ts'
import { unreadWords } from './unread-words.ts'

export interface FileToolParts {
  readonly messages: Messages
  readonly files: MessageFiles
  readonly library: MediaLibrary
  readonly documents: DocumentReader
}

/** Maximum number of messages that are searched for files. */
const messagesMax = 500

const inputSchema = z.object({ file: z.string().optional(), page: z.number().optional() })

/**
 * Reads a file of the chat page by page, even if its message holds only the beginning. Only files on the branch of the
 * answer can be read. The text goes to the gateway of the chat, so the user is asked.
 */
export function fileTool(parts: FileToolParts): Tool {
  return {
    id: 'builtin:read_file',
    server: null,
    name: 'read_file',
    title: 'Read an attached file',
    description:
      'Reads one page of a file that is attached in this chat, also what was cut from its message. A file without pages is read in parts. The result says how many pages there are.',
    parameters: {
      type: 'object',
      properties: {
        file: { type: 'string', maxLength: 300, description: 'Name of the file; leave it out for the newest one.' },
        page: { type: 'integer', minimum: 1, description: 'Which page or part; 1 is the first.' },
      },
      additionalProperties: false,
    },
    hints: { readOnly: true, destructive: false, openWorld: false, costs: false },
    defaultRule: 'ask',
    run: async (input, context) => await read(input, context, parts),
  }
}

async function read(input: Fields, context: ToolContext, parts: FileToolParts): Promise<ToolResult> {
  const { file: name, page = 1 } = inputSchema.parse(input)
  const files = filesOf(context.messageId, parts)
  const file = name === undefined ? files.at(-1) : files.findLast((one) => one.name === name)
  if (file === undefined) {
    const names = [...new Set(files.map((one) => JSON.stringify(one.name)))].slice(-20)
    return refusal(
      names.length === 0 ? 'No file is attached.' : `There is no such file. Attached: ${names.join(', ')}.`,
    )
  }
  const found = await pageOf(file, page, context.signal, parts)
  if (typeof found === 'string') return refusal(found)
  const { from, count, kind, text } = found
  const left = unreadWords(file.unread)
  const head = `${JSON.stringify(file.name)}, ${kind} ${from} of ${count}${left === '' ? '' : `. ${left}`}`
  return { text: `${head}\n\n${text}`, isError: false, isUntrusted: true }
}

/** Returns the files of the branch that ends with an answer, oldest first. */
function filesOf(messageId: string, { files, messages }: FileToolParts): readonly AttachedFile[] {
  const ids = messages.context(messageId, messagesMax).map(({ id }) => id)
  const withFiles = files.among(ids)
  return ids.flatMap((id) => (withFiles.has(id) ? files.filesOf(id) : []))
}

/** Resolves to a page of the original, or to a sentence for the model about why there is none. */
async function pageOf(
  { encoding, mediaId, name }: AttachedFile,
  page: number,
  signal: AbortSignal,
  { documents, library }: FileToolParts,
): Promise<FilePart | string> {
  const original = library.findMedia(mediaId)
  if (original === null) return 'The file is not there any more.'
  if (/^(audio|video)\//.test(original.mime)) return 'This is a recording. It has no pages; it can be transcribed.'
  const path = await library.fileOf(original)
  const answer = await documents.readDocument(
    { path, name, decoding: { encoding: encoding ?? null, language: null } },
    signal,
  )
  if (answer.state === 'refused') return `The file cannot be read: ${answer.problem}.`
  const part = filePartOf(new TextDecoder().decode(answer.text), page)
  return part.text === null ? `There are ${part.count} ${part.kind}s.` : { ...part, text: part.text }
}

const refusal = (text: string): ToolResult => ({ text, isError: true, isUntrusted: false })
