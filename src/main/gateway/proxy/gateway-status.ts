import type { Fetch } from '../../platform.ts'

/** Longest wait for an answer, in ms. */
const answerMs = 20_000

/** Requests a gateway's models without a key. Accepts any answer; rejects if there is none. */
export async function askStatus(fetch: Fetch, baseUrl: string): Promise<number> {
  const signal = AbortSignal.timeout(answerMs)
  const response = await fetch(`${baseUrl}/models`, { redirect: 'manual', signal })
  await response.body?.cancel()
  if (response.status === 407) throw new Error('the proxy answered 407')
  return response.status
}
