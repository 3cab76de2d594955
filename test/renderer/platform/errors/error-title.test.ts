import i18next from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import { networkError } from '../../../../src/main/gateway/errors.ts'
import { errorTitle, lacksEncryption } from '../../../../src/renderer/platform/errors/error-title.ts'
import { en } from '../../../../src/renderer/platform/i18n/locales/en.ts'
import { appError } from '../../../../src/shared/errors.ts'
import { damagedDetail } from '../../../../src/shared/picture-kinds.ts'

beforeAll(() => i18next.init({ lng: 'en', resources: { en: { translation: en } } }))

const failed = (message: string, code?: string) =>
  networkError(Object.assign(new Error(message), code === undefined ? {} : { code }), [])
const title = (message: string, code?: string) => errorTitle(i18next.t, failed(message, code))

test.each([
  ['write EPROTO 40EC:error:0A00010B:SSL routines:ssl3_get_record:wrong version number:', 'EPROTO'],
  ['C0E7:error:0A0000C6:SSL routines:tls_get_more_records:packet length too long:', 'ERR_SSL_PACKET_LENGTH_TOO_LONG'],
  ['net::ERR_SSL_PROTOCOL_ERROR', undefined],
])('a server without encryption is reported as such: %s', (message, code) => {
  expect(lacksEncryption(failed(message, code))).toBe(true)
  expect(title(message, code)).toBe('The server does not answer with encryption (https).')
})

test.each([
  ['self-signed certificate', 'DEPTH_ZERO_SELF_SIGNED_CERT'],
  ['certificate has expired', 'CERT_HAS_EXPIRED'],
  ['net::ERR_CERT_AUTHORITY_INVALID', undefined],
])('an untrusted certificate is reported as such: %s', (message, code) => {
  expect(lacksEncryption(failed(message, code))).toBe(false)
  expect(title(message, code)).toBe('The encrypted connection is not trusted.')
})

test.each(['bad port', 'net::ERR_UNSAFE_PORT'])('a blocked port is not reported as a wrong address: %s', (message) => {
  expect(title(message)).toBe('Browsers and Atelier never connect to this port. The gateway needs another one.')
})

test.each(['JSON without images', 'JSON without an answer', 'nothing that can be read'])(
  'an answer without a result is not blamed on the address: %s',
  (detail) =>
    expect(errorTitle(i18next.t, appError('not_a_gateway', detail))).toBe(
      'The gateway answered, but Atelier found no result in its answer.',
    ),
)

test.each(['an HTML page', 'JSON without a model list'])(
  'an address that is not a gateway is reported as such: %s',
  (detail) =>
    expect(errorTitle(i18next.t, appError('not_a_gateway', detail))).toContain('it is not an OpenAI-style gateway'),
)

test('a picture too damaged to be shown is reported as such', () => {
  expect(errorTitle(i18next.t, appError('not_a_picture', damagedDetail('TIFF')))).toBe(
    'This TIFF picture is incomplete or damaged and cannot be shown. Its file is kept.',
  )
})

test('a wrong address is reported as such', () => {
  expect(title('net::ERR_INVALID_URL')).toBe(
    'No single gateway address found. Enter one like https://gateway.example/v1',
  )
})
