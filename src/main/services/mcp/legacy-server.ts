/** Maximum duration of the request in ms, and maximum number of bytes read from its answer. */
const askMs = 10_000
const bytesMax = 64 * 1024

/**
 * Resolves to true if an address that refused a POST belongs to a server of the transport before 2025, HTTP with SSE: a
 * GET opens a stream of events whose first one is `endpoint` (MCP specification 2025-06-18, Transports, Backwards
 * Compatibility). Never rejects.
 */
export async function isLegacyServer(
  ask: (input: URL, init: RequestInit) => Promise<Response>,
  address: URL,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<boolean> {
  const ended = AbortSignal.any([signal, AbortSignal.timeout(askMs)])
  try {
    const response = await ask(address, { headers: { ...headers, accept: 'text/event-stream' }, signal: ended })
    const isStream = response.headers.get('content-type')?.toLowerCase().startsWith('text/event-stream') ?? false
    if (response.ok && isStream && response.body !== null) return await beginsWithEndpoint(response.body)
    await response.body?.cancel()
    return false
  } catch {
    return false
  }
}

/** Reads a stream of events up to the name of its first event. */
async function beginsWithEndpoint(body: ReadableStream<Uint8Array>): Promise<boolean> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of body) {
    text += decoder.decode(chunk, { stream: true })
    const name = /^event:\s?(\S+)\s*[\r\n]/m.exec(text)?.[1]
    // leaving the loop closes the connection
    if (name !== undefined) return name === 'endpoint'
    if (text.length > bytesMax) return false
  }
  return false
}
