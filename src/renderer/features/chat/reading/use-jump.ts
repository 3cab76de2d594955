import { type RefObject, useEffect } from 'react'
import type { VirtualizerHandle } from 'virtua'
import type { Message } from '../../../../shared/chat.ts'
import { useJumpStore } from '../actions/jump.ts'
import { followPlace, guessedItemTop, type Offset } from '../state/follow-place.ts'
import { type HeadingPlace, headingIndex } from '../state/outline-store.ts'
import { chunkAt, hasEmptyChunk } from '../state/text-chunks.ts'

interface Places {
  readonly scroller: RefObject<HTMLElement | null>
  readonly virtual: RefObject<VirtualizerHandle | null>
  readonly messages: readonly Message[]
  readonly setFollowing: (follow: boolean) => void
}

/** Px between the top of the view and the message. */
const gap = 12

/** Scrolls to the target message of a jump, or to its heading. */
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
        if (element !== null) return offsetIn(region, element, jump.heading)
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

/** Returns the distance of a mounted message, or of a heading in it, from the top of the view. */
function offsetIn(region: HTMLElement, element: Element, heading: HeadingPlace | null): Offset {
  const windowTop = region.getBoundingClientRect().top
  if (heading === null) return { by: element.getBoundingClientRect().top - windowTop - gap, exact: true }
  const chunk = chunkAt(element, heading.start)
  const said = chunk ?? element.querySelector('[data-said]') ?? element
  const rendered = [...said.querySelectorAll('h1, h2, h3, h4, h5, h6')]
  const texts = rendered.map(({ textContent }) => textContent)
  const found = rendered[headingIndex(texts, heading, Number(chunk?.dataset.textStart ?? 0))]
  const { top } = (found ?? said).getBoundingClientRect()
  return { by: top - windowTop - gap, exact: found !== undefined && !hasEmptyChunk(element, windowTop, top) }
}
