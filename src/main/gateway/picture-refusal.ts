import type { AppError } from '../../shared/errors.ts'
import type { SpecialParameter } from '../../shared/image-kinds.ts'

/** Statuses of a refused form. Nothing is made or charged. */
const statuses: readonly (number | null)[] = [400, 415, 422]

/**
 * Sentences about the number of pictures or the name of their field, as gateways write them: OpenAI's "expected a file,
 * but got an array", FastAPI's "image: Field required", Go's "image is required".
 */
const patterns: readonly RegExp[] = [
  /image\[\]/,
  /\b(one|single|1) (input |source |reference )?(image|picture|file)\b/,
  /\b(multiple|more than one|several|too many) (input |source |reference )?(image|picture|file)/,
  /\bimage\b.{0,40}\b(required|missing|array|list|no such file|not permitted|duplicate)/,
  /(单张|單張|一张|一張|1 ?张|1 ?張|多张|多張|多图|多圖|单图|單圖)/,
]

/** Returns true if an edit with several pictures was refused because of their number, or of the field that held them. */
export function refusesSeveral(error: AppError): boolean {
  const words = wordsOf(error)
  return patterns.some((pattern) => pattern.test(words))
}

const names: Readonly<Record<SpecialParameter, RegExp>> = {
  background: /background|背景/,
  output_format: /output[_ -]?format|输出格式/,
}

/** Returns the parameters, of those that were sent, that a refusal names. */
export function refusedParameters(error: AppError, sent: readonly SpecialParameter[]): readonly SpecialParameter[] {
  const words = wordsOf(error)
  return sent.filter((name) => names[name].test(words))
}

/** Returns the words of a refused form in lower case; empty for any other failure. */
function wordsOf({ code, gatewayMessage, status }: AppError): string {
  return code === 'bad_request' && statuses.includes(status) ? (gatewayMessage ?? '').toLowerCase() : ''
}
