import { useEffect, useRef, useState } from 'react'
import classes from './Markdown.module.css'

/** A TeX formula. Shown as its source until KaTeX, which is loaded when the first formula is seen, has set it. */
export function MathFormula({ formula, display }: { formula: string; display: boolean }) {
  const target = useRef<HTMLSpanElement>(null)
  const [isSet, setIsSet] = useState(false)
  useEffect(() => {
    let wanted = true
    void import('./katex.ts').then(({ renderFormula }) => {
      if (!wanted || !target.current) return
      setIsSet(renderFormula(formula, target.current, display))
    })
    return () => {
      wanted = false
    }
  }, [formula, display])
  return (
    <span className={display ? classes.formulaDisplay : undefined}>
      {isSet ? null : <code>{formula}</code>}
      <span ref={target} />
    </span>
  )
}
