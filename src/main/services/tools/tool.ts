import type { MediaItem } from '../../../shared/media.ts'
import type { ToolHints } from '../../../shared/tools.ts'

/** A JSON object, such as the arguments of a tool. */
export type Fields = Readonly<Record<string, unknown>>

/** A tool that a model can call: one of Atelier's own, or a server's. */
export interface Tool {
  /** `builtin:<name>` or `<server id>:<name>`. Decisions about the tool are kept under it. */
  readonly id: string
  /** Name of the server; null for Atelier's own tools. */
  readonly server: string | null
  /** The tool's own name; the model may know it under another (`tool-names.ts`). */
  readonly name: string
  /** Title for users. */
  readonly title: string
  /** Description for the model. */
  readonly description: string
  /** JSON schema of an object: the arguments. */
  readonly parameters: Fields
  /** A server's hints are its own claims: shown, never trusted. An absent hint counts as the riskier value. */
  readonly hints: ToolHints
  /**
   * Rule until the user decides; `always` only for Atelier's own tools that neither change, send nor reveal anything.
   */
  readonly defaultRule: 'ask' | 'always'
  /** Runs the tool. Rejects only with failures that the user has to know (AppFailure); a tool's own error is a result. */
  run(input: Fields, context: ToolContext): Promise<ToolResult>
}

export interface ToolContext {
  /** Aborted when the user stops the answer. */
  readonly signal: AbortSignal
  readonly callId: string
  readonly messageId: string
  readonly conversationId: string
  /** The connection of the model that asked. */
  readonly connectionId: string
  /** Shows its progress: a text, and a part of 1 if that is known. */
  progress(text: string, part: number | null): void
}

/** A text that is too long to be held: a file of the library, and its length in UTF-16 units. */
export interface WholeText {
  readonly file: MediaItem
  readonly length: number
}

export interface ToolResult {
  /** The text for the model, of any length. */
  readonly text: string
  /** The whole text; present if `text` is only its beginning. */
  readonly whole?: WholeText
  /** True if the tool failed. */
  readonly isError: boolean
  /** True if the text is from others than the user and Atelier. */
  readonly isUntrusted: boolean
  /** Pictures and other files of the result, in the library. */
  readonly media?: readonly MediaItem[]
}

/** Source of tools: fixed, or a server whose list changes. */
export interface ToolSource {
  tools(): readonly Tool[]
}
