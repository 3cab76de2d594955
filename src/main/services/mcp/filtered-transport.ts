import {
  type JSONRPCMessage,
  type MessageExtraInfo,
  parseJSONRPCMessage,
  type Transport,
  type TransportSendOptions,
} from '@modelcontextprotocol/client'
import type { ServerFilter } from './server-filter.ts'

/** A transport that removes secrets from the server's messages. */
export class FilteredTransport implements Transport {
  onclose?: () => void
  onerror?: (error: Error) => void
  onmessage?: <T extends JSONRPCMessage>(message: T, extra?: MessageExtraInfo) => void
  private readonly inner: Transport

  constructor(inner: Transport, filter: ServerFilter) {
    this.inner = inner
    inner.onclose = () => this.onclose?.()
    inner.onerror = (error) => this.onerror?.(error)
    inner.onmessage = (message, extra) => {
      const clean = filter.value(message)
      this.onmessage?.(clean === message ? message : parseJSONRPCMessage(clean), extra)
    }
  }

  get sessionId(): string | undefined {
    return this.inner.sessionId
  }

  get hasPerRequestStream(): boolean {
    return this.inner.hasPerRequestStream ?? false
  }

  async start(): Promise<void> {
    await this.inner.start()
  }

  async send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    await this.inner.send(message, options)
  }

  async close(): Promise<void> {
    await this.inner.close()
  }

  setProtocolVersion(version: string): void {
    this.inner.setProtocolVersion?.(version)
  }

  setSupportedProtocolVersions(versions: string[]): void {
    this.inner.setSupportedProtocolVersions?.(versions)
  }
}
