import { createContext, type RefObject, useId, useMemo } from 'react'

/** Ids that are unique to one message, for links between references and footnotes. */
export interface FootnoteIds {
  /** Returns the id of a footnote's text. */
  readonly note: (number: number) => string
  /** Returns the id of one of its references. */
  readonly call: (number: number, time: number) => string
  /** Scrolls to the element with this id and focuses it. */
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
