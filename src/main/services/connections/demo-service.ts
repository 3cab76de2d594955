import type { DemoGateway } from '../../../demo-gateway/server.ts'
import type { FixedConnection } from './connections-service.ts'

/** The built-in demo gateway on loopback, with a random port and key, from its first use until the app ends. */
export class DemoService {
  private readonly filesFolder: string
  private gateway: Promise<DemoGateway> | null = null

  constructor(filesFolder: string) {
    this.filesFolder = filesFolder
  }

  async start(): Promise<FixedConnection> {
    this.gateway ??= this.open().catch((cause: unknown) => {
      // the next try may succeed, and a failure must not prevent closing the app
      this.gateway = null
      throw cause
    })
    const { baseUrl, key } = await this.gateway
    return { id: 'demo', baseUrl, apiKey: key }
  }

  private async open(): Promise<DemoGateway> {
    // few users have it open, and it is large
    const { createDemoGateway } = await import('../../../demo-gateway/server.ts')
    return await createDemoGateway({ filesFolder: this.filesFolder })
  }

  async close(): Promise<void> {
    await (await this.gateway)?.close()
    this.gateway = null
  }
}
