// Runs before the first paint, so that the window never flashes in the wrong theme. Written in plain JavaScript because
// a classic script is the only kind that the parser waits for. The values are left by platform/first-paint.ts.
try {
  const root = document.documentElement
  const theme = localStorage.getItem('atelier.theme')
  const dark = theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  root.dataset.mantineColorScheme = dark ? 'dark' : 'light'
  const language = localStorage.getItem('atelier.language')
  if (language !== null) root.lang = language
} catch {
  // storage may be refused; the light theme of the style sheet is then the first paint
}
