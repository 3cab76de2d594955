// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must go
const notInXml = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

/** A text of characters that XML allows, whatever is escaped in it. */
export function xmlText(text: string): string {
  return text.toWellFormed().replace(notInXml, '\ufffd')
}

/** A text as it can stand in HTML and in XML, between tags or in quotes. */
export function escaped(text: string): string {
  return xmlText(text).replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
