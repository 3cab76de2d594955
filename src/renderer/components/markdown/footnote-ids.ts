import { createContext, type RefObject, useId, useMemo } from 'react'

/** Ids that are unique to one message, and the way from a call to its footnote and back. */
export interface FootnoteIds {
  /** Of a footnote's text. */
  readonly note: (number: number) => string
  /** Of one of its calls. */
  readonly call: (number: number, time: number) => string
  /** Brings the element with this id into view and gives it the focus. */
  readonly show: (id: string) => void
}

export const FootnoteContext = createContext<FootnoteIds>({ note: () => '', call: () => '', show: () => undefined })

export function useFootnoteIds(message: RefObject<HTMLElement | null>): FootnoteIds {
  const prefix = useId()
  return useMemo(
    () => ({
      note: (number) => `${prefix}-note-${number}`,
      call: (number, time) => `${prefix}-call-${number}-${time}`,
      show: (id) => {
        const target = message.current?.querySelector<HTMLElement>(`[id="${CSS.escape(id)}"]`)
        target?.scrollIntoView({ block: 'center' })
        target?.focus({ preventScroll: true })
      },
    }),
    [prefix, message],
  )
}
