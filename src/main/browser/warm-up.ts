import { setImmediate } from 'node:timers/promises'
import { createClient, readSdk } from '../gateway/client.ts'
import { createPatientFetch } from './patient-fetch.ts'

/**
 * Sends a request to the shell's own server, which refuses it. The first request of a process loads Node's HTTP client
 * and the SDK, and creates the client: about 70 ms of the main thread, which would delay the user's first message. They
 * are loaded one after the other, so that calls of the page are answered in between. Never rejects.
 */
export async function warmUp(port: number): Promise<void> {
  try {
    // Node loads its HTTP client at the first use of one of its classes
    new Headers()
    await setImmediate()
    await readSdk()
    await setImmediate()
    const access = { baseUrl: `http://127.0.0.1:${port}/v1`, apiKey: 'none' }
    const client = await createClient(access, createPatientFetch())
    await setImmediate()
    await client.models.list()
  } catch {
    // refused, as expected
  }
}
