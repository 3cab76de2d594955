import { describe, expect, test } from 'vitest'
import { httpError, networkError, retryAfterMs, streamError } from '../../../src/main/gateway/errors.ts'

const json = new Headers({ 'content-type': 'application/json', 'x-request-id': 'req-7' })
const page = new Headers({ 'content-type': 'text/html' })
const code = (status: number, body: unknown, headers = json): string => httpError(status, headers, body, []).code

describe('an answer with an error status', () => {
  test.each([
    [400, { error: { message: 'prompt', code: 'invalid_request_error' } }, 'bad_request'],
    [401, { error: { message: 'no', code: 'invalid_api_key' } }, 'invalid_key'],
    [402, {}, 'quota'],
    [403, {}, 'forbidden'],
    [404, { error: { code: 'model_not_found' } }, 'model_not_found'],
    [413, {}, 'too_large'],
    [422, {}, 'bad_request'],
    [429, { error: { code: 'insufficient_quota' } }, 'quota'],
    [429, { error: { type: 'insufficient_quota' } }, 'quota'],
    [429, { error: { message: 'slow down' } }, 'rate_limited'],
    [429, '', 'rate_limited'],
    [500, { error: { code: 'server_error' } }, 'server_error'],
    [502, '<html>bad gateway</html>', 'server_error'],
    [503, null, 'unavailable'],
    [529, {}, 'server_error'],
    [302, '', 'redirected'],
  ])('reads %i with %j as %s', (status, body, expected) => {
    expect(code(status, body)).toBe(expected)
  })

  test.each([
    [
      { detail: [{ loc: ['body', 'stream_options'], msg: 'Extra inputs are not permitted' }] },
      'stream_options: Extra inputs are not permitted',
    ],
    [
      { detail: [{ loc: ['body', 'messages', 0, 'role'], msg: 'Bad' }, { msg: 'Worse' }] },
      'messages.0.role: Bad; Worse',
    ],
    [{ error: [{ message: 'No such field', param: 'suffix' }] }, 'suffix: No such field'],
    [{ errors: { max_tokens: 'x', message: 'too large' } }, 'too large'],
    [{ message: { reason: 'reasoning_effort is unknown' } }, 'reasoning_effort is unknown'],
    [{ detail: { error: { message: 'deep' } } }, 'deep'],
    [{ detail: 'plain' }, 'plain'],
  ])('the reasons in %j are reported', (body, message) => {
    expect(httpError(422, json, body, []).gatewayMessage).toBe(message)
    expect(httpError(422, json, JSON.stringify(body), []).gatewayMessage).toBe(message)
  })

  test.each([
    [400, { error: { message: 'Model Not Exist', type: 'invalid_request_error' } }],
    [400, { error: { message: "The model 'vison' does not exist or you do not have access to it." } }],
    [400, { error: { code: '1211', message: '模型不存在，请检查模型代码。' } }],
    [400, { message: 'Invalid model. Please select a different model to use.' }],
    [403, { error: { code: 'model_not_found', message: 'no' } }],
    [422, { detail: 'Unknown model vison' }],
  ])('%i with %j reports a missing model', (status, body) => {
    expect(code(status, body)).toBe('model_not_found')
  })

  test.each([
    'This model does not support image input.',
    'tool_choice does not exist',
    `model ${'x'.repeat(5_000)} does not exist`,
  ])('400 with "%s" says nothing about the name of the model', (message) => {
    expect(code(400, { error: { message } })).toBe('bad_request')
  })

  test.each([
    { error: { message: 'Invalid URL (POST /v1/responses)', type: 'invalid_request_error' } },
    { detail: 'Not Found' },
    { error: 'Not Found.' },
    '404 page not found',
    'Cannot POST /v1/images/generations',
    { message: 'no Route matched with those values' },
    { error: { message: '接口不存在' } },
  ])('404 with %j says that there is no such endpoint', (body) => {
    expect(code(404, body)).toBe('endpoint_missing')
  })

  test.each([
    { error: { message: 'The model vison was not found' } },
    { error: { message: 'Not Found', code: 'model_not_found' } },
    { error: { message: 'no endpoint found for this model' } },
    { error: { message: '模型不存在' } },
    {},
    '',
  ])('404 with %j says nothing about the endpoint', (body) => {
    expect(code(404, body)).toBe('model_not_found')
  })

  test.each([
    [
      400,
      { error: { message: 'Your request was rejected as a result of our safety system.', code: 'moderation_blocked' } },
    ],
    [400, { error: { code: 'content_policy_violation', message: '' } }],
    [400, { error: { message: 'The response was filtered: content management policy', code: 'content_filter' } }],
    [403, { code: 'DataInspectionFailed', message: 'Input data may contain inappropriate content.' }],
    [422, { errors: ['Your request was flagged by our content moderation system'], name: 'content_moderation' }],
    [400, { error: { message: '提示词包含敏感内容，请修改后重试' } }],
    [500, { error: { message: '图片内容审核不通过' } }],
    [400, { error: { message: '您的提示词违规，请修改' } }],
    [400, { error: { message: 'This prompt may violate our guidelines' } }],
    [400, { error: { message: 'The generated image was flagged as unsafe' } }],
    [400, { error: { message: 'no', code: 'sensitive_words_detected' } }],
  ])('%i with %j is a refusal by content rules', (status, body) => {
    expect(code(status, body)).toBe('content_refused')
  })

  test.each([
    [400, { error: { message: "Unknown parameter: 'safety_checker'", code: 'unknown_parameter' } }],
    [400, { error: { message: 'content must be a string', code: 'invalid_request_error' } }],
    [422, { detail: 'the image content type is not supported' }],
  ])('%i with %j is not a refusal by content rules', (status, body) => {
    expect(code(status, body)).toBe('bad_request')
  })

  test.each([
    [400, 'model gpt-image-9 不存在，模型名称大小写敏感', '', 'model_not_found'],
    [403, 'Your API key was flagged as leaked. Please use another API key.', '', 'invalid_key'],
    [403, '该令牌因违规已被禁用', '', 'invalid_key'],
    [400, 'Invalid API key: it was flagged as leaked', '', 'invalid_key'],
    [400, '请求参数不合规：size', '', 'bad_request'],
    [400, 'no', 'case_sensitive_parameter', 'bad_request'],
    [500, 'upstream channel was flagged as unhealthy', '', 'server_error'],
    [500, 'request may violate upstream concurrency', '', 'server_error'],
    [403, 'Your account was flagged as suspicious', '', 'forbidden'],
    [403, '账号存在违规行为，已被封禁', '', 'forbidden'],
  ])('%i "%s" %s is not about content, but %s', (status, message, said, expected) => {
    expect(code(status, { error: { message, code: said } })).toBe(expected)
  })

  test('a violated rate limit is a rate limit, not a violation of content rules', () => {
    expect(streamError({ message: 'Request violates our rate limit' }, []).code).toBe('rate_limited')
    expect(streamError({ message: '该令牌因违规已被禁用' }, []).code).toBe('invalid_key')
  })

  test('404 from a web page means that there is no gateway', () => {
    expect(code(404, '<!doctype html><title>Not found</title>', page)).toBe('not_a_gateway')
  })

  test('keeps the gateway’s own message, code and request id in every known format', () => {
    const shapes = [
      { error: { message: 'Balance is 0', code: 'insufficient_quota', type: 'x' } },
      { error: { error: { message: 'Balance is 0', code: 'insufficient_quota' } } },
      { message: 'Balance is 0', code: 'insufficient_quota' },
      { msg: 'Balance is 0', code: 'insufficient_quota' },
      JSON.stringify({ error: { message: 'Balance is 0', code: 'insufficient_quota' } }),
    ]
    for (const shape of shapes) {
      expect(httpError(429, json, shape, [])).toEqual({
        code: 'quota',
        detail: 'Balance is 0',
        status: 429,
        gatewayCode: 'insufficient_quota',
        gatewayMessage: 'Balance is 0',
        requestId: 'req-7',
        retryAfterMs: null,
      })
    }
    expect(httpError(400, json, { error: 'just words' }, []).detail).toBe('just words')
  })

  test('carries the gateway’s message as bounded plain text, without invisible characters', () => {
    for (const status of [400, 413, 415, 422, 500]) {
      const said = (message: string): string | null =>
        httpError(status, json, { error: { message } }, ['canary-key-123']).gatewayMessage
      expect(said('  The prompt\n\twas refused: <b>x</b> ')).toBe('The prompt was refused: <b>x</b>')
      expect(said('no\u0000 \u202egnp.exe\u2066 \ufeffend\u001b[31m')).toBe('no gnp.exe end[31m')
      expect(said('the key canary-key-123 is wrong')).toBe('the key ••• is wrong')
      expect(said('x'.repeat(5_000_000))).toBe('x'.repeat(1000))
      expect(said(`${'x'.repeat(999)}🙂`)?.isWellFormed()).toBe(true)
    }
    expect(httpError(400, json, { error: {} }, []).gatewayMessage).toBeNull()
    expect(httpError(400, page, '<!doctype html><title>x</title>', []).gatewayMessage).toBeNull()
  })

  test('never repeats a key, whole or as the gateway abbreviates it', () => {
    const error = httpError(
      401,
      json,
      { error: { message: 'Incorrect API key provided: sk-abc**********wxyz, canary-key-123. Bearer canary-key-123' } },
      ['canary-key-123'],
    )
    expect(error.detail).toBe('Incorrect API key provided: ••• •••. Bearer •••'.replace(': ••• •••', ': •••, •••'))
  })
})

