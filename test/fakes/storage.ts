import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { StoredConversation } from '../../src/main/storage/conversations.ts'
import type { Database } from '../../src/main/storage/database.ts'
import type { StoredMessage } from '../../src/main/storage/messages.ts'
import { openStorage } from '../../src/main/storage/open.ts'
import type { StoredCall } from '../../src/main/storage/tool-calls.ts'
import { defaultParameters } from '../../src/shared/chat-limits.ts'

/** A real, empty database in its own folder. */
export function temporaryDatabase(): { readonly database: Database; readonly folder: string; dispose(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'atelier-table-'))
  const { database } = openStorage(folder, 1)
  return {
    database,
    folder,
    dispose() {
      database.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export function conversation(id: string, changes: Partial<StoredConversation> = {}): StoredConversation {
  return {
    id,
    title: id,
    connectionId: null,
    model: 'm',
    parameters: defaultParameters,
    pinned: false,
    createdAt: 1,
    activeAt: 1,
    snippet: '',
    leafId: null,
    ...changes,
  }
}

export function storedMessage(
  id: string,
  changes: Partial<Omit<StoredMessage, 'versions'>> = {},
): Omit<StoredMessage, 'versions'> {
  return {
    id,
    conversationId: 'c',
    parentId: null,
    role: 'user',
    text: `text of ${id}`,
    model: 'm',
    state: 'done',
    error: null,
    usage: null,
    timing: null,
    finishReason: null,
    createdAt: 1,
    attachments: [],
    ...changes,
  }
}

export function storedCall(id: string, changes: Partial<StoredCall> = {}): StoredCall {
  return {
    id,
    messageId: 'm',
    round: 0,
    position: 0,
    callId: `call of ${id}`,
    name: 'calculator',
    tool: 'builtin:calculator',
    server: null,
    arguments: '{"expression":"1 + 1"}',
    editedArguments: null,
    extra: {},
    hints: { readOnly: true, destructive: false, openWorld: false, costs: false },
    state: 'done',
    askReason: 'rule',
    result: `result of ${id}`,
    resultFile: null,
    media: [],
    isUntrusted: false,
    createdAt: 3,
    startedAt: 4,
    endedAt: 5,
    ...changes,
  }
}
