// Signs the feeds of a release: node scripts/sign-feed.ts PRIVATE-KEY.pem dist/latest*.yml
// A key is made once:  openssl genpkey -algorithm ed25519 -out key.pem
//                      openssl pkey -in key.pem -pubout -out resources/update-key.pem
import { createPrivateKey, createPublicKey, sign } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { isSigned, signatureSuffix } from '../src/main/electron/updates/feed-signature.ts'

const [keyFile, ...feeds] = process.argv.slice(2)
if (keyFile === undefined || feeds.length === 0) {
  process.stderr.write('Usage: node scripts/sign-feed.ts PRIVATE-KEY.pem FEED.yml...\n')
  process.exit(2)
}
const key = createPrivateKey(readFileSync(keyFile))
for (const feed of feeds) {
  const bytes = readFileSync(feed)
  const signature = sign(null, bytes, key).toString('base64')
  if (!isSigned(bytes, signature, createPublicKey(key))) throw new Error('the key is not of Ed25519')
  writeFileSync(feed + signatureSuffix, `${signature}\n`)
  process.stdout.write(`signed ${feed}\n`)
}
