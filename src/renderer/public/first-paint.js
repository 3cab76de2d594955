// Runs before the first paint, so that the window never flashes in the wrong theme, and its texts are loaded together
// with the scripts. Plain JavaScript, because only a classic script blocks the parser. platform/first-paint.ts stores
// the values.
try {
  const root = document.documentElement
  const theme = localStorage.getItem('atelier.theme')
  const dark = theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  root.dataset.mantineColorScheme = dark ? 'dark' : 'light'
  const language = localStorage.getItem('atelier.language')
  if (language !== null) root.lang = language

  // the build names them; in development they have no chunk of their own
  const { english, chinese } = document.currentScript.dataset
  const words = /^zh\b/i.test(language ?? navigator.language) ? chinese : english
  if (words !== undefined) {
    const preload = document.createElement('link')
    preload.rel = 'modulepreload'
    preload.crossOrigin = ''
    preload.href = words
    document.head.append(preload)
  }
} catch {
  // storage may be refused; then the style sheet's light theme is painted first
}
