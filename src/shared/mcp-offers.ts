import { z } from 'zod'
import { mediaItemSchema } from './media.ts'

/** A prompt that a server offers: a text with gaps. All words are the server's. */
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

/** A text or a file that a server offers. All words are the server's. */
export const mcpResourceSchema = z
  .object({
    uri: z.string(),
    title: z.string(),
    description: z.string(),
    /** Media type, as the server calls it; empty where it does not. */
    mime: z.string(),
  })
  .readonly()
export type McpResource = z.infer<typeof mcpResourceSchema>

/** What a running server offers besides tools. */
export const mcpOfferSchema = z
  .object({
    serverId: z.string(),
    server: z.string(),
    prompts: z.array(mcpPromptSchema).readonly(),
    resources: z.array(mcpResourceSchema).readonly(),
  })
  .readonly()
export type McpOffer = z.infer<typeof mcpOfferSchema>

/** What goes into the composer. */
export const mcpInsertSchema = z
  .object({
    text: z.string(),
    pictures: z.array(mediaItemSchema).readonly(),
    /** Parts that a message cannot hold, such as sound. */
    leftOut: z.number().int(),
    /** Whether the text was too long and its end is missing. */
    isCut: z.boolean(),
  })
  .readonly()
export type McpInsert = z.infer<typeof mcpInsertSchema>
