// The least that a browser shell can be: a server that answers with a page of one text field. A floor for starts.
import { createServer } from 'node:http'

const page = '<!doctype html><title>Empty</title><textarea aria-label="Message"></textarea>'
const server = createServer((_request, response) => {
  response.setHeader('content-type', 'text/html')
  response.end(page)
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (address !== null && typeof address === 'object') console.log(`http://127.0.0.1:${address.port}`)
})
