import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { defaultParameters } from '../../src/shared/chat-limits.ts'
import type { CallInput, CallName } from '../../src/shared/ipc/contract.ts'
import { ChatAccount, type StoredRow, storedBeginnings, storedRows, storedTokens } from './chat-account.ts'
import { answerModes, type NumberedGateway, numberedGateway } from './numbered-gateway.ts'
import { Choices } from './seeded-random.ts'
import { TransferApp } from './transfer.ts'

/** A call that asks for answers. */
type Asking = 'chat.send' | 'chat.retry' | 'chat.edit' | 'chat.continue'

const models = ['m-one', 'm-two', 'm-three']
const environmentOf = ({ baseUrl }: NumberedGateway) => ({ ATELIER_BASE_URL: baseUrl, ATELIER_API_KEY: 'sk-simulated' })

/** A user who does anything at any time, and an account of what must have come of it. */
export class ChatSimulation {
  private app: TransferApp
  private readonly gateway: NumberedGateway
  private readonly choices: Choices
  private readonly account = new ChatAccount()
  private readonly conversations: string[] = []
  private expected = 0
  private questions = 0
  /** Repeats the last call that asked for answers. */
  private again: (() => Promise<boolean>) | null = null
  private readonly done: string[] = []

  private constructor(app: TransferApp, gateway: NumberedGateway, seed: number) {
    this.app = app
    this.gateway = gateway
    this.choices = new Choices(seed)
  }

  static async start(seed: number): Promise<ChatSimulation> {
    const gateway = await numberedGateway()
    return new ChatSimulation(await TransferApp.start(undefined, undefined, environmentOf(gateway)), gateway, seed)
  }

  async close(): Promise<void> {
    await this.app.close()
    await this.gateway.close()
    this.app.remove()
  }

  /** How many answers were asked for. */
  get answers(): number {
    return this.expected
  }

  async step(): Promise<void> {
    const { choices } = this
    const acts = [
      ...[this.send, this.send, this.send, this.send, this.retry, this.retry, this.edit, this.edit],
      ...[this.goOn, this.stop, this.release, this.select, this.delete, this.delete, this.restore, this.fork],
      ...[this.repeat, this.restart, this.remove, this.narrow],
    ]
    await choices.one(acts).call(this)
    this.check()
    await this.checkShown()
  }

  /** Ends everything, brings everything back and starts anew: nothing may be missing. */
  async end(): Promise<void> {
    await this.release()
    this.checkSpending()
    await this.checkElsewhere()
    while (this.account.undoable.length > 0) {
      await this.restore()
      this.check()
    }
    await this.restart()
    this.check()
    for (const row of this.rows()) expect(row.parentId).toBe(this.account.homes.get(row.id))
  }

  /** Makes a call. A refusal must be a reason, and must change nothing. Returns whether it was accepted. */
  private async act<N extends CallName>(name: N, input: CallInput<N>): Promise<boolean> {
    const before = JSON.stringify(this.rows())
    const code = await this.app.refusal(name, input)
    this.done.push(`${name} ${JSON.stringify(input)}: ${code}`)
    if (code === 'ok') return true
    expect(['busy', 'invalid_input', 'not_found']).toContain(code)
    expect(JSON.stringify(this.rows())).toBe(before)
    return false
  }

  /** Makes a call that asks for answers, and compares each request with what its answer follows. */
  private async ask<N extends Asking>(name: N, input: CallInput<N>): Promise<void> {
    const { choices, gateway } = this
    gateway.mode = choices.one(answerModes)
    const before = this.rows()
    const sent = gateway.requests.length
    const begins = storedBeginnings(this.app.folder)
    if (!(await this.act(name, input))) return
    this.done.push(`  ${gateway.mode}`)
    const texts = new Map(before.map(({ id, text }) => [id, text]))
    const continued = name === 'chat.continue' && 'messageId' in input ? input.messageId : null
    // a running or complete answer is given back as it is
    if (before.some(({ id, state }) => id === continued && (state === 'done' || state === 'streaming'))) return
    const asked = this.rows().filter(({ id, role }) => role === 'assistant' && (!texts.has(id) || id === continued))
    expect(asked).not.toEqual([])
    this.expected += asked.length
    this.account.learn(this.rows())
    await gateway.until(this.expected)
    const requests = gateway.requests.slice(sent)
    // an answer is continued by the model that the chat has now
    if (continued === null)
      expect(requests.map(({ model }) => model).toSorted()).toEqual(asked.map(({ model }) => model).toSorted())
    for (const { id, model } of asked) {
      const request = continued === null ? requests.find((request) => request.model === model) : requests[0]
      const path = this.account.path(id).filter((each) => each !== id || texts.has(id))
      const from = path.findIndex((each) => begins.has(each))
      const follows = path
        .slice(Math.max(0, from))
        .map((id) => texts.get(id) ?? this.row(id)?.text ?? '')
        .filter((text) => text !== '')
      const messages = request?.messages.map(({ content }) => content) ?? []
      const isGoingOn = texts.has(id) && texts.get(id) !== ''
      expect(isGoingOn ? messages.slice(0, -1) : messages).toEqual(follows)
      const number = `A${request?.number}.`
      if (gateway.mode !== 'held') await this.ended(id)
      const isTold = gateway.mode !== 'refused' && gateway.mode !== 'empty'
      const text = (texts.get(id) ?? '') + (isTold ? number : '')
      // the text of a running answer is stored a moment later
      await expect.poll(() => this.row(id)?.text, { interval: 5 }).toBe(text)
    }
    // a continuation that broke off can be continued again
    if (continued === null) this.again = () => this.act(name, input)
  }

