import { type RefObject, useLayoutEffect, useRef } from 'react'
import type { VirtualizerHandle } from 'virtua'
import type { Message } from '../../../../shared/chat.ts'
import { followPlace, leastOffset } from '../state/follow-place.ts'
import { columnsOf } from '../state/messages.ts'

interface TallQuestionParts {
  readonly scroller: RefObject<HTMLElement | null>
  readonly virtual: RefObject<VirtualizerHandle | null>
  readonly messages: readonly Message[]
  /** True if the view does not follow the end. */
  readonly away: boolean
  readonly setFollowing: (follow: boolean) => void
  readonly followEnd: () => void
}

/** Returns the id of a message's first call that needs a decision; null without one. */
function askedCallOf(message: Message): string | null {
  const calls = columnsOf(message).flatMap((answer) => answer.calls ?? [])
  return calls.find(({ state }) => state === 'asking')?.id ?? null
}

/**
 * Shows the beginning of a question that is higher than the region: at the end, only its buttons would be in view. The
 * view follows the end again after the decision. Returns the index of the last message that asks; -1 without one.
 */
export function useTallQuestion(parts: TallQuestionParts): number {
  const { away, followEnd, messages, scroller, setFollowing, virtual } = parts
  const index = messages.findLastIndex((message) => askedCallOf(message) !== null)
  const asking = messages[index]
  const callId = asking === undefined ? null : askedCallOf(asking)
  const isHeld = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another question moves the view
  useLayoutEffect(() => {
    const region = scroller.current
    if (region === null || (away && !isHeld.current)) return undefined
    const card = callId === null ? null : region.querySelector(`section[data-call="${CSS.escape(callId)}"]`)
    const isTall = card !== null && card.clientHeight > region.clientHeight
    const wasHeld = isHeld.current
    isHeld.current = isTall
    if (isTall) {
      setFollowing(false)
      return followPlace(region, () => leastOffset(region, card, { virtual: virtual.current, index }))
    }
    if (wasHeld) followEnd()
    return undefined
  }, [callId])
  return index
}
