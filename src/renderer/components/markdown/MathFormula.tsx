import { useEffect, useRef, useState } from 'react'
import { isSettable } from './formula-limits.ts'
import classes from './Markdown.module.css'
import { inSlices } from './slices.ts'

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
