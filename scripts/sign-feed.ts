// Signs the feeds of a release: node scripts/sign-feed.ts PRIVATE.pem PUBLIC.pem dist/latest*.yml
// With - for PRIVATE.pem the private key comes from standard input. PUBLIC.pem is the key that the builds hold: they
// would refuse a feed that another key signed, so such a feed is not written.
// A pair is made once:  openssl genpkey -algorithm ed25519 -out private.pem
//                       openssl pkey -in private.pem -pubout -out public.pem
import { createPrivateKey, createPublicKey, sign } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { isSigned, signatureSuffix } from '../src/main/electron/updates/feed-signature.ts'

const [privateFile, publicFile, ...feeds] = process.argv.slice(2)
if (privateFile === undefined || publicFile === undefined || feeds.length === 0) {
  process.stderr.write('Usage: node scripts/sign-feed.ts PRIVATE.pem|- PUBLIC.pem FEED.yml...\n')
  process.exit(2)
}
const privateKey = createPrivateKey(readFileSync(privateFile === '-' ? 0 : privateFile))
const publicKey = createPublicKey(readFileSync(publicFile))
for (const feed of feeds) {
  const bytes = readFileSync(feed)
  const signature = sign(null, bytes, privateKey).toString('base64')
  if (!isSigned(bytes, signature, publicKey)) throw new Error('the keys are no pair of Ed25519')
  writeFileSync(feed + signatureSuffix, `${signature}\n`)
  process.stdout.write(`signed ${feed}\n`)
}
