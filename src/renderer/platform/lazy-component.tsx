import { type ComponentType, type FunctionComponent, useEffect, useState } from 'react'

/** A component in a separate chunk. It renders nothing until the chunk is loaded. */
export interface LazyComponent<Props = object> extends FunctionComponent<Props> {
  /** Loads the chunk before the component is shown. Rejects if it cannot be loaded; the next call tries again. */
  readonly load: () => Promise<void>
}

/**
 * Makes a component from a chunk. React's `lazy` shows a chunk at the earliest 300 ms after a fallback; this one
 * renders as soon as the chunk is loaded. A chunk that cannot be loaded throws while rendering, for the boundary.
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

/** Performance mark set when the code of all panels is loaded. */
export const panelsRead = 'panels-read'

/** Time to the next look at a busy page, in ms. */
const lookAgainMs = 250

/**
 * Loads the code of components one after another while the page is idle and not busy, so that each opens at once. A frame
 * between two pieces of an answer counts as idle, but is too short for a panel's code. Then sets the mark `panelsRead`.
 * Returns its undo.
 */
export function loadWhileIdle(components: readonly Pick<LazyComponent, 'load'>[], isBusy: () => boolean): () => void {
  let request = 0
  let look: ReturnType<typeof setTimeout> | undefined
  const next = ([component, ...rest]: readonly Pick<LazyComponent, 'load'>[]): void => {
    if (component === undefined) {
      performance.mark(panelsRead)
      return
    }
    request = requestIdleCallback(() => {
      if (isBusy()) {
        look = setTimeout(() => next([component, ...rest]), lookAgainMs)
        return
      }
      // a chunk that fails now is loaded again when it is shown
      component.load().then(
        () => next(rest),
        () => next(rest),
      )
    })
  }
  next(components)
  return () => {
    cancelIdleCallback(request)
    clearTimeout(look)
  }
}
