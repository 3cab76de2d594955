import { connectPage, type PageSocket } from '../../../../src/main/browser/page-connection.ts'

interface Call {
  readonly id: number
  readonly name: string
  readonly input: unknown
}

/** Main at the other end of a connection that the test opens, answers and breaks. */
export class Main {
  readonly calls: Call[] = []
  #socket: PageSocket | null = null
  #isOpen = false
  #retry: (() => void) | null = null

  readonly bridge = connectPage({
    openSocket: () => {
      const socket: PageSocket = {
        isOpen: () => this.#isOpen,
        send: (text) => this.calls.push(JSON.parse(text)),
        onopen: null,
        onmessage: null,
        onclose: null,
      }
      this.#socket = socket
      return socket
    },
    after: (ms, run) => {
      // the connection is tried again after less than a second, an unsent call is given up after ten
      if (ms < 5000) this.#retry = run
      return () => undefined
    },
    reload: () => undefined,
  })

  open(): void {
    this.#isOpen = true
    this.#socket?.onopen?.()
  }

  breakOff(): void {
    this.#isOpen = false
    this.#socket?.onclose?.({ code: 1006 })
    this.#retry?.()
  }

  async answer(at: number, result: unknown = { ok: true, value: null }): Promise<void> {
    this.#socket?.onmessage?.({ data: JSON.stringify({ id: this.calls[at]?.id, result }) })
    await settle()
  }

  /** Returns the inputs of the calls of a name. */
  inputsOf(called: string): readonly unknown[] {
    return this.calls.filter(({ name }) => name === called).map(({ input }) => input)
  }
}

/** Lets what follows an answer run. */
export const settle = async () => {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve()
}
