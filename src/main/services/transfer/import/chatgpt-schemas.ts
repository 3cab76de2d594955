import { z } from 'zod'

/**
 * The parts of a ChatGPT export that are read. Shapes are those of danny-avila/LibreChat (`api/server/utils/import`) and
 * of reports; each field may be absent or of another type.
 */

const maybeText = z.string().nullish().catch(null)
const source = z.object({ url: maybeText, title: maybeText })
const referenceSchema = z.object({
  matched_text: maybeText,
  name: maybeText,
  ...source.shape,
  items: z
    .array(source.extend({ supporting_websites: z.array(source).nullish().catch(null) }))
    .nullish()
    .catch(null),
  sources: z.array(source).nullish().catch(null),
})
export type Reference = z.infer<typeof referenceSchema>

export const metadataSchema = z.object({
  model_slug: maybeText,
  is_visually_hidden_from_conversation: z.boolean().nullish().catch(null),
  attachments: z
    .array(z.object({ name: maybeText, mime_type: maybeText }))
    .nullish()
    .catch(null),
  content_references: z.array(referenceSchema.catch({})).nullish().catch(null),
  citations: z
    .array(z.object({ metadata: source.nullish() }).catch({}))
    .nullish()
    .catch(null),
  user_context_message_data: z
    .object({ about_user_message: maybeText, about_model_message: maybeText })
    .nullish()
    .catch(null),
})
export type Metadata = z.infer<typeof metadataSchema>

export const contentSchema = z.object({
  content_type: z.string().catch('text'),
  parts: z.array(z.unknown()).nullish().catch(null),
  text: maybeText,
  language: maybeText,
  content: z.unknown().optional(),
  result: maybeText,
  url: maybeText,
  title: maybeText,
  thoughts: z
    .array(z.object({ summary: maybeText, content: maybeText }))
    .nullish()
    .catch(null),
  user_profile: maybeText,
  user_instructions: maybeText,
  model_set_context: maybeText,
})
export type Content = z.infer<typeof contentSchema>

export const messageSchema = z.object({
  author: z
    .object({ role: z.string().catch(''), name: maybeText })
    .nullish()
    .catch(null),
  content: contentSchema,
  create_time: z.unknown().optional(),
  metadata: metadataSchema.nullish().catch(null),
  recipient: maybeText,
})
export type Message = z.infer<typeof messageSchema>

/** A message and its parent. `odd`: it has a message that cannot be read. */
export interface Node {
  readonly parent?: string | null | undefined
  readonly message?: Message | null | undefined
  readonly odd?: boolean
}

export const conversationSchema = z.object({
  title: maybeText,
  name: maybeText,
  create_time: z.unknown().optional(),
  update_time: z.unknown().optional(),
  current_node: maybeText,
  conversation_id: maybeText,
  id: maybeText,
  type: maybeText,
  default_model_slug: maybeText,
  gizmo_id: maybeText,
  project_id: maybeText,
  folder_id: maybeText,
  is_starred: z.boolean().nullish().catch(null),
  is_pinned: z.boolean().nullish().catch(null),
  pinned_time: z.unknown().optional(),
  is_archived: z.boolean().nullish().catch(null),
  is_deleted: z.boolean().nullish().catch(null),
  is_visible: z.boolean().nullish().catch(null),
  conversation_ids: z.array(z.string()).nullish().catch(null),
  conversations: z.array(z.unknown()).nullish().catch(null),
  instructions: maybeText,
  display: z.object({ name: maybeText }).nullish().catch(null),
})
export type Facts = z.infer<typeof conversationSchema>
export type Conversation = Facts & { readonly mapping: ReadonlyMap<string, Node> }

const nodeSchema = z.object({ parent: maybeText, message: z.unknown() })

/** Reads a node of a conversation's tree. An invalid message does not lose its place in the tree. */
export function nodeFrom(value: unknown): Node {
  const node = nodeSchema.safeParse(value).data
  if (node === undefined) return { odd: true }
  if (node.message == null) return { parent: node.parent }
  const message = messageSchema.safeParse(node.message).data
  return message === undefined ? { parent: node.parent, odd: true } : { parent: node.parent, message }
}
