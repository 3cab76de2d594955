// Preloaded into the foreign gateway: its version 1.15 adds headers to the answers of fetch, which Node refuses.
const { fetch } = globalThis

globalThis.fetch = async (...asked: Parameters<typeof fetch>) => {
  const { body, headers, status } = await fetch(...asked)
  return new Response(body, { status, headers: new Headers(headers) })
}
