import type { GatewayRequest } from './gateway-request.ts'

/** Placeholder for the key, which the shell replaces. */
const keyWord = '$API_KEY'

/** Longest body written into the command, in bytes of UTF-8. Linux accepts 128 KiB for one argument. */
const argumentMax = 100_000

/** Number of the first file descriptor for a field; the lower ones belong to the shell. */
const firstPipe = 3

/**
 * Returns a command for POSIX shells that sends the same request, with `$API_KEY` in the key's place. Shortened media
 * appear as their hash, and files must be in the directory where the command runs.
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
  // without this, curl expands brackets in the address to ranges, with a request for each value
  const globs = /[[\]{}]/.test(url) ? ' --globoff' : ''
  const command = [`curl -X ${quoted(method)} ${quoted(url)}${globs}`, ...headers, ...dataOf(body)].join(' \\\n  ')
  // `printf` is a shell builtin, which has no limit on arguments
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
  // curl does not accept an empty type
  return `@"${fileName.replaceAll(/["\\]/g, '_')}"${mime === '' ? '' : `;type=${mime}`}`
}

/** Returns the field values that are too long for an argument; each comes through a pipe. */
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

/** Returns true for headers that the SDK adds about itself, or that curl generates. */
function isOurs(name: string): boolean {
  return /^(x-stainless-.*|user-agent|content-length|accept-encoding)$/i.test(name)
}

/** Quotes a text so that the shell takes it literally. */
function quoted(text: string): string {
  return `'${text.replaceAll('\0', '').replaceAll("'", "'\\''")}'`
}
