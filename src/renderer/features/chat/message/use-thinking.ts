import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { Message } from '../../../../shared/chat.ts'
import { streamTexts, streamThoughts } from '../state/chat-store.ts'

/** Returns true if the model of a running answer is thinking: its newest output was not text. */
function thinksNow({ id, status, stream, thinking }: Message): boolean {
  if (stream === null || status.state !== 'streaming') return false
  const thought = streamThoughts.pace(id)?.lastTextAt ?? (thinking?.isRunning ? 0 : -1)
  return thought > (streamTexts.pace(id)?.lastTextAt ?? -1)
}

/** Returns the shown thinking of a message's model so far. */
export function thoughtOf({ id, stream, thinking }: Message): string {
  const known = thinking?.text ?? ''
  return streamThoughts.shown(id, stream === null ? known : (streamThoughts.received(id) ?? known))
}

/** Returns true if a part of an ended answer is not shown, because it was stopped here. */
export function isCut(message: Message): boolean {
  const { id, text, thinking } = message
  return streamTexts.shown(id, text).length < text.length || thoughtOf(message).length < (thinking?.text.length ?? 0)
}

/** Reads the model's thinking; the caller re-renders only when the value it reads changes. */
export function useThinking<T extends string | boolean>(message: Message, read: (message: Message) => T): T {
  const { id } = message
  const subscribe = useCallback(
    (listener: () => void) => {
      const ends = [streamThoughts.subscribe(id, listener), streamTexts.subscribe(id, listener)]
      return () => {
        for (const end of ends) end()
      }
    },
    [id],
  )
  return useSyncExternalStore(subscribe, () => read(message))
}

/** Returns true if the model is thinking now. */
export function useThinksNow(message: Message): boolean {
  return useThinking(message, thinksNow)
}

/** Returns how long the model has thought, in ms, updated once a second while it does; null if unknown. */
export function useThinkingMs({ stream, thinking }: Message, isRunning: boolean): number | null {
  const before = useRef(thinking?.ms ?? 0)
  const [ms, setMs] = useState(before.current)
  useEffect(() => {
    if (!isRunning) return undefined
    const since = performance.now()
    const measure = (): number => before.current + performance.now() - since
    const timer = setInterval(() => setMs(measure()), 1000)
    return () => {
      clearInterval(timer)
      before.current = measure()
      setMs(before.current)
    }
  }, [isRunning])
  return stream === null ? (thinking?.ms ?? null) : ms
}