  private async send(): Promise<void> {
    const { choices } = this
    if (this.conversations.length === 0 || choices.below(12) === 0) this.conversations.push(randomUUID())
    const count = choices.below(3) === 0 ? 1 + choices.below(2) : 0
    const [model = '', ...others] = models.toSorted(() => choices.random() - 0.5)
    this.questions += 1
    await this.ask('chat.send', {
      ...{ conversationId: choices.one(this.conversations), messageId: randomUUID(), model },
      ...{ connectionId: 'environment', parameters: defaultParameters, attachments: [] },
      text: `Q${this.questions}.`,
      others: others.slice(0, count).map((model) => ({ connectionId: 'environment', model })),
    })
  }

  private async retry(): Promise<void> {
    const inColumn = this.choices.below(2) === 0
    await this.ask('chat.retry', { messageId: this.anyMessage(), newMessageId: randomUUID(), inColumn })
  }

  private async edit(): Promise<void> {
    this.questions += 1
    const ids = { messageId: this.anyMessage(), newMessageId: randomUUID() }
    await this.ask('chat.edit', { ...ids, text: `Q${this.questions}.` })
  }

  private async goOn(): Promise<void> {
    await this.ask('chat.continue', { messageId: this.anyMessage() })
  }

  /** The same call again asks for nothing. */
  private async repeat(): Promise<void> {
    const before = JSON.stringify(this.rows())
    await this.again?.()
    expect(JSON.stringify(this.rows())).toBe(before)
  }

  private async stop(): Promise<void> {
    const running = this.rows().filter(({ state }) => state === 'streaming')
    if (running.length === 0) return
    const { id: messageId } = this.choices.one(running)
    await this.act('chat.stop', { messageId })
    await this.ended(messageId)
  }

  private async release(): Promise<void> {
    const running = this.rows().filter(({ state }) => state === 'streaming')
    this.gateway.release()
    this.done.push('release')
    for (const { id } of running) await this.ended(id)
  }

  private async select(): Promise<void> {
    await this.act('chat.select', { messageId: this.anyMessage(), limit: 500 })
  }

  private async delete(): Promise<void> {
    const messageId = this.anyMessage()
    const scope = this.choices.below(3) === 0 ? 'rest' : 'one'
    const deletionId = randomUUID()
    if (await this.act('chat.deleteMessage', { messageId, scope, deletionId }))
      this.account.delete(deletionId, messageId, scope)
  }

  private async restore(): Promise<void> {
    const { undoable } = this.account
    if (undoable.length === 0) return
    const [deletionId, conversationId] = this.choices.one(undoable)
    if (await this.act('chat.restoreMessages', { conversationId, deletionId })) this.account.restore(deletionId)
  }

  private async fork(): Promise<void> {
    const messageId = this.anyMessage()
    const texts = this.account.path(messageId).map((id) => this.row(id)?.text)
    const conversationId = randomUUID()
    if (!(await this.act('chat.fork', { messageId, conversationId, title: 'A branch' }))) return
    this.conversations.push(conversationId)
    const copied = this.rows().filter((row) => row.conversationId === conversationId)
    expect(new Set(copied.map(({ text }) => text))).toEqual(new Set(texts))
    expect(copied).toHaveLength(texts.length)
  }

  /** Lets requests begin with a message, or with the first again. */
  private async narrow(): Promise<void> {
    if (this.conversations.length === 0) return
    const conversationId = this.choices.one(this.conversations)
    if ((await this.app.refusal('chat.open', { conversationId, limit: 500 })) !== 'ok') return
    const { conversation, page } = await this.app.call('chat.open', { conversationId, limit: 500 })
    const { context: _, ...parameters } = conversation.parameters
    const questions = page.messages.filter(({ role }) => role === 'user')
    const fromId = this.choices.below(3) === 0 || questions.length === 0 ? null : this.choices.one(questions).id
    const changed = fromId === null ? parameters : { ...parameters, context: { fromId } }
    await this.act('chat.update', { conversationId, parameters: changed })
  }

