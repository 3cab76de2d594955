import { z } from 'zod'
import { mediaItemSchema } from './media.ts'

/** A prompt that a server offers: a text with arguments. All texts come from the server. */
export const mcpPromptSchema = z
  .object({
    name: z.string(),
    title: z.string(),
    description: z.string(),
    arguments: z
      .array(z.object({ name: z.string(), description: z.string(), isRequired: z.boolean() }).readonly())
      .readonly(),
  })
  .readonly()
export type McpPrompt = z.infer<typeof mcpPromptSchema>

/** A text or a file that a server offers. All texts come from the server. */
export const mcpResourceSchema = z
  .object({
    uri: z.string(),
    title: z.string(),
    description: z.string(),
    /** Media type stated by the server; empty if it states none. */
    mime: z.string(),
  })
  .readonly()
export type McpResource = z.infer<typeof mcpResourceSchema>

/** Prompts and resources of a running server. */
export const mcpOfferSchema = z
  .object({
    serverId: z.string(),
    server: z.string(),
    prompts: z.array(mcpPromptSchema).readonly(),
    resources: z.array(mcpResourceSchema).readonly(),
  })
  .readonly()
export type McpOffer = z.infer<typeof mcpOfferSchema>

/** Content inserted into the composer. */
export const mcpInsertSchema = z
  .object({
    text: z.string(),
    pictures: z.array(mediaItemSchema).readonly(),
    /** Number of parts that a message cannot hold, such as audio. */
    leftOut: z.number().int(),
    /** True if the end of the text was cut off, because it was too long. */
    isCut: z.boolean(),
  })
  .readonly()
export type McpInsert = z.infer<typeof mcpInsertSchema>
