import { useEffect, useRef, useState } from 'react'
import { isSettable } from './formula-limits.ts'
import { readKatexStyles } from './katex-styles.ts'
import classes from './Markdown.module.css'

/** Longest slice of work, in ms, before the page can draw and respond. */
const sliceMs = 8

const queue: (() => void)[] = []
let running = false

/** Runs small pieces of work in slices of a few milliseconds. Returns a function that cancels the piece. */
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

/** A TeX formula. Its source is shown until KaTeX has rendered it; KaTeX is loaded with the first formula. */
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
    Promise.all([import('./katex.ts'), readKatexStyles()]).then(
      ([{ renderFormula }]) => {
        if (!wanted) return
        // hundreds of formulas may arrive at once
        takeBack = inSlices(() => {
          if (target.current) setIsSet(renderFormula(formula, target.current, display))
        })
      },
      // KaTeX or its styles could not be read because main was away: the source stays
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