  /** Hides a conversation and brings it back. */
  private async remove(): Promise<void> {
    if (this.conversations.length === 0) return
    const conversationId = this.choices.one(this.conversations)
    const running = this.rows().filter((row) => row.state === 'streaming' && row.conversationId === conversationId)
    if (!(await this.act('chat.delete', { conversationId }))) return
    for (const { id } of running) await this.ended(id)
    await this.act('chat.restore', { conversationId })
  }

  private async restart(): Promise<void> {
    const running = this.rows().filter(({ state }) => state === 'streaming')
    const before = this.rows().map(({ state: _, ...row }) => row)
    await this.app.close()
    this.gateway.release()
    this.app = await TransferApp.start(undefined, this.app.folder, environmentOf(this.gateway))
    this.done.push('restart')
    expect(this.rows().map(({ state: _, ...row }) => row)).toEqual(before)
    for (const { id } of running) expect(['stopped', 'interrupted', 'failed']).toContain(this.row(id)?.state)
  }

  /** Each complete answer is paid for once, whether it was deleted since or not. */
  private checkSpending(): void {
    const paid = storedTokens(this.app.folder)
    expect(new Set(paid).size).toBe(paid.length)
    for (const { role, state, text } of this.rows())
      if (role === 'assistant' && state === 'done') expect(paid).toContain(Number(/A(\d+)\.$/.exec(text)?.[1]))
  }

  /** What is exported and imported by another app is there as it is here. */
  private async checkElsewhere(): Promise<void> {
    await this.app.call('transfer.export', { keys: null })
    const there = await TransferApp.start()
    await there.call('transfer.import', { token: there.give(this.app.exported(), 'Atelier.zip') })
    const rows = storedRows(there.folder)
    await there.close()
    there.remove()
    const shown = ({ id, parentId, role, text, state, model }: StoredRow) => ({
      id,
      parentId,
      role,
      text,
      state,
      model,
    })
    const byId = (rows: readonly StoredRow[]) => rows.map(shown).toSorted((a, b) => (a.id < b.id ? -1 : 1))
    expect(byId(rows)).toEqual(byId(this.rows().filter(({ isDeleted }) => !isDeleted)))
  }

  private async ended(id: string): Promise<void> {
    await this.app.platform.events.until(
      'chat.status',
      ({ messageId }) => messageId === id && this.row(id)?.state !== 'streaming',
    )
  }

  private check(): void {
    this.account.check(this.rows())
    expect(this.gateway.requests).toHaveLength(this.expected)
  }

  /** The page gets a branch without gaps, to its end, with the texts as they are. */
  private async checkShown(): Promise<void> {
    const rows = this.rows()
    const stored = new Map(rows.map((row) => [row.id, row]))
    for (const conversationId of new Set(rows.map((row) => row.conversationId))) {
      const { page } = await this.app.call('chat.open', { conversationId, limit: 500 })
      const last = page.messages.at(-1)
      expect(page.messages.map(({ id }) => id)).toEqual(last === undefined ? [] : this.account.path(last.id))
      for (const { id, text, versions } of page.messages) {
        expect(text).toBe(stored.get(id)?.text)
        expect(versions).toContain(id)
        const parent = stored.get(id)?.parentId
        for (const version of versions)
          expect(stored.get(version)).toMatchObject({ parentId: parent, isDeleted: false })
      }
      const visible = rows.filter((row) => row.conversationId === conversationId && !row.isDeleted)
      expect(visible.filter(({ parentId }) => parentId === (last?.id ?? null))).toEqual([])
    }
  }

  /** The last acts, and the messages as they are stored. */
  told(): string {
    const rows = this.rows().map(
      (row) =>
        `${row.conversationId}: ${row.parentId} > ${row.id} (home ${this.account.homes.get(row.id)}) ${row.text} ${row.state}${row.isDeleted ? ' deleted' : ''}`,
    )
    return [...this.done.slice(-30), ...rows]
      .join('\n')
      .replaceAll(/([0-9a-f]{4})[0-9a-f]{4}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '$1')
  }

  /** A message, deleted ones included. */
  private anyMessage(): string {
    const ids = this.rows().map(({ id }) => id)
    return ids.length === 0 ? randomUUID() : this.choices.one(ids)
  }

  private row(id: string): StoredRow | undefined {
    return this.rows().find((row) => row.id === id)
  }

  private rows(): readonly StoredRow[] {
    return storedRows(this.app.folder)
  }
}
