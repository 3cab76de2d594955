import { type RefObject, useEffect } from 'react'
import type { VirtualizerHandle } from 'virtua'
import type { Message } from '../../../../shared/chat.ts'
import { useJumpStore } from '../actions/jump.ts'
import { followPlace, guessedItemTop } from '../state/follow-place.ts'

interface Places {
  readonly scroller: RefObject<HTMLElement | null>
  readonly virtual: RefObject<VirtualizerHandle | null>
  readonly messages: readonly Message[]
  readonly setFollowing: (follow: boolean) => void
}

/** Px between the top of the view and the message. */
const gap = 12

/** Scrolls to the target message of a jump. */
export function useJump({ scroller, virtual, messages, setFollowing }: Places): void {
  const jump = useJumpStore((state) => state.jump)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only on request, not whenever messages change
  useEffect(() => {
    const region = scroller.current
    const index = messages.findIndex(({ id }) => id === jump?.messageId)
    if (jump === null || region === null || index < 0) return undefined
    setFollowing(false)
    const shown = `[data-message="${CSS.escape(jump.messageId)}"]`
    return followPlace(
      region,
      () => {
        const element = region.querySelector(shown)
        if (element !== null) {
          const by = element.getBoundingClientRect().top - region.getBoundingClientRect().top - gap
          return { by, exact: true }
        }
        const list = virtual.current
        return list === null ? null : { by: guessedItemTop(list, index) - gap, exact: false }
      },
      () => {
        useJumpStore.setState({ jump: null })
        const article = region.querySelector<HTMLElement>(`${shown} article`)
        if (!jump.focus || article === null) return
        article.tabIndex = -1
        article.focus({ preventScroll: true })
      },
    )
  }, [jump?.serial])
}
