/** Downloads a text as a file. */
export function saveText(name: string, mime: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: mime }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  // the browser reads the file after the click
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
