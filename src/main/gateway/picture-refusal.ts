import type { AppError } from '../../shared/errors.ts'

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
export function refusesSeveral({ code, gatewayMessage, status }: AppError): boolean {
  if (code !== 'bad_request' || !statuses.includes(status)) return false
  const words = (gatewayMessage ?? '').toLowerCase()
  return patterns.some((pattern) => pattern.test(words))
}
