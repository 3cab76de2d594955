import { z } from 'zod'
import type { Instance } from '../data-folder.ts'
import { linkPath, secretHeader } from './browser-server.ts'

const answerSchema = z.object({ link: z.url() })

/** Asks the browser shell that has the data folder open for a one-use link; null where it does not answer in time. */
export async function askForLink(first: Instance, timeoutMs = 3000): Promise<string | null> {
  if (first.shell !== 'browser' || first.port === null) return null
  try {
    const response = await fetch(`http://127.0.0.1:${first.port}${linkPath}`, {
      method: 'POST',
      headers: { [secretHeader]: first.secret },
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    const answer = answerSchema.safeParse(await response.json())
    return answer.success ? answer.data.link : null
  } catch {
    return null
  }
}
