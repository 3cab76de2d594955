import { fail } from '../../../shared/errors.ts'
import { improvedPromptMax } from '../../../shared/image-kinds.ts'
import type { CallInput, CallOutput } from '../../../shared/ipc/contract.ts'
import { withoutThinking } from '../../../shared/thinking.ts'
import type { ConnectionsService } from '../connections/connections-service.ts'
import type { SingleQuestions } from '../questions/index.ts'

type Wish = CallInput<'images.improvePrompt'>
type Improved = CallOutput<'images.improvePrompt'>

/** Maximum number of answers that a repeated call returns; the oldest are dropped. */
const answersMax = 20

export interface PromptImproverParts {
  readonly connections: Pick<ConnectionsService, 'has'>
  readonly questions: Pick<SingleQuestions, 'askOnce'>
  /** Removes the body of an answer that was read. */
  readonly recordRead: (kept: Awaited<ReturnType<SingleQuestions['askOnce']>>['kept']) => Promise<unknown>
}

/** Lets chat models improve prompts of images. A repeated call with the same id gets the same answer. */
export class PromptImprover {
  private readonly parts: PromptImproverParts
  private readonly ending = new AbortController()
  private readonly answers = new Map<string, Promise<Improved>>()

  constructor(parts: PromptImproverParts) {
    this.parts = parts
  }

  async improve(wish: Wish): Promise<Improved> {
    if (!this.parts.connections.has(wish.connectionId)) fail('no_connection')
    const known = this.answers.get(wish.requestId)
    if (known !== undefined) return await known
    const asked = this.ask(wish)
    this.answers.set(wish.requestId, asked)
    const [oldest] = this.answers.keys()
    if (this.answers.size > answersMax && oldest !== undefined) this.answers.delete(oldest)
    return await asked
  }

  close(): void {
    this.ending.abort()
  }

  private async ask({ connectionId, isEdit, model, prompt, requestId, wish }: Wish): Promise<Improved> {
    const { kept, text } = await this.parts.questions.askOnce({
      ...{ connectionId, model, maxTokens: null, signal: this.ending.signal },
      messages: [{ role: 'user', content: improvingQuestion(prompt, isEdit, wish) }],
      owner: { kind: 'chat', ownerId: requestId, part: 0 },
      about: requestId,
      spentOn: '',
    })
    await this.parts.recordRead(kept)
    const improved = withoutThinking(text)
      .replace(/^\s*<prompt>|<\/prompt>\s*$/g, '')
      .trim()
    if (improved === '') fail('empty_answer', 'an answer without a prompt')
    return { prompt: improved.slice(0, improvedPromptMax) }
  }
}

/** Returns the question. Always in English: models follow it and keep the language of the prompt. */
export function improvingQuestion(prompt: string, isEdit: boolean, wish: string): string {
  const what = isEdit ? 'instruction that changes pictures' : 'description from which a picture is made'
  return [
    `Improve the ${what} in <prompt>. Keep its language, its meaning, names, numbers and quoted text.`,
    'Lines such as "Picture 2: the jacket" stay as they are. Add what makes the picture clearer: subject, composition, light, style. Do not use more than three sentences more than now.',
    ...(wish.trim() === '' ? [] : [`The person wishes: ${wish.trim()}`]),
    'Return the improved text alone, without tags, quotation marks or an introduction.',
    `<prompt>\n${prompt}\n</prompt>`,
  ].join('\n')
}
