import type { z } from 'zod'
import type { App } from '../../src/main/application.ts'
import { type CallInput, type CallName, type CallOutput, calls } from '../../src/shared/ipc/contract.ts'

const outputs: { readonly [N in CallName]: { readonly output: z.ZodType<CallOutput<N>> } } = calls

/** Calls the app as a page does, and checks every answer against the contract. */
export class AppClient {
  private readonly app: () => App

  constructor(app: () => App) {
    this.app = app
  }

  /** The value of a call that must succeed. */
  async call<N extends CallName>(name: N, input: CallInput<N>): Promise<CallOutput<N>> {
    const result = await this.app().call(name, input)
    if (!result.ok) throw new Error(`${name} was refused: ${result.error.code} (${result.error.detail})`)
    return outputs[name].output.parse(result.value)
  }

  /** Error code of a call that must be refused; `ok` when it was not. */
  async refusal<N extends CallName>(name: N, input: CallInput<N>): Promise<string> {
    const result = await this.app().call(name, input)
    return result.ok ? 'ok' : result.error.code
  }
}