describe('Retry-After', () => {
  const now = Date.parse('2026-11-21T10:00:00Z')
  test.each([
    ['2', 2000],
    ['0.5', 500],
    ['Sat, 21 Nov 2026 10:00:30 GMT', 30_000],
    ['Sat, 21 Nov 2026 09:00:00 GMT', 0],
    ['soon', null],
    ['', null],
    ['9'.repeat(400), 31_536_000_000],
    ['Fri, 31 Dec 9999 23:59:59 GMT', 31_536_000_000],
  ])('%j is %s ms', (value, expected) => {
    expect(retryAfterMs(new Headers({ 'retry-after': value }), now)).toBe(expected)
  })
})

describe('a request without an answer', () => {
  const node = (errorCode: string): Error =>
    new TypeError('fetch failed', { cause: Object.assign(new Error('x'), { code: errorCode }) })
  const chromium = (name: string): Error => new Error(`net::${name}`)
  test.each([
    [new TypeError('fetch failed', { cause: new Error('bad port') }), 'address_invalid'],
    [new Error('Redirect was cancelled'), 'redirected'],
    [new Error("Attempted to redirect, but redirect policy was 'error'"), 'redirected'],
    [node('ENOTFOUND'), 'address_not_found'],
    [node('ECONNREFUSED'), 'refused'],
    [node('ENETUNREACH'), 'offline'],
    [node('EAI_AGAIN'), 'offline'],
    [node('DEPTH_ZERO_SELF_SIGNED_CERT'), 'tls'],
    [node('ERR_TLS_CERT_ALTNAME_INVALID'), 'tls'],
    [node('CERT_HAS_EXPIRED'), 'tls'],
    [node('UND_ERR_CONNECT_TIMEOUT'), 'timeout'],
    [node('ECONNRESET'), 'connection_lost'],
    [node('UND_ERR_SOCKET'), 'connection_lost'],
    [chromium('ERR_NAME_NOT_RESOLVED'), 'address_not_found'],
    [chromium('ERR_CONNECTION_REFUSED'), 'refused'],
    [chromium('ERR_CERT_AUTHORITY_INVALID'), 'tls'],
    [chromium('ERR_SSL_PROTOCOL_ERROR'), 'tls'],
    [chromium('ERR_PROXY_CONNECTION_FAILED'), 'proxy'],
    [chromium('ERR_TUNNEL_CONNECTION_FAILED'), 'proxy'],
    [chromium('ERR_INTERNET_DISCONNECTED'), 'offline'],
    [chromium('ERR_CONNECTION_RESET'), 'connection_lost'],
    [new TypeError('terminated'), 'connection_lost'],
    // a sent request may have arrived, and must not be repeated automatically
    [chromium('ERR_NETWORK_CHANGED'), 'connection_lost'],
    [chromium('ERR_NETWORK_IO_SUSPENDED'), 'connection_lost'],
    [Object.assign(new Error('read EHOSTUNREACH'), { code: 'EHOSTUNREACH' }), 'connection_lost'],
    [Object.assign(new Error('write ENETDOWN'), { code: 'ENETDOWN' }), 'connection_lost'],
    [Object.assign(new Error('connect EHOSTUNREACH 10.0.0.1:1'), { code: 'EHOSTUNREACH' }), 'offline'],
    [Object.assign(new Error('write EPROTO 40:error:0A00010B:SSL routines'), { code: 'EPROTO' }), 'tls'],
    [chromium('ERR_CERT_DATE_INVALID'), 'tls'],
    [chromium('ERR_CERT_COMMON_NAME_INVALID'), 'tls'],
    [chromium('ERR_SSL_VERSION_OR_CIPHER_MISMATCH'), 'tls'],
    [chromium('ERR_BAD_SSL_CLIENT_AUTH_CERT'), 'tls'],
    [chromium('ERR_SOCKS_CONNECTION_FAILED'), 'proxy'],
    [chromium('ERR_PAC_SCRIPT_FAILED'), 'proxy'],
    [chromium('ERR_MANDATORY_PROXY_CONFIGURATION_FAILED'), 'proxy'],
    [chromium('ERR_PROXY_AUTH_UNSUPPORTED'), 'proxy'],
    [chromium('ERR_PROXY_CERTIFICATE_INVALID'), 'proxy'],
    [chromium('ERR_NAME_RESOLUTION_FAILED'), 'address_not_found'],
    [chromium('ERR_DNS_TIMED_OUT'), 'address_not_found'],
    [chromium('ERR_ADDRESS_UNREACHABLE'), 'offline'],
    [chromium('ERR_CONNECTION_TIMED_OUT'), 'timeout'],
    [chromium('ERR_TIMED_OUT'), 'timeout'],
    [chromium('ERR_UNSAFE_PORT'), 'address_invalid'],
    [chromium('ERR_INVALID_REDIRECT'), 'redirected'],
    [chromium('ERR_UNSAFE_REDIRECT'), 'redirected'],
    [chromium('ERR_TOO_MANY_REDIRECTS'), 'redirected'],
    [chromium('ERR_CONTENT_LENGTH_MISMATCH'), 'connection_lost'],
    [chromium('ERR_INCOMPLETE_CHUNKED_ENCODING'), 'connection_lost'],
    [chromium('ERR_EMPTY_RESPONSE'), 'connection_lost'],
    [chromium('ERR_HTTP2_PROTOCOL_ERROR'), 'connection_lost'],
  ])('%s is %s', (cause, expected) => {
    expect(networkError(cause, []).code).toBe(expected)
  })
})
