import katex, { type KatexOptions } from 'katex'

/**
 * Renders a formula into an element, with MathML for screen readers. Returns false, with an empty element, for a wrong
 * or incomplete formula.
 * Builds elements instead of markup, as the page's policy (trusted types) demands.
 * `trust: false` refuses every command that could load or link anything; the bounds stop endless macros.
 */
export function renderFormula(formula: string, into: HTMLElement, display: boolean): boolean {
  try {
    katex.render(formula, into, options(display))
    return true
  } catch {
    into.replaceChildren()
    return false
  }
}

function options(display: boolean): KatexOptions {
  return {
    displayMode: display,
    // KaTeX's own error display sets a style attribute, which the policy refuses
    throwOnError: true,
    strict: 'ignore',
    trust: false,
    maxExpand: 300,
    maxSize: 20,
    output: 'htmlAndMathml',
  }
}
