import { z } from 'zod'
import type { Instance } from '../data-folder.ts'
import { instanceHeader, linkPath } from './browser-server.ts'

const answerSchema = z.object({ link: z.url(), windowLink: z.url() })

/**
 * Asks the running browser shell for a one-use link, for any browser or for a Chromium window. Null if it does not
 * answer in time.
 */
export async function askForLink(
  first: Instance,
  opener: 'browser' | 'window' = 'browser',
  timeoutMs = 3000,
): Promise<string | null> {
  if (first.shell !== 'browser' || first.port === null) return null
  try {
    const response = await fetch(`http://127.0.0.1:${first.port}${linkPath}`, {
      method: 'POST',
      headers: { [instanceHeader]: first.secret },
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    const answer = answerSchema.safeParse(await response.json())
    if (!answer.success) return null
    return opener === 'window' ? answer.data.windowLink : answer.data.link
  } catch {
    return null
  }
}
