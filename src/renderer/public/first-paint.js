// Runs before the first paint, so that the window never flashes in the wrong theme. Plain JavaScript, because only a
// classic script blocks the parser. platform/first-paint.ts stores the values.
try {
  const root = document.documentElement
  const theme = localStorage.getItem('atelier.theme')
  const dark = theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  root.dataset.mantineColorScheme = dark ? 'dark' : 'light'
  const language = localStorage.getItem('atelier.language')
  if (language !== null) root.lang = language
} catch {
  // storage may be refused; then the style sheet's light theme is painted first
}
