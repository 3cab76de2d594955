/** Returns a fenced block of code, with a fence that its text does not contain. */
export function fenced(text: string, language = ''): string {
  const longest = (text.match(/`{3,}/g) ?? []).reduce((most, { length }) => Math.max(most, length), 2)
  const fence = '`'.repeat(longest + 1)
  return `${fence}${/^[\w+#.-]{0,30}$/.test(language) ? language : ''}\n${text}\n${fence}`
}
