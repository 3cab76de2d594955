import i18next from 'i18next'
import { call } from '../../platform/bridge/client.ts'
import { tellError } from '../../platform/errors/tell-error.ts'
import { finishSaving } from '../pictures/hand-out.ts'

const extensions: Readonly<Record<string, string>> = {
  bash: 'sh',
  'c#': 'cs',
  'c++': 'cpp',
  csharp: 'cs',
  docker: 'dockerfile',
  elixir: 'ex',
  golang: 'go',
  haskell: 'hs',
  htm: 'html',
  javascript: 'js',
  jsonc: 'json',
  kotlin: 'kt',
  latex: 'tex',
  make: 'mk',
  makefile: 'mk',
  markdown: 'md',
  matlab: 'm',
  mermaid: 'mmd',
  perl: 'pl',
  plaintext: 'txt',
  powershell: 'ps1',
  python: 'py',
  ruby: 'rb',
  rust: 'rs',
  shell: 'sh',
  text: 'txt',
  typescript: 'ts',
  xhtml: 'html',
  yml: 'yaml',
  zsh: 'sh',
}

/** Languages that are their own extension. */
const ownExtensions = new Set(
  (
    'c cjs cpp cs css csv dart diff dockerfile ex go graphql hs html ini java js json jsx kt lua m md mjs mk mmd mts ' +
    'php pl ps1 py r rb rs scala scss sh sql svg swift tex toml ts tsx txt vue xml yaml zig'
  ).split(' '),
)

/** Returns the extension of code in a language, with its dot; `.txt` for an unknown one. */
export function codeExtension(language: string): string {
  const name = language.toLowerCase()
  const extension = Object.hasOwn(extensions, name) ? extensions[name] : name
  return extension !== undefined && ownExtensions.has(extension) ? `.${extension}` : '.txt'
}

/** How much of the beginning is searched for a title, in UTF-16 units. */
const titleReadMax = 4_000

/** Returns a page's title; null when it has none. */
export function pageTitle(text: string): string | null {
  const title = /<title>([^<]{1,200})<\/title>/i.exec(text.slice(0, titleReadMax))?.[1]?.trim() ?? ''
  return title === '' ? null : title
}

/** Saves code as a file. */
export async function saveCode(language: string, text: string): Promise<void> {
  const extension = codeExtension(language)
  const title = extension === '.html' ? pageTitle(text) : null
  await save(title ?? i18next.t('blocks.code.fileName'), extension, text)
}

/** Saves a drawn diagram as a picture. */
export async function savePicture(text: string): Promise<void> {
  await save(i18next.t('blocks.preview.kind.diagram'), '.svg', text)
}

async function save(name: string, extension: string, text: string): Promise<void> {
  const answer = await call('media.saveText', { name, extension, text })
  if (answer.ok) finishSaving(answer.value)
  else tellError(answer.error)
}
