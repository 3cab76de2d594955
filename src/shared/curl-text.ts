import type { GatewayRequest } from './gateway-request.ts'

/** Stands for the key; the shell puts it in. */
const keyWord = '$API_KEY'

/** Longest body that stands in the command, in bytes of UTF-8. Linux takes 128 KiB for one argument. */
const argumentMax = 100_000

/** Number of the first file descriptor for a field; those before are the shell's own. */
const firstPipe = 3

/**
 * A command for POSIX shells that sends the same request, with `$API_KEY` in the key's place. Media that were cut stand
 * as their hash, and files must be where the command runs.
 */
export function curlText({
  body,
  method,
  sentHeaders,
  url,
}: Pick<GatewayRequest, 'body' | 'method' | 'sentHeaders' | 'url'>): string {
  const kept = sentHeaders.filter(([name]) => !isOurs(name) && !(body.kind === 'form' && /^content-type$/i.test(name)))
  const headers = kept.map(([name, value]) =>
    value.endsWith(keyWord)
      ? `-H ${quoted(`${name}: ${value.slice(0, -keyWord.length)}`)}"${keyWord}"`
      : `-H ${quoted(`${name}: ${value}`)}`,
  )
  // brackets in the address are no ranges: each number would be a request
  const globs = /[[\]{}]/.test(url) ? ' --globoff' : ''
  const command = [`curl -X ${quoted(method)} ${quoted(url)}${globs}`, ...headers, ...dataOf(body)].join(' \\\n  ')
  // `printf` is a part of the shell, which has no bound on arguments
  return longValues(body).reduce(
    (inner, value, index) => `printf %s ${quoted(value)} | {\n${inner}\n} ${firstPipe + index}<&0`,
    command,
  )
}

function dataOf(body: GatewayRequest['body']): readonly string[] {
  switch (body.kind) {
    case 'none':
      return []
    case 'text':
      return [textData(body.text)]
    case 'form':
      return body.fields.map((field) => {
        if (field.kind === 'file') return `-F ${quoted(`${field.name}=${fileWords(field)}`)}`
        if (!isLong(field.value)) return `--form-string ${quoted(`${field.name}=${field.value}`)}`
        return `-F ${quoted(`${field.name}=</dev/fd/${firstPipe + longValues(body).indexOf(field.value)}`)}`
      })
  }
}

function fileWords({ fileName, mime }: { readonly fileName: string; readonly mime: string }): string {
  // curl takes no empty type
  return `@"${fileName.replaceAll(/["\\]/g, '_')}"${mime === '' ? '' : `;type=${mime}`}`
}

/** Values of fields that no argument can hold: each comes through a pipe. */
function longValues(body: GatewayRequest['body']): readonly string[] {
  if (body.kind !== 'form') return []
  return [...new Set(body.fields.flatMap((field) => (field.kind === 'text' && isLong(field.value) ? field.value : [])))]
}

function isLong(text: string): boolean {
  return new TextEncoder().encode(text).byteLength > argumentMax
}

function textData(text: string): string {
  if (!isLong(text)) return `--data-raw ${quoted(text)}`
  const lines = new Set(text.split('\n'))
  let mark = 'BODY'
  while (lines.has(mark)) mark += '_'
  // the shell adds a line feed, which JSON allows
  return `--data-binary @- <<'${mark}'\n${text.replaceAll('\0', '')}\n${mark}`
}

/** Headers that the library adds about itself, or that curl makes. */
function isOurs(name: string): boolean {
  return /^(x-stainless-.*|user-agent|content-length|accept-encoding)$/i.test(name)
}

/** A word that the shell takes as it is. */
function quoted(text: string): string {
  return `'${text.replaceAll('\0', '').replaceAll("'", "'\\''")}'`
}
