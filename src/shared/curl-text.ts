import type { GatewayRequest } from './gateway-request.ts'

/** Stands for the key; the shell puts it in. */
const keyWord = '$API_KEY'

/** Longest body that stands in the command, in bytes of UTF-8. Linux takes 128 KiB for one argument. */
const argumentMax = 100_000

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
  return [`curl -X ${quoted(method)} ${quoted(url)}${globs}`, ...headers, ...dataOf(body)].join(' \\\n  ')
}

function dataOf(body: GatewayRequest['body']): readonly string[] {
  switch (body.kind) {
    case 'none':
      return []
    case 'text':
      return [textData(body.text)]
    case 'form':
      return body.fields.map((field) =>
        field.kind === 'text'
          ? `--form-string ${quoted(`${field.name}=${field.value}`)}`
          : `-F ${quoted(`${field.name}=@"${field.fileName.replaceAll(/["\\]/g, '_')}";type=${field.mime}`)}`,
      )
  }
}

function textData(text: string): string {
  if (new TextEncoder().encode(text).byteLength <= argumentMax) return `--data-raw ${quoted(text)}`
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
