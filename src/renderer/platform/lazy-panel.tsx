import { type ComponentType, type FunctionComponent, useEffect, useState } from 'react'

/** A panel whose code is a chunk of its own. It renders nothing until the chunk is read. */
export interface LazyPanel extends FunctionComponent {
  /** Reads the chunk before the panel is shown. Rejects if it cannot be read; the next call tries again. */
  readonly load: () => Promise<void>
}

/**
 * Makes a panel of a chunk. Unlike React's `lazy`, which shows a chunk at the earliest 300 ms after a fallback, it
 * renders in the moment the chunk is there. A chunk that cannot be read throws while rendering, for the boundary.
 */
export function lazyPanel(read: () => Promise<ComponentType>): LazyPanel {
  let Loaded: ComponentType | null = null
  let reading: Promise<void> | null = null

  const load = (): Promise<void> => {
    reading ??= read().then(
      (panel) => {
        Loaded = panel
      },
      (cause: unknown) => {
        reading = null
        throw new Error('the code of a panel cannot be read', { cause })
      },
    )
    return reading
  }

  function Panel() {
    const [end, setEnd] = useState<'loaded' | { readonly failure: unknown } | null>(null)
    useEffect(() => {
      let isShown = true
      load().then(
        () => isShown && setEnd('loaded'),
        (failure: unknown) => isShown && setEnd({ failure }),
      )
      return () => {
        isShown = false
      }
    }, [])
    if (end !== null && end !== 'loaded') throw end.failure
    return Loaded === null ? null : <Loaded />
  }

  return Object.assign(Panel, { load })
}

/** The mark on the page's timeline when the code of all panels is read. */
export const panelsRead = 'panels-read'

/**
 * Reads the code of panels one after another while the page is idle, so that each opens at once; then makes the mark
 * `panelsRead`. Returns its undo.
 */
export function loadWhileIdle(panels: readonly LazyPanel[]): () => void {
  let request = 0
  const next = ([panel, ...rest]: readonly LazyPanel[]): void => {
    if (panel === undefined) {
      performance.mark(panelsRead)
      return
    }
    request = requestIdleCallback(() => {
      // one that fails now is read again when it is shown
      panel.load().then(
        () => next(rest),
        () => next(rest),
      )
    })
  }
  next(panels)
  return () => cancelIdleCallback(request)
}
