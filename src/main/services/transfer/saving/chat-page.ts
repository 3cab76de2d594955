import { escaped } from '../../../../shared/escaped-markup.ts'
import type { PortableConversation, PortableMessage } from '../atelier-format.ts'
import type { ExportWords } from '../export/export-words.ts'
import { localTime } from '../export/markdown.ts'
import { fileNamesOf, oneLine, passagesOf, textParts, thoughtOf } from '../export/message-parts.ts'
import { pageStyle } from './page-style.ts'

/** Nothing is loaded, run or sent: pictures are inside, and links wait for a click. */
const policy = "default-src 'none'; img-src data:; style-src 'unsafe-inline'"

/** Functions and options for writing the parts of a message. */
export interface PagePorts {
  /** Renders Markdown as HTML; resolves to null if no page could, and the source is shown instead. */
  readonly render: (prefix: string, text: string) => Promise<string | null>
  /** Returns the pieces of a picture's data URL, or null for a lost picture. */
  readonly picture: (id: string) => AsyncIterable<string> | null
  readonly words: ExportWords
  readonly thinking: boolean
}

/** Returns the beginning of a chat's page. */
export function pageHead(about: PortableConversation, words: ExportWords, language: string): string {
  const title = escaped(oneLine(about.title))
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8"/>
<meta http-equiv="Content-Security-Policy" content="${policy}"/>
<meta name="viewport" content="width=device-width, initial-scale=1"/>
<meta name="referrer" content="no-referrer"/>
<meta name="color-scheme" content="light dark"/>
<title>${title}</title>
<style>${pageStyle}</style>
</head>
<body class="page">
<main>
${chatTitle(about, words)}`
}

export const pageEnd = '</main>\n</body>\n</html>\n'

/** Returns the title, facts and instructions of a chat. */
function chatTitle({ createdAt, model, parameters, title }: PortableConversation, words: ExportWords): string {
  const facts = [model, localTime(createdAt)].filter((fact) => fact !== '').map((fact) => escaped(oneLine(fact)))
  const { system } = parameters
  const instructions =
    system === ''
      ? ''
      : `<h2>${escaped(words.instructions)}</h2>\n<div class="instructions">${escaped(system.trim())}</div>\n`
  return `<h1>${escaped(oneLine(title))}</h1>\n<p class="facts">${facts.join(' · ')}</p>\n${instructions}`
}

/** Returns the text of a document, unchanged. */
export function documentPart(text: string): string {
  return `<div class="said">${escaped(text)}</div>\n`
}

/** Yields one message, piece by piece. `prefix` is unique on the page. */
export async function* messageParts(
  message: PortableMessage,
  prefix: string,
  { picture, render, thinking, words }: PagePorts,
): AsyncGenerator<string> {
  const isOwn = message.role === 'user'
  const who = isOwn ? words.you : oneLine(message.model)
  yield `<article class="${isOwn ? 'me' : 'it'}">\n<p class="who"><b>${escaped(who)}</b> <span>${localTime(message.createdAt)}</span></p>\n`
  for (const id of message.attachments) {
    const data = picture(id)
    if (data === null) yield `<p class="note">${escaped(words.missingPicture)}</p>\n`
    else yield* pictureParts(data, words)
  }
  for (const name of fileNamesOf(message)) yield verbatim(name)
  const thought = thinking ? thoughtOf(message) : ''
  if (thought !== '')
    yield `<p class="who"><b>${escaped(words.thinking)}</b></p>\n<div class="thought">${escaped(thought)}</div>\n`
  for (const [index, part] of textParts(message).entries()) {
    if (part.kind === 'verbatim') yield verbatim(part.text)
    else if (part.kind === 'made') {
      const data = picture(part.id)
      // a video cannot be printed
      if (data !== null) yield* pictureParts(data, words)
    }
    // the user's words are shown as typed
    else if (isOwn) yield documentPart(part.text)
    else yield (await render(`${prefix}-${index}`, part.text)) ?? verbatim(part.text)
  }
  for (const passage of passagesOf(message)) yield verbatim(passage)
  if (message.state !== 'done') yield `<p class="note">${escaped(words.interrupted)}</p>\n`
  yield '</article>\n'
}

async function* pictureParts(data: AsyncIterable<string>, words: ExportWords): AsyncGenerator<string> {
  yield `<img alt="${escaped(words.picture)}" src="`
  yield* data
  yield '"/>\n'
}

function verbatim(text: string): string {
  return `<pre>${escaped(text)}</pre>\n`
}
