import type { CallOutput } from '../../src/shared/ipc/contract.ts'
import type { TransferApp } from './transfer.ts'

type Listed = CallOutput<'chat.list'>['conversations'][number]
type Shown = CallOutput<'chat.open'>['page']['messages'][number]

/** Imports files into an app, and reads the chats that came in. */
export class ImportedChats {
  private readonly app: TransferApp

  constructor(app: TransferApp) {
    this.app = app
  }

  async take(bytes: Uint8Array | string, name: string): Promise<CallOutput<'transfer.import'>> {
    return await this.app.call('transfer.import', { token: this.app.give(bytes, name) })
  }

  async list(): Promise<readonly Listed[]> {
    return (await this.app.call('chat.list', { query: '', offset: 0, limit: 100 })).conversations
  }

  /** The shown branch of a chat, by title. */
  async shown(title: string): Promise<readonly Shown[]> {
    const found = (await this.list()).find((chat) => chat.title === title)
    if (found === undefined) throw new Error(`there is no ${title}`)
    return (await this.app.call('chat.open', { conversationId: found.id, limit: 100 })).page.messages
  }

  async texts(title: string): Promise<readonly string[]> {
    return (await this.shown(title)).map(({ text }) => text)
  }
}
