import { createClient } from '../gateway/client.ts'
import { createPatientFetch } from './patient-fetch.ts'

/**
 * Sends a request to the shell's own server, which refuses it. The first request of a process creates the client and
 * loads Node's HTTP parser: about 20 ms of the main thread, which would delay the user's first message. Never rejects.
 */
export async function warmUp(port: number): Promise<void> {
  try {
    const access = { baseUrl: `http://127.0.0.1:${port}/v1`, apiKey: 'none' }
    const client = await createClient(access, createPatientFetch())
    await client.models.list()
  } catch {
    // refused, as expected
  }
}
