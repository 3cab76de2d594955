import { type RefObject, useEffect, useRef } from 'react'

/** Returns the job of the card that contains an element; null outside cards. */
function cardOf(element: EventTarget | null): string | null {
  if (!(element instanceof Element)) return null
  return element.closest<HTMLElement>('[data-job-card]')?.dataset.jobCard ?? null
}

/**
 * Keeps the focus on a job's card when the job moves in the list and its card is recreated. `places` changes with the
 * order.
 */
export function useKeptFocus(
  list: RefObject<HTMLElement | null>,
  places: unknown,
  focusJob: (jobId: string) => void,
): void {
  const focused = useRef<string | null>(null)
  useEffect(() => {
    const leave = (event: Event) => {
      if (!(event.target instanceof Node && list.current?.contains(event.target))) focused.current = null
    }
    const arrive = (event: Event) => {
      const inside = event.target instanceof Node && list.current?.contains(event.target)
      focused.current = inside ? cardOf(event.target) : null
    }
    document.addEventListener('focusin', arrive)
    document.addEventListener('pointerdown', leave)
    return () => {
      document.removeEventListener('focusin', arrive)
      document.removeEventListener('pointerdown', leave)
    }
  }, [list])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another order may have removed the focused card
  useEffect(() => {
    const jobId = focused.current
    if (jobId !== null && document.activeElement === document.body) focusJob(jobId)
  }, [places])
}
