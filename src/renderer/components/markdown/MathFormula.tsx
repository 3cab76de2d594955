import { useEffect, useRef, useState } from 'react'
import { isSettable } from './formula-limits.ts'
import classes from './Markdown.module.css'

/** A slice of work rests after so long, in ms, so that the page can draw and listen. */
const sliceMs = 8

const queue: (() => void)[] = []
let running = false

/** Does small pieces of work one after another, a few milliseconds at a time; gives the way to take a piece back. */
function inSlices(work: () => void): () => void {
  queue.push(work)
  if (!running) {
    running = true
    setTimeout(slice)
  }
  return () => {
    const place = queue.indexOf(work)
    if (place >= 0) queue.splice(place, 1)
  }
}

function slice(): void {
  const end = performance.now() + sliceMs
  try {
    while (queue.length > 0 && performance.now() < end) queue.shift()?.()
  } finally {
    running = queue.length > 0
    if (running) setTimeout(slice)
  }
}

/** A TeX formula. Shown as its source until KaTeX, which is loaded when the first formula is seen, has set it. */
export function MathFormula({ formula, display }: { formula: string; display: boolean }) {
  const target = useRef<HTMLSpanElement>(null)
  const [isSet, setIsSet] = useState(false)
  useEffect(() => {
    let wanted = true
    let takeBack = (): void => undefined
    if (!isSettable(formula)) {
      target.current?.replaceChildren()
      setIsSet(false)
      return undefined
    }
    import('./katex.ts').then(
      ({ renderFormula }) => {
        if (!wanted) return
        // hundreds of formulas may come at once
        takeBack = inSlices(() => {
          if (target.current) setIsSet(renderFormula(formula, target.current, display))
        })
      },
      // the shell went away while it loaded: the source stays to be read
      () => undefined,
    )
    return () => {
      wanted = false
      takeBack()
    }
  }, [formula, display])
  return (
    <span className={display ? classes.formulaDisplay : undefined}>
      {isSet ? null : <code>{formula}</code>}
      <span ref={target} />
    </span>
  )
}
