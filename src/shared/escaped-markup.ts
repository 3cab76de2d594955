// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must go
const notInXml = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

/** A text as it can stand in HTML and in XML, between tags or in quotes. */
export function escaped(text: string): string {
  return text
    .toWellFormed()
    .replace(notInXml, '\ufffd')
    .replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
