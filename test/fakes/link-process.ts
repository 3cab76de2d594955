/**
 * Requests a gateway and a link over Node's network in a separate process, for Node's proxy variables. Arguments: both
 * URLs, and the address for names that nobody else resolves. Prints one line of JSON: the two texts, or error codes.
 */
import { createLinkFetch } from '../../src/main/browser/link-fetch.ts'
import { createPatientFetch } from '../../src/main/browser/patient-fetch.ts'
import { toAppError } from '../../src/main/gateway/errors.ts'
import { openRemoteLink } from '../../src/main/gateway/remote-link.ts'

const [gateway = '', link = '', address] = process.argv.slice(2)
const fetch = createPatientFetch()
const io = {
  fetch,
  linkFetch: createLinkFetch(address === undefined ? undefined : async () => [address]),
  trusts: () => false,
  signal: () => AbortSignal.timeout(15_000),
}
const textOf = async (asked: Promise<Response>): Promise<string> =>
  await asked.then(
    (response) => response.text(),
    (cause: unknown) => toAppError(cause, []).code,
  )
process.stdout.write(JSON.stringify([await textOf(fetch(gateway)), await textOf(openRemoteLink(link, io))]))
