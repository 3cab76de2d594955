import { type ComponentType, type FunctionComponent, useEffect, useState } from 'react'

/** A component whose code is a chunk of its own. It renders nothing until the chunk is read. */
export interface LazyComponent<Props = object> extends FunctionComponent<Props> {
  /** Reads the chunk before the component is shown. Rejects if it cannot be read; the next call tries again. */
  readonly load: () => Promise<void>
}

/**
 * Makes a component of a chunk. Unlike React's `lazy`, which shows a chunk at the earliest 300 ms after a fallback, it
 * renders in the moment the chunk is there. A chunk that cannot be read throws while rendering, for the boundary.
 */
export function lazyComponent<Props extends object = object>(
  read: () => Promise<ComponentType<Props>>,
): LazyComponent<Props> {
  let Loaded: ComponentType<Props> | null = null
  let reading: Promise<void> | null = null

  const load = (): Promise<void> => {
    reading ??= read().then(
      (component) => {
        Loaded = component
      },
      (cause: unknown) => {
        reading = null
        throw new Error('the code of a component cannot be read', { cause })
      },
    )
    return reading
  }

  function Component(props: Props) {
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
    return Loaded === null ? null : <Loaded {...props} />
  }

  return Object.assign(Component, { load })
}

/** The mark on the page's timeline when the code of all panels is read. */
export const panelsRead = 'panels-read'

/**
 * Reads the code of components one after another while the page is idle, so that each opens at once; then makes the
 * mark `panelsRead`. Returns its undo.
 */
export function loadWhileIdle(components: readonly Pick<LazyComponent, 'load'>[]): () => void {
  let request = 0
  const next = ([component, ...rest]: readonly Pick<LazyComponent, 'load'>[]): void => {
    if (component === undefined) {
      performance.mark(panelsRead)
      return
    }
    request = requestIdleCallback(() => {
      // one that fails now is read again when it is shown
      component.load().then(
        () => next(rest),
        () => next(rest),
      )
    })
  }
  next(components)
  return () => cancelIdleCallback(request)
}
