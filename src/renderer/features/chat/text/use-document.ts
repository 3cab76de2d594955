import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import type { TextDocument } from '../../../../shared/text-document.ts'
import { call, on, onReconnect } from '../../../platform/bridge/client.ts'
import { streamTexts, useChat } from '../state/chat-store.ts'

/** Length from which a growing text is updated less often, because the browser lays out the whole field again. */
const longText = 50_000
const longTextMs = 300

interface Loaded {
  /** The document as stored; null if it is not stored yet, or not loaded. */
  readonly document: TextDocument | null
  /** Shows a document that main has just returned. */
  readonly show: (document: TextDocument) => void
  /** Reads the document again. */
  readonly reload: () => Promise<void>
}

/**
 * Returns a conversation's document in a field, reloaded whenever it changes. A model's text is added as it arrives.
 */
export function useDocument(conversationId: string | null, field: RefObject<HTMLTextAreaElement | null>): Loaded {
  const [document, setDocument] = useState<TextDocument | null>(null)
  const stored = useRef<string>('')
  const loads = useRef(0)

  const show = useCallback(
    (next: TextDocument) => {
      const element = field.current
      const isUnchanged = element === null || element.value === stored.current || element.readOnly
      stored.current = next.text
      if (element !== null && isUnchanged && element.value !== next.text) {
        const end = next.newest?.to ?? next.text.length
        element.value = next.text
        element.setSelectionRange(end, end)
      }
      setDocument(next)
    },
    [field],
  )

  const reload = useCallback(async (): Promise<void> => {
    if (conversationId === null) return
    loads.current += 1
    const mine = loads.current
    const answer = await call('chat.readText', { conversationId })
    if (mine !== loads.current) return
    if (answer.ok) show(answer.value)
    else useChat.setState({ actionError: answer.error })
  }, [conversationId, show])

  useEffect(() => {
    const undo = [
      on('chat.status', (told) => {
        if (told.conversationId === conversationId) void reload()
      }),
      on('chat.message', (told) => {
        if (told.conversationId === conversationId) void reload()
      }),
      onReconnect(() => void reload()),
    ]
    void reload()
    return () => {
      loads.current += 1
      for (const each of undo) each()
    }
  }, [conversationId, reload])

  useEffect(() => {
    const newest = document?.newest ?? null
    if (newest === null || newest.stream === null) return
    const { from, messageId } = newest
    let timer: ReturnType<typeof setTimeout> | null = null
    let undrawn = (): void => undefined
    const write = (): void => {
      timer = null
      const element = field.current
      const text = streamTexts.streamText(messageId)
      if (element === null || text === null) return
      const known = stored.current.length - (document?.text.length ?? 0) + (newest.to - from)
      const piece = text.slice(known)
      if (piece === '') return
      const isAtEnd = element.scrollHeight - element.scrollTop - element.clientHeight < 40
      const place = from + known
      // the caret moves along, so that the next press continues where this one ended
      const isCaretHere = element.selectionStart === place && element.selectionEnd === place
      element.setRangeText(piece, place, place, isCaretHere ? 'end' : 'preserve')
      stored.current = element.value
      undrawn = streamTexts.drew(messageId, text.length)
      if (isAtEnd) element.scrollTop = element.scrollHeight
    }
    const soon = (): void => {
      if (stored.current.length < longText) write()
      else timer ??= setTimeout(write, longTextMs)
    }
    write()
    const undo = streamTexts.subscribe(messageId, soon)
    return () => {
      undo()
      undrawn()
      if (timer !== null) clearTimeout(timer)
    }
  }, [document, field])

  return { document, show, reload }
}
