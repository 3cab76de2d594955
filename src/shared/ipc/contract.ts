import type { z } from 'zod'
import { answerContract } from './answer-calls.ts'
import { appContract } from './app-calls.ts'
import { arrivalContract } from './arrival-calls.ts'
import { assistantContract } from './assistant-calls.ts'
import { backupContract } from './backup-calls.ts'
import { chatContract } from './chat-calls.ts'
import { chatOrderContract } from './chat-order-calls.ts'
import { connectionContract } from './connection-calls.ts'
import { embeddingContract } from './embedding-calls.ts'
import { fileContract } from './file-calls.ts'
import { folderContract } from './folder-calls.ts'
import { historyContract } from './history-calls.ts'
import { imageContract } from './image-calls.ts'
import { knowledgeContract } from './knowledge-calls.ts'
import { mcpContract } from './mcp-calls.ts'
import { mediaContract } from './media-calls.ts'
import { memoryContract } from './memory-calls.ts'
import { networkContract } from './network-calls.ts'
import { placeContract } from './place-calls.ts'
import { promptContract } from './prompt-calls.ts'
import { quickContract } from './quick-calls.ts'
import { recipeContract } from './recipe-calls.ts'
import { relocationContract } from './relocation-calls.ts'
import { requestContract } from './request-calls.ts'
import { spendingContract } from './spending-calls.ts'
import { storyboardContract } from './storyboard-calls.ts'
import { temporaryContract } from './temporary-calls.ts'
import { toolContract } from './tool-calls.ts'
import { transcriptionContract } from './transcription-calls.ts'
import { transferContract } from './transfer-calls.ts'
import { updateContract } from './update-calls.ts'
import { videoContract } from './video-calls.ts'
import { watchContract } from './watch-calls.ts'
import { webContract } from './web-calls.ts'

/** A feature's share of the contract, or several shares as one. */
interface Contract<C extends object, E extends object> {
  readonly calls: C
  readonly events: E
}

interface ContractBuilder<C extends object, E extends object> extends Contract<C, E> {
  /** Adds a feature's calls and events. */
  with<C2 extends object, E2 extends object>(share: Contract<C2, E2>): ContractBuilder<C & C2, E & E2>
}

function contractOf<C extends object, E extends object>(calls: C, events: E): ContractBuilder<C, E> {
  return {
    calls,
    events,
    with: (share) => contractOf({ ...calls, ...share.calls }, { ...events, ...share.events }),
  }
}

/**
 * Calls have an input and an output. Types are inferred from these schemas. Main parses every input before a handler
 * sees it. The caller creates the ids of new records, so that a repeated call (double click, reconnect) is the same
 * call.
 * Main sends events to pages. An event updates the result of a call; it is never the only source of the data.
 */
export const { calls, events } = contractOf({}, {})
  .with(appContract)
  .with(quickContract)
  .with(connectionContract)
  .with(arrivalContract)
  .with(networkContract)
  .with(updateContract)
  .with(chatContract)
  .with(chatOrderContract)
  .with(folderContract)
  .with(temporaryContract)
  .with(fileContract)
  .with(answerContract)
  .with(toolContract)
  .with(mcpContract)
  .with(knowledgeContract)
  .with(webContract)
  .with(mediaContract)
  .with(imageContract)
  .with(transcriptionContract)
  .with(watchContract)
  .with(videoContract)
  .with(storyboardContract)
  .with(historyContract)
  .with(embeddingContract)
  .with(requestContract)
  .with(backupContract)
  .with(placeContract)
  .with(relocationContract)
  .with(transferContract)
  .with(spendingContract)
  .with(promptContract)
  .with(assistantContract)
  .with(memoryContract)
  .with(recipeContract)

export type CallName = keyof typeof calls
export type CallInput<N extends CallName> = z.infer<(typeof calls)[N]['input']>
export type CallOutput<N extends CallName> = z.infer<(typeof calls)[N]['output']>
export type EventName = keyof typeof events
export type EventPayload<N extends EventName> = z.infer<(typeof events)[N]>

/** One handler for each call of the contract. */
export type Handlers = { readonly [N in CallName]: (input: CallInput<N>) => CallOutput<N> | Promise<CallOutput<N>> }
/** One handler for each call of a feature: `HandlersOf<typeof videoCalls>`. */
export type HandlersOf<C> = Pick<Handlers, keyof C & CallName>
