import 'katex/dist/katex.min.css'
import katex from 'katex'

/**
 * Sets a formula into an element, with MathML for screen readers. A formula that is wrong shows as its source in the
 * colour of errors. `trust: false` refuses every command that could load or link anything; the bounds stop macros that
 * would grow without end.
 */
export function renderFormula(formula: string, into: HTMLElement, display: boolean): void {
  katex.render(formula, into, {
    displayMode: display,
    throwOnError: false,
    errorColor: 'var(--seal)',
    strict: 'ignore',
    trust: false,
    maxExpand: 1000,
    maxSize: 50,
    output: 'htmlAndMathml',
  })
}
