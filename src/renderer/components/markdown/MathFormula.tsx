import { useEffect, useRef, useState } from 'react'
import classes from './Markdown.module.css'

/** A TeX formula. Shown as its source until KaTeX, which is loaded when the first formula is seen, has set it. */
export function MathFormula({ formula, display }: { formula: string; display: boolean }) {
  const target = useRef<HTMLSpanElement>(null)
  const [isSet, setIsSet] = useState(false)
  useEffect(() => {
    let wanted = true
    import('./katex.ts').then(
      ({ renderFormula }) => {
        if (!wanted || !target.current) return
        setIsSet(renderFormula(formula, target.current, display))
      },
      // the shell went away while it loaded: the source stays to be read
      () => undefined,
    )
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
