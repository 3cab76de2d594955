// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must go
const notInXml = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

/** Replaces the characters that XML does not allow, even escaped. */
export function xmlText(text: string): string {
  return text.toWellFormed().replace(notInXml, '\ufffd')
}

/** Escapes a text for HTML and XML, between tags or in quotes. */
export function escaped(text: string): string {
  return xmlText(text).replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
