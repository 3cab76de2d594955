interface FaultEntry {
  /** One line for `--help`. */
  readonly does: string
  /** Each parameter with its meaning and default. */
  readonly params?: Readonly<Record<string, string>>
}

const entries = {
  // Timing
  delay: { does: 'wait before the first byte of the answer', params: { ms: '1000' } },
  'first-token': { does: 'send the head of a stream, then wait before its first token', params: { ms: '1000' } },
  pace: { does: 'pace of a stream in tokens per second', params: { tokens: '20; 0 = as fast as possible' } },
  stall: {
    does: 'go quiet in the middle of an answer, the connection stays open',
    params: { after: 'tokens, 10', ms: 'for ever' },
  },
  // Connection
  reset: {
    does: 'end the connection with RST: before the headers, or `after` tokens (0 = after the headers)',
    params: { after: 'tokens', at: 'headers | upload (before the request body is read)' },
  },
  'hang-up': { does: 'end the connection with FIN before the headers' },
  'early-close': {
    does: 'end a stream without finish_reason and without [DONE]; `hard` cuts the HTTP body as well',
    params: { after: 'tokens, 10', hard: 'false' },
  },
  'no-done': { does: 'send finish_reason, end without [DONE]' },
  'no-finish': { does: 'send [DONE] without a finish_reason' },
  // The stream as text
  'stream-error': {
    does: 'send data: {"error": …} in the middle of a stream and end it',
    params: {
      after: 'tokens, 10',
      code: 'server_error',
      message: 'text',
      shape: 'standard | string',
      continue: 'false; true = go on with the stream afterwards',
    },
  },
  'bad-chunk': { does: 'send an event that is not JSON, then go on', params: { after: 'tokens, 10' } },
  'empty-deltas': { does: 'mix in deltas with empty, null and absent content and chunks without choices' },
  'content-filter': { does: 'end a stream with finish_reason content_filter', params: { after: 'tokens, 10' } },
  // The stream as bytes
  'split-bytes': {
    does: 'cut the bytes into tiny packets, through multi-byte characters',
    params: { size: 'bytes, 1' },
  },
  crlf: { does: 'end lines with CRLF, \\r and \\n in different packets' },
  cr: { does: 'end lines with a lone CR' },
  comments: { does: 'put comments, blank lines and unknown fields between events' },
  'keep-alive': { does: 'send comments while a stream stalls', params: { ms: '1000' } },
  'no-space': { does: 'write `data:{…}` without the space' },
  'multi-line': { does: 'spread the JSON of an event over several data lines' },
  bom: { does: 'begin the stream with a byte order mark' },
  burst: { does: 'send many events in one packet', params: { events: '50' } },
  // Status and body
  fail: {
    does: 'answer with an error',
    params: {
      status: '500',
      code: 'the usual one of the status; none = null',
      message: 'text',
      'retry-after': 'seconds, or `date` for an HTTP date',
      seconds: 'with retry-after=date: how far ahead, 2',
      shape: 'standard | string | none | nested | message | array | detail | html | empty | text',
    },
  },
  quota: { does: '429 with code insufficient_quota' },
  'rate-limit': { does: '429 for frequency', params: { 'retry-after': 'none; seconds, or `date`', seconds: '2' } },
  html: { does: 'an HTML page instead of JSON', params: { status: '200' } },
  empty: { does: 'no body', params: { status: '200' } },
  truncated: { does: 'JSON cut off in the middle, in a complete HTTP answer' },
  foreign: { does: "JSON that is not a gateway's", params: { body: 'object | array | null | number | string' } },
  huge: { does: 'a very large body', params: { mb: '10' } },
  redirect: { does: 'answer with a redirect', params: { to: '/elsewhere', status: '302' } },
  'missing-choices': { does: 'a completion with an empty choices list' },
  // Tool calls
  'tool-refuse': { does: 'refuse every request that has tools' },
  'tool-index': {
    does: 'number the pieces of calls wrongly',
    params: { shape: 'none | zero = all 0 | split = the arguments under the next index' },
  },
  'tool-id': { does: 'ids of calls in every piece, or in none', params: { shape: 'every | none' } },
  'tool-repeat': { does: 'send the last call once more at the end, whole, under a new index' },
  'tool-arguments': {
    does: 'arguments of calls in another form',
    params: { shape: 'broken | object | absent | empty | double | wrapped | list' },
  },
  'tool-finish': { does: 'end an answer with calls with another finish_reason', params: { reason: 'stop' } },
  'tool-cut': { does: 'end in the middle of the arguments with finish_reason length' },
  'tool-unknown': { does: 'call a tool that was not offered' },
  'tool-loop': { does: 'make the same calls again after every result' },
  // Responses
  'response-shape': {
    does: 'events of /v1/responses in another shape',
    params: { shape: 'no-added | no-done | empty-output | same-index | no-ids | other-ids' },
  },
  'response-end': {
    does: 'end /v1/responses in another way',
    params: { how: 'failed | flat-error | nested-error | incomplete', after: 'tokens of incomplete, 10' },
  },
  think: {
    does: 'think before the answer',
    params: { shape: 'reasoning_content | reasoning | details | thinking | parts | tags', tokens: '30' },
  },
  'effort-refuse': { does: 'refuse an effort of thinking with 400' },
  refusal: { does: 'refuse in words: /v1/responses sends them as a refusal' },
  // Embeddings
  vectors: {
    does: 'vectors of /v1/embeddings in another form',
    params: {
      shape: 'reversed | no-index | base64 | fewer | more | twice | uneven | nan | infinite | zero | no-usage',
    },
  },
  'vectors-limit': {
    does: 'refuse more than some texts in one request for vectors',
    params: { inputs: '16', status: '400' },
  },
  // Images
  'one-picture': { does: 'refuse edits with several pictures' },
  'repeated-image': { does: 'take several pictures only as a repeated `image`, not as `image[]`' },
  fewer: { does: 'fewer images than asked for', params: { count: '1 less' } },
  'dead-link': { does: 'image and video links that answer 404' },
  'redirect-link': { does: 'links that redirect to the file' },
  'not-image': { does: 'image links to a web page' },
  'slow-link': { does: 'links that answer late', params: { ms: '2000' } },
  'cut-link': { does: 'links whose download breaks off half way' },
  mixed: { does: 'url and b64_json items in one answer, whatever was asked for' },
  'data-prefix': { does: 'b64_json with a data:image/png;base64, prefix' },
  'no-data': { does: 'image items with neither url nor b64_json' },
  // Videos; requested at submission and stored with the task
  'video-fails': { does: 'the task ends as failed', params: { error: 'string | object | none', message: 'text' } },
  'video-no-url': { does: 'the task completes without video_url' },
  'video-word': { does: 'odd status words on the way', params: { word: 'queued', final: 'false; true = it stays' } },
  'video-stuck': { does: 'the task never leaves a status', params: { at: 'pending | processing' } },
  'video-lost': { does: 'the status of the task answers 404', params: { code: 'task_not_found' } },
  'video-life': { does: 'seconds from submission to the end', params: { seconds: '1' } },
  'poll-fails': { does: 'status requests of the task fail', params: { status: '503', times: 'always' } },
} as const satisfies Record<string, FaultEntry>

export type FaultName = keyof typeof entries

export const faultCatalog: Readonly<Record<FaultName, FaultEntry>> = entries

/** Parameters that every fault accepts. */
export const sharedParams: Readonly<Record<string, string>> = {
  times: 'only the first N attempts of the same key and body; default: every one',
}

/** Returns true if a text is the name of a fault. */
export function isFaultName(name: string): name is FaultName {
  return Object.hasOwn(entries, name)
}
