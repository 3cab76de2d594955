import address from 'katex/dist/katex.min.css?url'

let reading: Promise<void> | null = null

/**
 * Adds KaTeX's style sheet to the page, once. Its 600 rules are loaded with the first formula. Rejects if it cannot be
 * loaded; the next call tries again. Without it both forms of a formula are visible: the visual one and the one for
 * screen readers.
 */
export function readKatexStyles(): Promise<void> {
  reading ??= new Promise((resolve, reject) => {
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.href = address
    link.addEventListener('load', () => resolve())
    link.addEventListener('error', () => {
      reading = null
      link.remove()
      reject(new Error('the styles of formulas cannot be read'))
    })
    document.head.append(link)
  })
  return reading
}
