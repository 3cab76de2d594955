import { fail } from '../../../shared/errors.ts'
import type { CallInput, CallOutput } from '../../../shared/ipc/contract.ts'
import { shownArgumentsMax } from '../../../shared/tool-limits.ts'
import type { ToolCall, ToolInfo } from '../../../shared/tools.ts'
import type { Ports } from '../../platform.ts'
import type { Database } from '../../storage/database.ts'
import type { Messages } from '../../storage/messages.ts'
import type { StoredCall, ToolCalls } from '../../storage/tool-calls.ts'
import type { StoredRule, ToolRules } from '../../storage/tool-rules.ts'
import type { OpenQuestions } from './open-questions.ts'
import type { Tool } from './tool.ts'
import type { ToolRegistry } from './tool-registry.ts'
import { definitionHash } from './tool-runner.ts'

export interface ToolsServiceParts extends Pick<Ports, 'events'> {
  readonly database: Database
  readonly calls: ToolCalls
  readonly messages: Messages
  readonly registry: ToolRegistry
  readonly rules: ToolRules
  readonly questions: OpenQuestions
}

/**
 * Answers the pages' calls about tools: which exist, which may run, and the user's answers to questions about calls.
 */
export class ToolsService {
  private readonly parts: ToolsServiceParts

  constructor(parts: ToolsServiceParts) {
    this.parts = parts
  }

  listTools(): readonly ToolInfo[] {
    // one look-up however many tools there are
    const rules = this.parts.rules.general()
    return this.parts.registry.allTools().map((tool) => shapeOf(tool, rules.get(tool.id) ?? null))
  }

  /** Returns the calls that wait for the user's answer. */
  waiting(): CallOutput<'tools.waiting'> {
    const calls = this.parts.questions.waiting().map((id) => this.parts.calls.findCall(id))
    return calls.flatMap((call) => (call === null ? [] : (this.placed(call) ?? [])))
  }

  setRule({ tool: id, rule }: CallInput<'tools.setRule'>): readonly ToolInfo[] {
    const tool = this.parts.registry.findTool(id) ?? fail('not_found', 'no such tool')
    this.parts.rules.set(id, null, { rule, definition: definitionHash(tool) })
    this.emitToolsChanged()
    return this.listTools()
  }

  /**
   * Answers the question about a call. A permission for the chat, or for always, is kept with the definition that the
   * user was asked about, because the tool may have changed since. Throws an AppFailure `not_found` if the call does
   * not wait for an answer.
   */
  answer({ callId, decision, arguments: edited, note }: CallInput<'tools.answer'>): null {
    const { calls, questions } = this.parts
    const call = calls.findCall(callId)
    const definition = questions.definitionOf(callId)
    if (call === null || definition === null) fail('not_found', 'the call does not wait for an answer')
    if (decision === 'deny') {
      questions.answer(callId, { allowed: false, note: note ?? '' })
      return null
    }
    if (decision !== 'once') this.permit(call, decision, definition)
    const isChanged = edited !== undefined && edited !== call.arguments
    questions.answer(callId, { allowed: true, arguments: isChanged ? edited : null })
    return null
  }

  /** Returns a call as pages see it. */
  callShape(call: StoredCall, textEnd: number): ToolCall {
    const { isUntrusted: _, createdAt: __, extra: ___, callId: ____, position: _____, tool, ...shown } = call
    return {
      ...shown,
      toolId: tool,
      textEnd,
      arguments: call.arguments.slice(0, shownArgumentsMax),
      progress: this.parts.questions.progressOf(call.id),
      isUnchecked: this.parts.questions.isUnchecked(call.id),
    }
  }

  /** Returns the calls of an answer as pages see them, in order. */
  callsOf(messageId: string): readonly ToolCall[] {
    const ends = new Map(this.parts.calls.roundsOf(messageId).map(({ round, textEnd }) => [round, textEnd]))
    return this.parts.calls.callsOf(messageId).map((call) => this.callShape(call, ends.get(call.round) ?? 0))
  }

  /** Notifies the pages of a call that appeared or changed. */
  emitCall(call: StoredCall): void {
    const placed = this.placed(call)
    if (placed !== null) this.parts.events.emit('chat.call', placed)
  }

  /** Returns a call with its conversation; null if that is gone. */
  private placed(call: StoredCall): { readonly conversationId: string; readonly call: ToolCall } | null {
    const conversationId = this.parts.messages.conversationOf(call.messageId)
    if (conversationId === null) return null
    const textEnd = this.parts.calls.roundsOf(call.messageId).find(({ round }) => round === call.round)?.textEnd ?? 0
    return { conversationId, call: this.callShape(call, textEnd) }
  }

  private permit(call: StoredCall, decision: 'chat' | 'always', definition: string): void {
    const { messages, registry, rules } = this.parts
    const tool = (call.tool === null ? null : registry.findTool(call.tool)) ?? fail('not_found', 'the tool is gone')
    const conversationId = messages.conversationOf(call.messageId)
    rules.set(tool.id, decision === 'chat' ? conversationId : null, { rule: 'always', definition })
    this.emitToolsChanged()
  }

  private emitToolsChanged(): void {
    this.parts.events.emit('tools.changed', this.listTools())
  }
}

function shapeOf(tool: Tool, stored: StoredRule | null): ToolInfo {
  return {
    id: tool.id,
    server: tool.server,
    name: tool.name,
    title: tool.title,
    description: tool.description.slice(0, 10_000),
    hints: tool.hints,
    rule: stored?.rule ?? tool.defaultRule,
    isChanged: stored?.rule === 'always' && stored.definition !== definitionHash(tool),
  }
}
