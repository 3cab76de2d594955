import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'

/**
 * A small S3: checks SigV4 (headers, payload hash, time) by its own code, stores objects as files, lists by pages.
 * What it knows is only what Atelier uses.
 */
export interface S3Server {
  readonly origin: string
  /** Where its objects are, by encoded key. */
  readonly folder: string
  readonly bucket: string
  /** Moves its clock, in ms. */
  skew(ms: number): void
  /** Most bytes of all objects together; more is refused with QuotaExceeded. */
  quota(bytes: number): void
  close(): Promise<void>
}

export const s3Key = { keyId: 'AKIDEXAMPLE', secretKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCY', region: 'eu-west-7' } as const

const skewMax = 15 * 60_000
const pageMax = 3

interface Answer {
  readonly status: number
  readonly body?: string | Buffer
  readonly headers?: Record<string, string | number>
}

const refusal = (status: number, code: string): Answer => ({
  status,
  body: `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>no &amp; never</Message></Error>`,
  headers: { 'content-type': 'application/xml' },
})

/** Starts the server on loopback; buckets stand in the path. */
export async function startS3Server(bucket = 'my-backups'): Promise<S3Server> {
  const folder = mkdtempSync(join(tmpdir(), 'atelier-s3-'))
  let offset = 0
  let room = Number.POSITIVE_INFINITY
  const pathOf = (key: string): string => join(folder, encodeURIComponent(key))
  const keys = (): string[] =>
    readdirSync(folder)
      .filter((name) => !name.endsWith('~'))
      .map(decodeURIComponent)
      .toSorted()
  const used = (): number => keys().reduce((sum, key) => sum + statSync(pathOf(key)).size, 0)

  function answerTo(request: IncomingMessage, body: Buffer): Answer {
    const refused = signatureFault(request, body, Date.now() + offset)
    if (refused !== null) return refused
    const url = new URL(request.url ?? '/', 'http://x')
    const [, named = '', ...rest] = url.pathname.split('/')
    if (named !== bucket) return refusal(404, 'NoSuchBucket')
    const key = rest.map(decodeURIComponent).join('/')
    if (key === '' && request.method === 'GET') return listing(url.searchParams)
    const path = pathOf(key)
    switch (request.method) {
      case 'PUT': {
        if (used() + body.length > room) return refusal(403, 'QuotaExceeded')
        writeFileSync(`${path}~`, body)
        renameSync(`${path}~`, path)
        return { status: 200, headers: { etag: `"${createHash('md5').update(body).digest('hex')}"` } }
      }
      case 'GET':
      case 'HEAD':
        if (!existsSync(path)) return refusal(404, 'NoSuchKey')
        return { status: 200, body: readFileSync(path), headers: { 'content-type': 'application/octet-stream' } }
      case 'DELETE':
        rmSync(path, { force: true })
        return { status: 204 }
      default:
        return refusal(405, 'MethodNotAllowed')
    }
  }

  function listing(query: URLSearchParams): Answer {
    if (query.get('list-type') !== '2') return refusal(400, 'InvalidArgument')
    const prefix = query.get('prefix') ?? ''
    const after = Buffer.from(query.get('continuation-token') ?? '', 'base64').toString('utf8')
    const entries = new Map<string, number | null>()
    for (const key of keys()) {
      if (!key.startsWith(prefix)) continue
      const end = key.indexOf('/', prefix.length)
      if (end < 0) entries.set(key, statSync(pathOf(key)).size)
      else entries.set(key.slice(0, end + 1), null)
    }
    const left = [...entries].filter(([name]) => name > after)
    const page = left.slice(0, pageMax)
    const last = page.at(-1)?.[0] ?? ''
    const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
    const body = [
      '<?xml version="1.0" encoding="UTF-8"?>',
      `<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>${bucket}</Name>`,
      `<IsTruncated>${left.length > page.length}</IsTruncated>`,
      left.length > page.length
        ? `<NextContinuationToken>${Buffer.from(last).toString('base64')}</NextContinuationToken>`
        : '',
      ...page.map(([name, size]) =>
        size === null
          ? `<CommonPrefixes><Prefix>${escaped(name)}</Prefix></CommonPrefixes>`
          : `<Contents><Key>${escaped(name)}</Key><Size>${size}</Size></Contents>`,
      ),
      '</ListBucketResult>',
    ].join('\n')
    return { status: 200, body, headers: { 'content-type': 'application/xml' } }
  }

  mkdirSync(folder, { recursive: true })
  const server = createServer((request, response) => {
    void buffer(request)
      .then((body) => {
        const { body: content = '', headers, status } = answerTo(request, body)
        response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(content) })
        response.end(request.method === 'HEAD' ? undefined : content)
      })
      .catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return {
    origin: `http://127.0.0.1:${address.port}`,
    folder,
    bucket,
    skew: (ms) => {
      offset = ms
    },
    quota: (bytes) => {
      room = bytes
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Checks a signature as AWS documents it ("Authenticating Requests: Using the Authorization Header"). */
function signatureFault(request: IncomingMessage, body: Buffer, now: number): Answer | null {
  const header = request.headers.authorization ?? ''
  const found =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([a-z0-9;-]+), ?Signature=([0-9a-f]{64})$/.exec(
      header,
    )
  if (found === null) return refusal(403, 'AccessDenied')
  const [, keyId, day = '', region = '', signed = '', signature = ''] = found
  if (keyId !== s3Key.keyId) return refusal(403, 'InvalidAccessKeyId')
  if (region !== s3Key.region) return refusal(400, 'AuthorizationHeaderMalformed')
  const date = String(request.headers['x-amz-date'] ?? '')
  const time = Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
  if (!date.startsWith(day) || Number.isNaN(time)) return refusal(403, 'AccessDenied')
  if (Math.abs(now - time) > skewMax) return refusal(403, 'RequestTimeTooSkewed')
  const names = signed.split(';')
  if (!['host', 'x-amz-content-sha256', 'x-amz-date'].every((name) => names.includes(name)))
    return refusal(403, 'AccessDenied')
  const hash = String(request.headers['x-amz-content-sha256'] ?? '')
  if (createHash('sha256').update(body).digest('hex') !== hash) return refusal(400, 'XAmzContentSHA256Mismatch')
  const [path = '', query = ''] = (request.url ?? '').split('?')
  const canonical = [
    request.method,
    path,
    query
      .split('&')
      .filter((part) => part !== '')
      .map((part) => (part.includes('=') ? part : `${part}=`))
      .toSorted()
      .join('&'),
    ...names.map((name) => `${name}:${String(request.headers[name] ?? '').trim()}`),
    '',
    signed,
    hash,
  ].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const text = ['AWS4-HMAC-SHA256', date, scope, createHash('sha256').update(canonical).digest('hex')].join('\n')
  const key = [day, region, 's3', 'aws4_request'].reduce(
    (before, part) => createHmac('sha256', before).update(part).digest(),
    Buffer.from(`AWS4${s3Key.secretKey}`),
  )
  const wanted = createHmac('sha256', key).update(text).digest()
  return timingSafeEqual(wanted, Buffer.from(signature, 'hex')) ? null : refusal(403, 'SignatureDoesNotMatch')
}
