import address from 'katex/dist/katex.min.css?url'

/**
 * Adds KaTeX's style sheet to the page. Resolves when it is read, or cannot be read: a formula without it is plain but
 * there.
 */
export function addKatexStyles(): Promise<void> {
  return new Promise((resolve) => {
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.href = address
    link.addEventListener('load', () => resolve())
    link.addEventListener('error', () => resolve())
    document.head.append(link)
  })
}
