import { z } from 'zod'
import { timeOf } from './foreign.ts'
import { paragraphs, pictureAt, withSources } from './message-text.ts'
import type { SaidMessage } from './message-tree.ts'
import type { Skips } from './skips.ts'

/** The parts of an export that are read (lobehub/lobe-chat, `packages/types/src/exportConfig.ts`). */
const maybeText = z.string().nullish().catch(null)
const list = z.array(z.unknown()).nullish().catch(null)
/** The chat of a message. */
export const lobePlaceSchema = z.object({
  sessionId: maybeText,
  agentId: maybeText,
  topicId: maybeText,
  threadId: maybeText,
})
export const lobeMessageSchema = lobePlaceSchema.extend({
  id: maybeText,
  role: z.string(),
  content: maybeText,
  parentId: maybeText,
  model: maybeText,
  fromModel: maybeText,
  extra: z.object({ fromModel: maybeText }).nullish().catch(null),
  createdAt: z.union([z.number(), z.string()]).nullish().catch(null),
  reasoning: z
    .union([z.string(), z.object({ content: maybeText })])
    .nullish()
    .catch(null),
  search: z.object({ citations: list }).nullish().catch(null),
  imageList: z
    .array(z.object({ url: z.string() }))
    .nullish()
    .catch(null),
  files: list,
  tools: list,
})
export type LobeMessage = z.infer<typeof lobeMessageSchema>

const record = z.record(z.string(), z.unknown()).nullish().catch(null)
const configSchema = z.object({ systemRole: maybeText, model: maybeText }).nullish().catch(null)
/** A session, a topic, a thread or an assistant. */
export const lobeSessionSchema = z.object({
  id: maybeText,
  title: maybeText,
  description: maybeText,
  slug: maybeText,
  systemRole: maybeText,
  model: maybeText,
  meta: z.object({ title: maybeText, description: maybeText }).nullish().catch(null),
  config: configSchema,
  pinned: z.union([z.boolean(), z.number()]).nullish().catch(null),
  favorite: z.union([z.boolean(), z.number()]).nullish().catch(null),
  sessionId: maybeText,
  agentId: maybeText,
  topicId: maybeText,
  createdAt: z.union([z.number(), z.string()]).nullish().catch(null),
  updatedAt: z.union([z.number(), z.string()]).nullish().catch(null),
  chats: record,
  topics: record,
})
export type LobeSession = z.infer<typeof lobeSessionSchema>

/** Returns the imported part of a message of LobeHub. */
export function saidInLobe(message: LobeMessage, skipped: Skips): SaidMessage | null {
  const { content, reasoning, role } = message
  if (role === 'system') return null
  if (role !== 'user' && role !== 'assistant') {
    skipped.addSkip('tool')
    return null
  }
  skipped.addSkip('attachment', message.files?.length ?? 0)
  const pictures = (message.imageList ?? []).map(({ url }) => pictureAt(url))
  const text = withSources((content ?? '').trim(), message.search?.citations ?? [])
  const thinking = paragraphs([typeof reasoning === 'string' ? reasoning : reasoning?.content])
  if (text === '' && thinking === '' && pictures.length === 0) return null
  const model = message.model ?? message.fromModel ?? message.extra?.fromModel ?? ''
  return { role, text, thinking, model, at: timeOf(message.createdAt), pictures }
}
