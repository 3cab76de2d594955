import type { Conversation, Message } from '../../../../src/shared/chat.ts'

/** An ended message, with the given changes. */
export function message(id: string, more: Partial<Message> = {}): Message {
  return {
    id,
    conversationId: 'c1',
    parentId: null,
    role: 'assistant',
    text: `text of ${id}`,
    attachments: [],
    model: 'm',
    createdAt: 1,
    versions: [id],
    stream: null,
    status: { state: 'done', error: null, wait: null, usage: null, timing: null, finishReason: 'stop' },
    ...more,
  }
}

export function streaming(id: string, stream: number, more: Partial<Message> = {}): Message {
  const status = { state: 'streaming', error: null, wait: null, usage: null, timing: null, finishReason: null } as const
  return message(id, { text: '', stream, status, ...more })
}

export function conversation(id: string, more: Partial<Conversation> = {}): Conversation {
  return {
    id,
    title: id,
    connectionId: 'k',
    model: 'm',
    parameters: { system: '', temperature: null, topP: null, maxTokens: null, contextMessages: null },
    pinned: false,
    createdAt: 1,
    activeAt: 1,
    snippet: '',
    streaming: false,
    ...more,
  }
}
