import type { TFunction } from 'i18next'
import type { AppError } from '../../../shared/errors.ts'
import { damagedIn, kindIn } from '../../../shared/picture-kinds.ts'

/** Errors of OpenSSL and Chromium if a server answers a TLS handshake with something else, usually plain http. */
const plainAnswer = /wrong version number|packet length too long|http request|\bEPROTO\b|ERR_SSL_PROTOCOL_ERROR/i
/** Errors of Node and Chromium if a port is blocked for every web request (WHATWG Fetch, port blocking). */
const blockedPort = /\bbad port\b|ERR_UNSAFE_PORT/

/**
 * Details for a gateway's own answer without a result (main, `notAGateway`); a list of models is the test of an
 * address.
 */
const noResult = /^(?:JSON without (?!a model list$)|nothing that can be read$)/

/** Returns true if the server was reached but did not answer with encryption. */
export function lacksEncryption({ code, detail }: AppError): boolean {
  return code === 'tls' && detail !== null && plainAnswer.test(detail)
}

/** Returns the sentence that says what happened. */
export function errorTitle(t: TFunction, error: AppError): string {
  if (lacksEncryption(error)) return t('errors.tls.unencrypted')
  if (error.code === 'address_invalid' && error.detail !== null && blockedPort.test(error.detail))
    return t('errors.address_invalid.port')
  if (error.code === 'not_a_gateway' && noResult.test(error.detail ?? '')) return t('errors.not_a_gateway.answer')
  const kind = kindIn(error)
  if (kind !== null)
    return t(`errors.${error.code === 'not_a_picture' ? 'not_a_picture' : 'file_refused'}.kind`, { kind })
  const damaged = damagedIn(error)
  if (damaged !== null) return t('errors.not_a_picture.damaged', { kind: damaged })
  return t(`errors.${error.code}.title`)
}
